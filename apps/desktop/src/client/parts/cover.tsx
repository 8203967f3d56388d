/** The cover of a campaign: its own picture, else one that is drawn, with the title on a plate at its foot. The title stands beside it too, so that it is decoration. */
import { useMemo, useState } from "react";
import { drawCover, PLATE_ON_A_PICTURE, plateText } from "./cover-drawing.js";
import styles from "./cover.module.css";

export interface CoverProps {
  /** The same campaign, the same cover. */
  readonly seed: string;
  readonly title: string;
  readonly genre?: string | undefined;
  /** Address of the campaign's own picture. */
  readonly picture?: string | null | undefined;
  /** Words across the corner. */
  readonly ribbon?: string | undefined;
  /** For what cannot be opened. */
  readonly dimmed?: boolean;
}

export function Cover({ seed, title, genre, picture = null, ribbon, dimmed = false }: CoverProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className={styles.cover} data-dimmed={dimmed} aria-hidden>
      {picture !== null && picture !== broken ? (
        <>
          <img className={styles.art} src={picture} alt="" onError={() => setBroken(picture)} />
          <svg className={styles.art} viewBox="0 0 200 300" preserveAspectRatio="xMidYMid slice">
            <Plate title={title} {...PLATE_ON_A_PICTURE} />
          </svg>
        </>
      ) : (
        <Drawn seed={seed} title={title} genre={genre} />
      )}
      {ribbon !== undefined && <span className={styles.ribbon}>{ribbon}</span>}
    </span>
  );
}

function Drawn({ seed, title, genre }: Pick<CoverProps, "seed" | "title" | "genre">) {
  const { palette, shapes } = useMemo(() => drawCover(seed, genre), [seed, genre]);
  const [dark, , , light] = palette;
  return (
    <svg className={styles.art} viewBox="0 0 200 300" preserveAspectRatio="xMidYMid slice">
      {shapes.map(({ d, fill = "none", stroke, width }, place) => (
        <path
          key={`${place}-${d.length}`}
          d={d}
          fill={fill}
          {...(stroke === undefined ? {} : { stroke, strokeWidth: width })}
        />
      ))}
      <Plate title={title} dark={dark} light={light} />
    </svg>
  );
}

/** The spine line at the left, and the title on its plate at the foot, on 200 by 300 units. */
function Plate({ title, dark, light }: { readonly title: string; readonly dark: string; readonly light: string }) {
  const { lines, size } = useMemo(() => plateText(title), [title]);
  const pitch = size * 1.16;
  const height = lines.length * pitch + 18;
  const top = 280 - height;
  return (
    <>
      <path d="M0 0H5V300H0Z" fill={dark} fillOpacity="0.35" />
      <path d="M5.5 0V300" stroke={dark} strokeOpacity="0.55" />
      <rect x="18" y={top} width="166" height={height} fill={dark} stroke={light} strokeWidth="1.2" />
      <text className={styles.title} fill={light} fontSize={size} textAnchor="middle">
        {lines.map((line, place) => (
          <tspan key={`${place}-${line}`} x="101" y={top + 9 + pitch * (place + 0.78)}>
            {line}
          </tspan>
        ))}
      </text>
    </>
  );
}
