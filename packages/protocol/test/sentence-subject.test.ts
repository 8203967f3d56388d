import { describe, expect, it } from "vitest";
import { isAbout, isOfKind, namesAsSuch, namesVeryThing } from "../src/english.js";

describe("isAbout", () => {
  it.each([
    ["the bunk", "The bunk on the other side of it was the cook's."],
    ["the watches", "On the bridge the old watches are kept: first, middle, morning."],
    ["the counter", "On the north wall there's the counter with its pigeonholes."],
    ["the tin", "There is a tin under the step."],
    ["the flour", "Nobody but the cook goes in the flour."],
    ["the candle", "You cannot put out the candle."],
    ["the key", "I turned the key in that door because I couldn't think what else to do."],
    ["funeral pie", "They call it funeral pie."],
    ["the kettle", "Never touch the kettle."],
    ["the ledger", "Take the ledger down with both hands."],
    ["the pumps", "On the lowest level, the pumps are never stopped."],
    ["Saint Orla's", "The chapel of Saint Orla's is built of salt."],
    ["the scale", "The scale, a beam of pear wood shod with iron, is older than the door."],
    ["the fence", "When the tide is out, the fence stands dry."],
    ["the Slip Trust", "It is called the Slip Trust."],
    ["the power", "The power was never shut off."],
    ["the log", "The bark of the log was sold."],
    ["donkeys", "Donkeys know when you lie."],
    ["the mate", "The mate has the morning by custom."],
  ])("takes %s for what is spoken of in %j", (np, text) => expect(isAbout(text, np)).toBe(true));

  it.each([
    ["the bunk", "My second was in his bunk with his stomach."],
    ["the bunk", "Clem stood by the bunk and said nothing."],
    ["the roof", "A man at the desk cannot see anyone on the roof, but he can hear him."],
    ["the glen", "Channel two goes by way of the relay and covers the glen."],
    ["the ramp", "Nine years ago, on Easter Saturday, Donald went through a cornice above the ramp."],
    ["the organist", "The stage is in the middle of the long wall, so that the organist can watch the skaters."],
    ["the machine", "The Such is the change machine, the snack rack and Dot."],
    ["the bell", "The nuns keep bees, a fog bell, and a wheel in the wall."],
    ["the canal", "The adit is a drain, cut to let the mine sweat into the canal."],
    ["the fourth level", "A cutter named Aldo put his pick through the wall of the gallery on the fourth level."],
    ["the rack", "The empties go into a net behind the rack until the next ship."],
    ["the bunk", "The bunk curtain is green."],
    ["the quiet watch", "On the bridge the old watches are kept."],
    ["the minutes", "There were twenty minutes left of it."],
    ["the minutes", "Gene always did the couples' skate at the end, for ten minutes."],
    ["the hand", "The priest says: warm."],
    ["the well", "The Well-Keepers say that it was foretold."],
    ["the library", "A librarian may rub that out."],
    ["the bottle", "Two grey drums, each as big as a bull."],
  ])("does not take %s for what is spoken of in %j", (np, text) => expect(isAbout(text, np)).toBe(false));
});

describe("namesAsSuch", () => {
  it.each([
    ["the potatoes", "There's potatoes in the back. Nobody died."],
    ["the bunk", "My bunk is dry."],
    ["the pocket", "He carried nails in every pocket."],
    ["the captain's bunk", "The captain's bunk is dry."],
    ["Ray", "You can tell a lot by what a man leaves in his pockets. Ray left nails."],
  ])("finds %s in %j", (np, text) => expect(namesAsSuch(text, np)).toBe(true));

  it.each([
    ["the bunk", "My second was in his bunk with his stomach."],
    ["the bunk", "Walter's bunk is warm."],
  ])("does not find %s in %j", (np, text) => expect(namesAsSuch(text, np)).toBe(false));
});

describe("namesVeryThing", () => {
  it.each([
    ["the tide table", "The tide table hangs by the door."],
    ["the wet end", "You sat in the wet end."],
    ["the soup", "Soup is on a Friday."],
    ["the tin", "Give me my tin."],
    ["the loft", "In the yard there is a loft."],
    ["the pump", "There is one pump, and it sticks."],
    ["the nets", "Nets are mended on the wall."],
    ["the ledger", "I never saw the ledger close."],
    ["Ray", "You can tell a lot by what a man leaves. Ray left nails."],
  ])("finds %s in %j", (np, text) => expect(namesVeryThing(text, np)).toBe(true));

  it.each([
    ["the tin", "I don't want a reason. I want a tin."],
    ["the tin", "Somebody gave me a tin with a hinge."],
    ["the tin", "It was Walter's tin."],
    ["the tin", "The tin roof leaks."],
    ["the tin", "It is kept in tin."],
    ["the tin", "Tins are stamped."],
    ["the room", "On the landward side there was a small room with a stove."],
    ["the slow watch", "The second watch is quiet."],
    ["the bell", "The other bell is cracked."],
    ["the four nets", "Nets are mended on the wall."],
    ["the library", "A librarian may rub that out."],
    ["the well", "The Well-Keepers say so."],
  ])("finds another thing than %s in %j", (np, text) => expect(namesVeryThing(text, np)).toBe(false));
});

describe("isOfKind", () => {
  it.each([
    ["the oath", "An oath wants two hands.", true],
    ["the song", "A song book is lent for a week.", false],
    ["the song", "They sang a song.", false],
  ])("tells whether a text says of all of a kind what it says of %s: %j", (np, text, is) =>
    expect(isOfKind(text, np)).toBe(is),
  );
});
