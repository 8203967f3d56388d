import { Page } from "../../frame/page.js";

export default function ToolsScreen() {
  return <Page title="Tools">{null}</Page>;
}
