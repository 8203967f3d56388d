import { Page } from "../../frame/page.js";

export default function LibraryScreen() {
  return <Page title="Library">{null}</Page>;
}
