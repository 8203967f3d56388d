import { Page } from "../../frame/page.js";

export default function GalleryScreen() {
  return <Page title="Gallery">{null}</Page>;
}
