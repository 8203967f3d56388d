/** A picture or a sound of a scene. What cannot be shown has a box with its name. */
import { Box } from "lucide-react";
import type { LinkedAsset } from "../../../server/linked-files.js";
import { Picture } from "../../parts/picture.js";
import styles from "./asset-view.module.css";

export function AssetView({ asset }: { readonly asset: LinkedAsset }) {
  const { url, mediaType, alt, caption, kind, assetId } = asset;
  const words = caption ?? alt;
  const box = (
    <figure className={styles.box}>
      <Box size={20} strokeWidth={1.75} aria-hidden />
      <figcaption>
        {words ?? assetId} ({mediaType}) cannot be shown here.
      </figcaption>
    </figure>
  );
  if (url === null) return box;
  const [sort] = mediaType.split("/");
  return (
    <figure className={styles.asset} data-kind={kind}>
      {sort === "image" && <Picture src={url} fallback={box} alt={alt ?? ""} loading="lazy" />}
      {sort === "audio" && <audio controls preload="metadata" src={url} aria-label={words ?? "Sound"} />}
      {sort === "video" && <video controls preload="metadata" src={url} aria-label={words ?? "Film"} />}
      {words !== null && <figcaption>{words}</figcaption>}
    </figure>
  );
}
