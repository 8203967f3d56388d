import { describe, expect, it } from "vitest";
import { createNameIndex } from "../src/name-index.js";

const names = createNameIndex([
  { id: "ada-weir", name: "Ada Weir" },
  { id: "bo", name: "Bo Lund" },
  { id: "bo2", name: "Bo Marsh" },
  { id: "marsh", name: "In\u00e9s Oda" },
  { id: "twin-a", name: "Ky Ro" },
  { id: "twin-b", name: "Ky Ro" },
]);

describe("a name", () => {
  it.each([
    ["ada-weir", "ada-weir"],
    ["Ada Weir", "ada-weir"],
    ["ADA_WEIR", "ada-weir"],
    ["ada", "ada-weir"],
    ["Bo Marsh", "bo2"],
    ["ines", "marsh"],
    ["IN\u00c9S ODA", "marsh"],
    ["Marsh", "marsh"],
    ["twin-b", "twin-b"],
    ["bo", "bo"],
  ])("[CA50] %s means %s", (name, id) => {
    expect(names.resolve(name)).toBe(id);
  });

  it.each(["Weir", "Lund", "", "ad", "nobody"])("[CA50] %s means nobody", (name) => {
    expect(names.resolve(name)).toBeNull();
  });

  it.each(["Ky", "Ky Ro"])("[CA51] %s is two people's, so it means neither", (name) => {
    expect(names.resolve(name)).toBeNull();
  });
});
