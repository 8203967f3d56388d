import { Page } from "../../frame/page.js";

export default function SettingsScreen() {
  return <Page title="Settings">{null}</Page>;
}
