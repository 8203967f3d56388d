import { Page } from "../../frame/page.js";

export default function TimelineScreen() {
  return <Page title="Timeline">{null}</Page>;
}
