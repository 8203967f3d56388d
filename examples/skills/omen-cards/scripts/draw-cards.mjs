// Draws omen cards. Plain Node, no library: this file is all there is.
import { createHash } from "node:crypto";
import { readFileSync, writeSync } from "node:fs";

const CARDS = [
  ["The Ferry", "a crossing that is paid for", "a crossing that is refused"],
  ["The Lamp", "somebody keeps watch", "a light in the wrong window"],
  ["The Well", "what was hidden comes up", "what is lost stays lost"],
  ["The Hound", "a friend who does not ask why", "a friend who has changed sides"],
  ["The Bridge", "two sides meet", "what joins them will not hold"],
  ["The Crown", "a burden taken up", "a burden that was never theirs"],
  ["The Loom", "small things add up", "one thread undoes the rest"],
  ["The Salt", "a promise kept", "a promise that is remembered too late"],
  ["The Owl", "advice worth taking", "advice that serves the one who gives it"],
  ["The Gate", "a way stands open", "a way that lets nobody back"],
  ["The Coal", "anger that warms", "anger that burns down the house"],
  ["The Mirror", "they see themselves truly", "they are seen as somebody else"],
  ["The Seed", "patience is repaid", "it was sown in the wrong ground"],
  ["The Bell", "news arrives in time", "news arrives, and no one hears"],
  ["The Knife", "a clean ending", "an ending that does not stay ended"],
  ["The Moon", "the old story comes round again", "the old story misleads"],
];

/** Numbers from a seed: the same seed and draw give the same number on every machine. */
function number(seed, draw, below) {
  return createHash("sha256").update(`${seed}/${draw}`).digest().readUInt32BE() % below;
}

function draw(seed, count) {
  const deck = CARDS.map((card) => card);
  return Array.from({ length: count }, (_, index) => {
    const [[name, upright, reversed]] = deck.splice(number(seed, `card ${index}`, deck.length), 1);
    const isReversed = number(seed, `turn ${index}`, 3) === 0;
    return { card: name, reversed: isReversed, meaning: isReversed ? reversed : upright };
  });
}

/** What stands below the scene, whatever the player sees it with. */
function words(drawn) {
  const cards = drawn.map(({ card, reversed, meaning }) => `${card}${reversed ? ", reversed" : ""}: ${meaning}`);
  return `On the table lie ${cards.join("; ")}.`;
}

/** Standard input, whole: the bytes may come in any pieces. */
function readInput() {
  let given;
  try {
    given = JSON.parse(readFileSync(0, "utf8"));
  } catch {
    throw new Error("Standard input must hold the tool input, one JSON object.");
  }
  if (!isObject(given)) throw new Error("The tool input must be a JSON object.");
  const input = isObject(given.input) ? given.input : {};
  const { question = "", cards = 3 } = input;
  if (typeof question !== "string" || question.length > 500) {
    throw new Error('"question" must be text of at most 500 characters.');
  }
  if (!Number.isInteger(cards) || cards < 1 || cards > 5)
    throw new Error('"cards" must be a whole number from 1 to 5.');
  const { seed } = isObject(given.context) ? given.context : {};
  return { question: question.toWellFormed?.() ?? question, cards, seed: `${String(seed)}/${question}` };
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function emit(event) {
  let line = Buffer.from(`${JSON.stringify({ version: "0", ...event })}\n`);
  while (line.length > 0) line = line.subarray(writeSync(1, line));
}

try {
  const { question, cards, seed } = readInput();
  const drawn = draw(seed, cards);
  emit({ type: "log", level: "info", message: `Drew ${drawn.map(({ card }) => card).join(", ")}` });
  emit({ type: "ui_event", event: "omen_cards", payload: { question, drawn, text: words(drawn) } });
  emit({ type: "done", ok: true, summary: "The cards lie on the table.", output: { question, drawn } });
} catch (error) {
  // Nobody reads any more, or the input will not do; the one cannot be told, the other is.
  if (error.code === "EPIPE") process.exit(0);
  emit({ type: "error", errorCode: "invalid_input", errorMessage: error.message });
  emit({ type: "done", ok: false, summary: "The cards could not be drawn." });
}
