/** The picture of the first start: a night sea, a tower with one lit window, a boat. It is decoration. */
import { between, chanceOf, circle, round, waveBand } from "../../parts/drawing.js";
import styles from "./night-sea.module.css";

const SKY = "#12101D";
const WAVES = ["#2A2350", "#221C42", "#1A1634", "#110E22"] as const;
const BLACK = "#0A0914";
const MOON = "#F0DAA6";

const { small, bright, glints } = drawn();

export function NightSea() {
  return (
    <svg className={styles.sea} viewBox="0 0 520 800" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <path d="M0 0H520V800H0Z" fill={SKY} />
      <path d={small} fill="#A9A3C4" />
      <path d={bright} fill="#F3EEDD" />
      <path d="M370 108A62 62 0 1 0 427 200A58 58 0 0 1 370 108Z" fill={MOON} />
      {WAVES.map((fill, place) => (
        <g key={fill}>
          <path d={waveBand(-30 - place * 14, 560, 430 + place * 74, 810, 124, 11)} fill={fill} />
          {place === 0 && (
            <>
              <path d="M118 480V390H110L144 356L178 390H170V480Z" fill={BLACK} />
              <path d="M136 420V414a8 8 0 0 1 16 0V420a8 8 0 0 1-16 0Z" fill="#E9C36A" />
              <path d="M144 406V428M136 417H152" stroke={BLACK} strokeWidth="1.6" />
            </>
          )}
          {place === 2 && (
            <g className={styles.boat}>
              <path d="M262 590Q308 606 354 590L342 612Q308 622 274 612Z" fill={BLACK} />
              <path d="M308 532V590" stroke={BLACK} strokeWidth="3" />
              <path d="M308 532Q338 548 340 580L308 578Z" fill={BLACK} />
              <path d="M292 574V588" stroke="#E9B45A" strokeWidth="3" />
            </g>
          )}
        </g>
      ))}
      <path d={glints} stroke="#6E6485" strokeOpacity="0.7" />
    </svg>
  );
}

function drawn() {
  const chance = chanceOf("night sea");
  const stars = (count: number, least: number, most: number): string =>
    Array.from({ length: count }, () =>
      circle(between(chance, 4, 516), between(chance, 6, 415), between(chance, least, most)),
    ).join("");
  const lines = Array.from({ length: 40 }, (_, place) => {
    const y = 446 + place * 8.2 + between(chance, -3, 3);
    const length = between(chance, 12, 34);
    return `M${round(between(chance, 0, 480))} ${round(y)}h${round(length + place * 0.6)}`;
  }).join("");
  return { small: stars(70, 0.5, 0.9), bright: stars(28, 0.9, 1.5), glints: lines };
}
