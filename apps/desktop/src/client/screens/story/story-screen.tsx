import { Page } from "../../frame/page.js";

export default function StoryScreen() {
  return <Page title="Story">{null}</Page>;
}
