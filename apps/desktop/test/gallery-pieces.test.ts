// The gallery: what is on its shelves, and what is not yet.
import { expect, it } from "vitest";
import { type Asset, madeByAll, piecesOf } from "../src/client/screens/gallery/gallery-pieces.js";

const asset = (id: string, rest: Partial<Asset> = {}): Asset => ({
  id,
  kind: "image",
  mediaType: "image/png",
  alt: id,
  origin: "campaign",
  madeBy: null,
  people: [],
  scene: null,
  missing: false,
  url: `/a/${id}`,
  ...rest,
});

const KNOWN = {
  people: [
    { id: "odo", name: "Odo Marsh", metIn: 2 },
    { id: "marta", name: "Marta Keel", metIn: 4 },
  ],
  places: [{ id: "salt-square", name: "The Salt Square" }],
};

it("[DT220] shows everybody whom the player has met: by the campaign's picture, a portrait, or a silhouette", () => {
  const pieces = piecesOf([asset("portrait.png", { people: ["odo"], alt: "Odo Marsh" })], KNOWN, [
    { person: "lacey", alt: "A widow", source: "local", url: "/a/lacey" },
  ]);
  expect(pieces.map(({ title, source, scene, show }) => [title, source, scene, show.as])).toEqual([
    ["Odo Marsh", "From the campaign", 2, "image"],
    ["Marta Keel", "Silhouette", 4, "silhouette"],
  ]);
});

it("[DT221] keeps pictures of people and places back until the player has met them", () => {
  const pieces = piecesOf(
    [
      asset("npcs/lacey/portrait.png", { people: ["lacey"], alt: "Widow Lacey" }),
      asset("art/characters/lacey.png", { alt: "lacey" }),
      asset("art/locations/salt-square.jpg", { alt: "salt square" }),
      asset("art/locations/weigh-house.png", { alt: "weigh house" }),
      asset("art/items/brass-pig.png", { alt: "brass pig" }),
    ],
    { ...KNOWN, people: [] },
    [],
  );
  expect(pieces.map(({ shelf, title }) => `${shelf}: ${title}`)).toEqual([
    "places: The Salt Square",
    "other: brass pig",
  ]);
});

it("[DT4501] keeps back what the stage links to a place, beat or person still to come, and shows it once a scene has", () => {
  const ahead = [
    asset("art/plates/weigh.png", { place: "weigh-house", alt: "weigh wide" }),
    asset("music/weigh.ogg", { kind: "audio", place: "weigh-house", alt: "Weigh" }),
    asset("art/n4.png", { isUnknown: true, alt: "n4" }),
    asset("art/odo-old.png", { people: ["odo"], alt: "Odo, old", url: "/a/old" }),
    asset("art/odo-drowned.png", { people: ["odo"], alt: "Odo, drowned" }),
  ];
  const met = { ...KNOWN, people: KNOWN.people.slice(0, 1) };
  const portraits = [{ person: "odo", alt: "Portrait of Odo Marsh", source: "campaign", url: "/a/old" }];
  const titles = (staged: string[] = [], known: typeof met = met) =>
    piecesOf(ahead, known, portraits, new Map(staged.map((id) => [id, 5]))).map(({ shelf, title, show }) => [
      shelf,
      title,
      "url" in show ? show.url : "",
    ]);
  expect(titles()).toEqual([["people", "Odo Marsh", "/a/old"]]);
  expect(titles(["art/n4.png", "art/odo-drowned.png"]).map(([shelf, , url]) => [shelf, url])).toEqual([
    ["people", "/a/old"],
    ["people", "/a/art/odo-drowned.png"],
    ["places", "/a/art/n4.png"],
  ]);
  const [, n4] = piecesOf(ahead, met, portraits, new Map([["art/n4.png", 5]]));
  expect(n4).toMatchObject({ id: "art/n4.png", scene: 5 });
  const seen = { ...met, places: [...met.places, { id: "weigh-house", name: "The Weigh House" }] };
  expect(titles([], seen).slice(1)).toEqual([
    ["places", "The Weigh House", "/a/art/plates/weigh.png"],
    ["sound", "Weigh", "/a/music/weigh.ogg"],
  ]);
});

it("[DT4501] says of a damaged file that it is damaged", () => {
  const [piece] = piecesOf(
    [asset("art/items/seal.png", { url: null, fault: "The file ends before its content does." })],
    KNOWN,
    [],
  ).slice(2);
  expect(piece?.show).toEqual({ as: "nothing", why: "The file is damaged" });
});

it("[DT222] puts sounds on a shelf of their own, and says why something cannot be shown", () => {
  const pieces = piecesOf(
    [
      asset("tower.glb", {
        kind: "other",
        mediaType: "model/gltf",
        url: null,
        origin: "skill",
        scene: 3,
        madeBy: "builder",
      }),
      asset("gone.png", { missing: true, url: null }),
      asset("drip.wav", { kind: "audio", mediaType: "audio/wav" }),
    ],
    { people: [], places: [] },
    [],
  );
  expect(pieces.map(({ shelf, show, source }) => [shelf, show, source])).toEqual([
    ["sound", { as: "audio", url: "/a/drip.wav" }, "From the campaign"],
    ["other", { as: "nothing", why: "model/gltf cannot be shown here" }, "Made for this story"],
    ["other", { as: "nothing", why: "The file is gone" }, "From the campaign"],
  ]);
});

it("[DT312] says in the gallery which machine made a picture, and when", () => {
  const made = asset("art/square.png", { alt: "the salt square", madeBy: "a-model", madeAt: "2026-01-01T00:00:00Z" });
  const [piece] = piecesOf([made], { ...KNOWN, people: [] }, []);
  expect(piece).toMatchObject({ source: "From the campaign", madeBy: "Made by a machine: a-model, 1 January 2026" });
});

it("[DT315] says once for a shelf who made all of it, and on each card where they differ", () => {
  const made = (madeBy: string | null) => ({ madeBy });
  expect(madeByAll([made("a"), made("a")])).toBe("a");
  for (const others of [[made("a")], [made("a"), made("b")], [made("a"), made(null)], [made(null), made(null)], []])
    expect(madeByAll(others)).toBeNull();
});

it("[DT220] names two pictures of one place by what they show", () => {
  const night = asset("art/square-night.png", { alt: "The Salt Square by night" });
  const pieces = piecesOf([asset("art/square.png", { alt: "salt square" }), night], { ...KNOWN, people: [] }, []);
  expect(pieces.map(({ title }) => title)).toEqual(["The Salt Square", "The Salt Square by night"]);
});

it("[DT316] shows the player's own picture of somebody before any other", () => {
  const own = { person: "odo", alt: "Portrait of Odo Marsh", source: "player", url: "/a/own" };
  const [odo, marta] = piecesOf([asset("odo.png", { people: ["odo"] })], KNOWN, [own]);
  expect(odo).toMatchObject({
    source: "Your picture",
    portrait: { person: "odo", isOwn: true },
    show: { url: "/a/own" },
  });
  expect(marta?.portrait).toEqual({ person: "marta", isOwn: false });
});

it("[DT313] keeps back what a beat shows until a scene has shown it", () => {
  const own = asset("art/fire.png", { beats: ["beat_007"], alt: "fire" });
  expect(piecesOf([own], { ...KNOWN, people: [] }, [])).toEqual([]);
  expect(piecesOf([own], { ...KNOWN, people: [] }, [], new Map([["art/fire.png", 7]]))).toMatchObject([
    { title: "fire" },
  ]);
});
