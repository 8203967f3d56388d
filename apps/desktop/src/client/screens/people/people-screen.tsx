import { Page } from "../../frame/page.js";

export default function PeopleScreen() {
  return <Page title="People">{null}</Page>;
}
