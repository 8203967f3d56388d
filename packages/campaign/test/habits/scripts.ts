/** Small campaigns written as screenplays, and such whose player has a role that somebody had before. */
import { beat, type Habit, person, staged, who } from "./habit.js";

export const SCRIPTS: readonly Habit[] = [
  {
    habit: "lines of place and hour",
    source: {
      title: "Late Shift",
      premise: "Your first night on the radio desk. Nobody has told you what the red lamp is for.",
      setting:
        "# The station\n\nIt runs all night.\n\n## The Booth\n\nGlass on three sides.\n\n## The Roof\n\nGravel and a mast.",
      npcs: [
        person("Marty Voss", "Engineer", {
          id: "marty",
          background: "Marty has not slept since the mast came down. He hums.",
        }),
        person("Delia Crane", "Announcer", {
          id: "delia",
          background: "Delia reads the weather as if she had made it.",
        }),
      ],
      beats: [
        beat("b1", "Marty points at the red lamp and says nothing.", { location: "INT. THE BOOTH - NIGHT" }),
        beat("b2", "Delia holds the mast with one hand and the script with the other.", {
          location: "EXT. THE ROOF – LATER",
        }),
        beat("b3", "Marty has fallen asleep upon the switchboard.", { location: "INT. BOOTH - MONDAY MORNING" }),
        beat("b4", "Delia and Marty do not look at each other.", { location: "INT./EXT. LOADING DOCK - DAWN" }),
      ],
    },
    facts: {
      cast: [who("Marty Voss", "Marty", "he"), who("Delia Crane", "Delia", "she")],
      places: ["The Booth", "The Roof", "Loading Dock"].map((name) => ({ name })),
      beatStaging: [
        staged("b1", "The Booth", "Marty"),
        staged("b2", "The Roof", "Delia"),
        staged("b3", "The Booth", "Marty"),
        staged("b4", "Loading Dock", "Delia", "Marty"),
      ],
    },
  },
  {
    habit: "a player in somebody's old place",
    source: {
      title: "The Under-Librarian",
      premise: "The Librarian comes up by the morning cart, to take the place of a man who has lost his sight.",
      setting: "# The abbey\n\n## The Book Room\n\nCold.\n\n## The Infirmary\n\nWarm.",
      npcs: [
        person("Brother Anselm Roy", "Librarian for forty years, now blind", {
          id: "anselm",
          background: "Anselm lies in the Infirmary, and he has every shelf by heart.",
        }),
        person("Sister Perpetua", "Infirmarian", {
          id: "perpetua",
          background: "Perpetua keeps the Infirmary and her opinions.",
        }),
      ],
      beats: [
        beat("b1", "The Librarian finds the chained shelf open. Sister Perpetua comes in with a lamp.", {
          location: "The Book Room",
          consequences: ["The Librarian may ask for the key", "The Librarian has the lamp"],
        }),
        beat("b2", "Brother Anselm turns his face to the Librarian and asks which book it was.", {
          location: "The Infirmary",
          consequences: [
            "The Librarian knows that a book is gone",
            "Brother Anselm has been told",
            "The Librarian owes an answer",
          ],
        }),
        beat("b3", "The Librarian counts the chains again.", {
          location: "The Book Room",
          consequences: ["The Librarian knows the number", "The Librarian holds the key"],
        }),
      ],
    },
    facts: {
      cast: [
        who("Brother Anselm Roy", null, "he", "The Infirmary"),
        who("Sister Perpetua", null, "she", "The Infirmary"),
      ],
      beatStaging: [
        staged("b1", "The Book Room", "Sister Perpetua"),
        staged("b2", "The Infirmary", "Brother Anselm Roy"),
        staged("b3", "The Book Room"),
      ],
    },
  },
];
