/** Clothes, hats and beards for the heads of the anime preset, whose style has none. */
import type { Appearance } from "./appearance.js";
import type { Collar, Hat } from "./description.js";
import { mix } from "./mix.js";

const INK = "#1b1720";
/** The head is a disc of 224 about (355, 387), its ear at the right. */
const HEAD = /(<g transform="translate\([^)]*\) scale\([^)]*\)">)/;

/**
 * Draws shoulders below a head, a beard and a hat on it.
 *
 * @param svg - A head alone, as the style gives it.
 */
export function dressed(svg: string, looks: Appearance): string {
  const behind = sideHair(looks, "behind") + bust(looks);
  const before = lines(looks) + (looks.beard ? beard(looks) : "") + sideHair(looks, "before") + hat(looks);
  const [head = ""] = HEAD.exec(svg) ?? [];
  if (head === "") return svg;
  return svg.replace(head, () => head + behind).replace(/<\/g><\/g><\/g><\/svg>$/, () => `${before}</g></g></g></svg>`);
}

function piece(d: string, fill: string, more = ""): string {
  return `<path d="${d}" fill="${fill}" stroke="${INK}" stroke-width="9" stroke-linejoin="round"${more}/>`;
}

function bust({ clothing, skin, collar }: Appearance): string {
  const cloth = `#${clothing}`;
  const dark = mix(cloth, "#000000", 0.3);
  const neck = piece("M285 560L285 720L425 720L425 560Z", mix(`#${skin}`, "#000000", 0.12));
  const shoulders = piece("M40 980C50 760 180 690 285 676C320 720 390 720 425 676C530 690 660 760 670 980Z", cloth);
  const collars: Readonly<Record<Collar, string>> = {
    plain: "",
    coat:
      piece("M285 676L355 800L425 676C395 720 315 720 285 676Z", "#f2efe8") +
      piece("M285 676L250 740L330 900L355 800Z", dark) +
      piece("M425 676L460 740L380 900L355 800Z", dark),
    scarf:
      piece("M250 650C300 700 410 700 460 650C490 690 470 750 355 752C240 750 220 690 250 650Z", dark) +
      piece("M400 740L450 900L380 910L360 750Z", dark),
    ruff: [250, 302, 355, 408, 460]
      .map((x, at) => {
        const y = 690 + 18 * (2 - Math.abs(at - 2));
        return `<circle cx="${x}" cy="${y}" r="34" fill="#f6f3ec" stroke="${INK}" stroke-width="7"/>`;
      })
      .join(""),
  };
  return neck + shoulders + collars[collar];
}

/** Under the eyes and from the nose to the mouth. */
function lines({ age, skin }: Appearance): string {
  if (age !== "old") return "";
  const stroke = mix(`#${skin}`, "#3a1f14", 0.5);
  const d = "M212 436q36 22 72 0M388 436q36 22 72 0M262 468q-26 34 -14 74M452 468q26 34 14 74";
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="9" stroke-linecap="round"/>`;
}

function beard({ hairColor }: Appearance): string {
  const outline =
    "M146 440C150 570 235 660 355 662C475 660 560 570 566 440C530 500 490 470 452 452C400 432 310 432 262 452C224 470 182 500 146 440Z";
  const mouth = "M262 500C290 545 400 545 428 500C400 470 290 470 262 500Z";
  return piece(`${outline}${mouth}`, `#${hairColor}`, ' fill-rule="evenodd"');
}

/** Under a hat hair shows at the sides: behind the head where it is long, before the ears where it is not. */
function sideHair({ hat: worn, hair, hairColor, isMan }: Appearance, where: "behind" | "before"): string {
  if (worn === "none" || worn === "hood" || hair === "bald") return "";
  const fill = `#${hairColor}`;
  const isLong = hair === "long" || hair === "queue" || (!isMan && hair !== "bun");
  if (where === "behind")
    return isLong ? piece("M120 330C60 520 90 690 150 740L590 740C650 680 660 500 590 330Z", fill) : "";
  return piece("M136 300C118 360 126 400 140 440C160 400 176 360 214 320Z", fill);
}

function hat({ hat: worn, clothing }: Appearance): string {
  const cloth = `#${clothing}`;
  const dark = mix(cloth, "#000000", 0.3);
  const hats: Readonly<Record<Hat, string>> = {
    none: "",
    cap:
      piece("M130 320C120 170 250 104 360 104C480 104 600 170 590 320C460 262 260 262 130 320Z", cloth) +
      piece("M60 340C110 270 330 262 420 296C330 300 190 320 110 366C80 372 52 362 60 340Z", dark),
    brim:
      piece("M196 262C196 110 250 64 356 70C470 64 520 110 520 262Z", cloth) +
      piece("M196 220L520 220L520 262L196 262Z", dark) +
      `<ellipse cx="356" cy="268" rx="340" ry="48" fill="${cloth}" stroke="${INK}" stroke-width="9"/>`,
    tricorn: piece(
      "M20 290C120 230 190 90 356 96C520 90 600 230 694 290C600 292 560 240 356 312C150 240 120 292 20 290Z",
      cloth,
    ),
    hood: piece(
      "M356 60C130 60 60 260 76 470C88 640 180 760 356 770C540 760 640 640 650 470C660 250 570 60 356 60ZM350 196C480 196 546 290 546 410C546 540 470 620 350 620C230 620 160 540 160 410C160 290 220 196 350 196Z",
      cloth,
      ' fill-rule="evenodd"',
    ),
    scarf:
      piece("M600 330C650 360 664 440 640 500C610 470 590 420 580 370Z", dark) +
      piece("M126 356C110 170 250 100 360 104C490 100 616 180 600 372C520 250 240 240 126 356Z", cloth),
  };
  return hats[worn];
}
