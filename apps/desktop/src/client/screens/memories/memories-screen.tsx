import { Page } from "../../frame/page.js";

export default function MemoriesScreen() {
  return <Page title="Memories">{null}</Page>;
}
