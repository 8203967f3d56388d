import { Page } from "../../frame/page.js";

export default function StateScreen() {
  return <Page title="State">{null}</Page>;
}
