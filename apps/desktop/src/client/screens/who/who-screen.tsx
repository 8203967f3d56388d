import { Page } from "../../frame/page.js";

export default function WhoScreen() {
  return <Page title="Who">{null}</Page>;
}
