/** The eight people of One Wheel Over in cut paper, each with what their profile says one sees of them. */
import { mix } from "./wheel-parts.mjs";
import { Sheet } from "./paper.mjs";

const SHADE = "#2a1c20";

/** Head and shoulders, facing the reader. */
class Bust {
  constructor({
    seed,
    ground,
    skin,
    face = [112, 142],
    head = [400, 318],
    shoulders = 230,
    top,
    neck = 52,
    slope = 60,
  }) {
    this.s = new Sheet({ width: 800, height: 800, seed, ground });
    Object.assign(this, { skin, face, head, shoulders, top, neck, slope });
    this.s.put(this.s.ellipse(400, 380, 360, 360), mix(ground, "#ffffff", 0.22), { depth: 0 });
  }

  /** What lies behind the face: hair that is long, a collar that stands. */
  behind(draw) {
    draw(this.s, this);
    return this;
  }

  body() {
    const {
      s,
      head: [x, y],
      face: [, h],
      shoulders: w,
      neck,
      slope,
      skin,
      top,
    } = this;
    const base = y + h;
    s.put(
      s.cut(
        [
          [x - neck, base - 40],
          [x + neck, base - 40],
          [x + neck + 18, base + 70],
          [x - neck - 18, base + 70],
        ],
        2,
      ),
      mix(skin, SHADE, 0.16),
      { depth: 1 },
    );
    s.put(
      s.blob([
        [x - neck - 12, base + 40],
        [x - w * 0.7, base + slope + 20],
        [x - w, base + slope + 110],
        [x - w - 26, 860],
        [x + w + 26, 860],
        [x + w, base + slope + 110],
        [x + w * 0.7, base + slope + 20],
        [x + neck + 12, base + 40],
        [x, base + 70],
      ]),
      top,
      { depth: 3 },
    );
    return this;
  }

  faceOf({ brow = SHADE, mouth = "calm", cheeks = 0.2, old = false, eyes = 0 } = {}) {
    const {
      s,
      head: [x, y],
      face: [w, h],
      skin,
    } = this;
    const dark = mix(skin, SHADE, 0.3);
    for (const side of [-1, 1])
      s.put(s.ellipse(x + side * w * 0.98, y + 16, 20, 32), mix(skin, SHADE, 0.1), { depth: 1 });
    s.put(
      s.blob([
        [x - w, y - 30],
        [x - w * 0.94, y + 46],
        [x - w * 0.56, y + h * 0.82],
        [x, y + h],
        [x + w * 0.56, y + h * 0.82],
        [x + w * 0.94, y + 46],
        [x + w, y - 30],
        [x + w * 0.7, y - h * 0.78],
        [x, y - h * 0.96],
        [x - w * 0.7, y - h * 0.78],
      ]),
      skin,
      { depth: 2 },
    );
    for (const side of [-1, 1]) {
      const ex = x + side * w * 0.42;
      s.put(s.ellipse(ex + side * 6, y + 46, w * 0.2, w * 0.15), "#c8563f", { depth: 0, opacity: cheeks });
      s.put(s.ellipse(ex, y - 2, 13, 8.5), "#fbf6ec", { depth: 0 });
      s.put(s.ellipse(ex + eyes, y - 1, 7.4, 7.8, 16), SHADE, { depth: 0 });
      s.put(s.strip(ex - side * 24, y - 30, ex + side * 26, y - 27 + (old ? 4 : 0), 9, 5), brow, { depth: 0 });
      if (old)
        for (const dy of [16, 24])
          s.put(s.strip(ex + side * 18, y + dy - 6, ex + side * 34, y + dy, 2.4), dark, { depth: 0, opacity: 0.7 });
    }
    s.put(
      s.cut(
        [
          [x + 3, y - 10],
          [x + 20, y + 42],
          [x - 14, y + 44],
        ],
        3,
      ),
      dark,
      { depth: 0, opacity: 0.55 },
    );
    const my = y + h * 0.56;
    if (mouth === "smile")
      s.put(
        s.blob([
          [x - 38, my - 6],
          [x, my + 6],
          [x + 38, my - 6],
          [x + 20, my + 20],
          [x, my + 26],
          [x - 20, my + 20],
        ]),
        "#8c3a34",
        { depth: 0 },
      );
    else if (mouth === "sly")
      s.put(
        s.blob([
          [x - 36, my - 2],
          [x, my + 4],
          [x + 40, my - 14],
          [x + 22, my + 10],
          [x, my + 15],
          [x - 18, my + 8],
        ]),
        "#94423a",
        { depth: 0 },
      );
    else if (mouth === "firm") s.put(s.strip(x - 28, my + 4, x + 28, my + 2, 7), "#8c4a42", { depth: 0 });
    else
      s.put(
        s.blob([
          [x - 28, my + 1],
          [x, my - 3],
          [x + 28, my + 1],
          [x, my + 12],
        ]),
        "#94463e",
        { depth: 0 },
      );
    if (mouth === "smile")
      s.put(
        s.blob([
          [x - 26, my + 1],
          [x, my + 8],
          [x + 26, my + 1],
          [x + 14, my + 12],
          [x - 14, my + 12],
        ]),
        "#fbf6ec",
        { depth: 0 },
      );
    return this;
  }

  with(draw) {
    draw(this.s, this);
    return this.s;
  }
}

function barla() {
  return new Bust({ seed: 3, ground: "#c9b98f", skin: "#e6bd97", top: "#6c7f87", shoulders: 190, face: [104, 138] })
    .behind((s) => {
      s.put(
        s.blob([
          [286, 250],
          [270, 400],
          [300, 500],
          [352, 470],
          [448, 470],
          [500, 500],
          [530, 400],
          [514, 250],
        ]),
        "#5a3a28",
        { depth: 1 },
      );
    })
    .body()
    .faceOf({ mouth: "smile", brow: "#4a2f22", cheeks: 0.3 })
    .with((s) => {
      s.put(
        s.cut(
          [
            [398, 402],
            [406, 402],
            [402, 411],
          ],
          0,
        ),
        "#8c3a34",
        { depth: 0 },
      );
      // A man's cap.
      s.put(
        s.blob([
          [272, 236],
          [280, 160],
          [340, 118],
          [440, 112],
          [514, 150],
          [532, 232],
          [470, 250],
          [330, 252],
        ]),
        "#54524e",
        { depth: 3 },
      );
      s.put(
        s.blob([
          [300, 226],
          [400, 206],
          [506, 222],
          [540, 258],
          [470, 262],
          [400, 250],
          [320, 268],
        ]),
        "#3d3c3a",
        { depth: 2 },
      );
      // Braces, grease, and a coil of red twine.
      for (const x of [316, 470]) s.put(s.strip(x, 540, x - 12, 820, 26), "#4a3526", { depth: 1 });
      for (const [x, y, r] of [
        [236, 700, 34],
        [570, 716, 40],
        [350, 372, 12],
        [586, 640, 20],
      ])
        s.put(s.ellipse(x, y, r, r * 0.62), "#26282d", { depth: 0, opacity: 0.6 });
      for (const [r, tint] of [
        [74, "#b23b2e"],
        [56, "#c94c3c"],
        [38, "#a23327"],
      ])
        s.put(s.ring(610, 706, r, r * 0.8, 13), tint, { depth: 1 });
    });
}

function cadosch() {
  return new Bust({ seed: 5, ground: "#aebfd8", skin: "#ecc9a6", top: "#c59a63", shoulders: 224, face: [110, 146] })
    .body()
    .faceOf({ mouth: "sly", brow: "#33241d", eyes: 3 })
    .with((s) => {
      s.put(
        s.blob([
          [286, 300],
          [280, 214],
          [330, 150],
          [430, 138],
          [506, 182],
          [520, 300],
          [504, 262],
          [470, 214],
          [380, 206],
          [318, 236],
        ]),
        "#33241d",
        { depth: 2 },
      );
      // Shirt, tie with its pearl, lapels of camel.
      s.put(
        s.cut(
          [
            [346, 466],
            [458, 466],
            [400, 800],
          ],
          2,
        ),
        "#f8f3e6",
        { depth: 1 },
      );
      s.put(
        s.cut(
          [
            [384, 500],
            [420, 500],
            [436, 700],
            [402, 760],
            [368, 700],
          ],
          2,
        ),
        "#6b2f45",
        { depth: 1 },
      );
      s.put(
        s.cut(
          [
            [378, 478],
            [426, 478],
            [418, 514],
            [386, 514],
          ],
          2,
        ),
        "#7d3a52",
        { depth: 1 },
      );
      s.put(s.ellipse(402, 566, 11), "#fdf8ee", { depth: 2 });
      s.put(
        s.cut(
          [
            [336, 462],
            [388, 800],
            [210, 800],
            [262, 590],
          ],
          3,
        ),
        "#b08549",
        { depth: 2 },
      );
      s.put(
        s.cut(
          [
            [468, 462],
            [416, 800],
            [592, 800],
            [542, 590],
          ],
          3,
        ),
        "#b08549",
        { depth: 2 },
      );
      // The sample case of bells.
      s.put(s.rect(506, 628, 264, 150, 4), "#5b3a2a", { depth: 3 });
      s.put(s.rect(524, 644, 228, 118, 2), "#7c2f33", { depth: 0 });
      for (const [x, k] of [
        [568, 1],
        [640, 0.84],
        [702, 0.68],
      ]) {
        s.put(
          s.blob([
            [x - 34 * k, 750],
            [x - 22 * k, 728],
            [x - 18 * k, 750 - 62 * k],
            [x, 750 - 76 * k],
            [x + 18 * k, 750 - 62 * k],
            [x + 22 * k, 728],
            [x + 34 * k, 750],
          ]),
          "#d5a842",
          { depth: 1 },
        );
        s.put(s.ring(x, 750 - 80 * k, 9 * k, 9 * k, 3), "#b78a2c", { depth: 0 });
        s.put(s.ellipse(x, 752, 8 * k), "#8d6a22", { depth: 0 });
      }
    });
}

function gaudenz() {
  return new Bust({
    seed: 7,
    ground: "#b7c59a",
    skin: "#dcb08b",
    top: "#7c8a8f",
    shoulders: 276,
    face: [124, 146],
    head: [400, 340],
    neck: 70,
    slope: 26,
  })
    .body()
    .faceOf({ mouth: "calm", brow: "#e9e4d8", old: true, cheeks: 0.28 })
    .with((s) => {
      for (const side of [-1, 1])
        s.put(
          s.blob([
            [400 + side * 128, 268],
            [400 + side * 142, 330],
            [400 + side * 118, 392],
            [400 + side * 108, 330],
          ]),
          "#e9e4d8",
          { depth: 1 },
        );
      s.put(
        s.blob([
          [330, 404],
          [400, 388],
          [470, 404],
          [478, 434],
          [400, 420],
          [322, 434],
        ]),
        "#efeadf",
        { depth: 1 },
      );
      s.put(
        s.blob([
          [300, 232],
          [340, 194],
          [400, 182],
          [460, 194],
          [500, 232],
          [400, 210],
        ]),
        "#e9e4d8",
        { depth: 0, opacity: 0.6 },
      );
      // The leather apron, a missing button, chalk on the right cuff.
      s.put(
        s.cut(
          [
            [268, 560],
            [532, 560],
            [580, 820],
            [220, 820],
          ],
          4,
        ),
        "#7b5334",
        { depth: 3 },
      );
      s.put(s.strip(282, 566, 330, 470, 24), "#5f3f27", { depth: 2 });
      s.put(s.strip(518, 566, 470, 470, 24), "#5f3f27", { depth: 2 });
      for (const [y, there] of [
        [610, true],
        [674, false],
        [738, true],
      ]) {
        if (there) s.put(s.ellipse(400, y, 13), "#cfa54a", { depth: 1 });
        else s.put(s.ellipse(400, y, 4), "#3f2a1a", { depth: 0 });
      }
      s.put(
        s.blob([
          [128, 700],
          [190, 676],
          [216, 730],
          [150, 770],
        ]),
        "#f2ede0",
        { depth: 0, opacity: 0.8 },
      );
      // The tapping hammer.
      s.put(s.strip(640, 820, 664, 610, 18, 16), "#a8784c", { depth: 3 });
      s.put(
        s.cut(
          [
            [596, 588],
            [728, 596],
            [726, 636],
            [594, 626],
          ],
          3,
        ),
        "#56606a",
        { depth: 3 },
      );
    });
}

function lareida() {
  return new Bust({
    seed: 9,
    ground: "#c4b2d6",
    skin: "#e9c6a4",
    top: "#33507e",
    shoulders: 184,
    face: [94, 146],
    head: [400, 310],
    neck: 40,
    slope: 70,
  })
    .behind((s) => s.put(s.ellipse(400, 190, 64, 52), "#8d8a8c", { depth: 1 }))
    .body()
    .faceOf({ mouth: "firm", brow: "#6f6c70", old: true, cheeks: 0.14 })
    .with((s) => {
      s.put(
        s.blob([
          [302, 316],
          [300, 226],
          [350, 172],
          [450, 172],
          [500, 226],
          [498, 316],
          [478, 252],
          [400, 208],
          [322, 252],
        ]),
        "#9b989a",
        { depth: 2 },
      );
      // A pencil behind the left ear.
      s.put(s.strip(500, 330, 548, 214, 11), "#d8a73c", { depth: 2 });
      s.put(
        s.cut(
          [
            [543, 222],
            [556, 226],
            [554, 196],
          ],
          0.5,
        ),
        "#efdcb8",
        { depth: 0 },
      );
      // A pressed tunic, a standing collar, five brass buttons, a key on a cord.
      s.put(
        s.cut(
          [
            [344, 442],
            [456, 442],
            [470, 496],
            [330, 496],
          ],
          2,
        ),
        "#28406a",
        { depth: 2 },
      );
      s.put(s.strip(400, 496, 400, 820, 4), "#223659", { depth: 0 });
      for (let i = 0; i < 5; i++) s.put(s.ellipse(424, 536 + i * 58, 13), "#d9ab45", { depth: 1 });
      s.put(s.strip(362, 488, 384, 560, 3), "#efe6cf", { depth: 0 });
      s.put(s.ring(386, 574, 13, 13, 5), "#e4c164", { depth: 1 });
      s.put(`${s.rect(383, 586, 7, 40, 0.5)}${s.rect(390, 606, 12, 6, 0.5)}${s.rect(390, 617, 9, 6, 0.5)}`, "#e4c164", {
        depth: 1,
      });
      for (const side of [-1, 1])
        s.put(
          s.cut(
            [
              [400 + side * 96, 520],
              [400 + side * 170, 548],
              [400 + side * 166, 568],
              [400 + side * 92, 540],
            ],
            1,
          ),
          "#d9ab45",
          { depth: 1 },
        );
    });
}

function menga() {
  return new Bust({
    seed: 11,
    ground: "#d9b09c",
    skin: "#efcfae",
    top: "#a9623f",
    shoulders: 138,
    face: [96, 116],
    head: [400, 366],
    neck: 32,
    slope: 60,
  })
    .behind((s) => {
      for (const side of [-1, 1])
        s.put(
          s.blob([
            [400 + side * 84, 400],
            [400 + side * 134, 470],
            [400 + side * 120, 560],
            [400 + side * 96, 560],
            [400 + side * 92, 470],
          ]),
          "#7a4b2c",
          { depth: 1 },
        );
    })
    .body()
    .faceOf({ mouth: "calm", brow: "#6b4228", cheeks: 0.32, eyes: -2 })
    .with((s) => {
      s.put(s.ellipse(424, 462, 13, 9), "#26305e", { depth: 0, opacity: 0.85 });
      s.put(s.ellipse(438, 452, 5), "#26305e", { depth: 0, opacity: 0.85 });
      // A railway cap, down to the ears.
      s.put(
        s.blob([
          [262, 330],
          [262, 230],
          [320, 176],
          [400, 162],
          [480, 176],
          [538, 230],
          [538, 330],
          [470, 316],
          [400, 312],
          [330, 316],
        ]),
        "#2f4a76",
        { depth: 3 },
      );
      s.put(
        s.blob([
          [282, 322],
          [400, 300],
          [518, 322],
          [524, 352],
          [400, 334],
          [276, 352],
        ]),
        "#1d2c49",
        { depth: 2 },
      );
      s.put(s.ring(400, 250, 26, 26, 7), "#d9ab45", { depth: 1 });
      for (const side of [-1, 1])
        s.put(
          s.cut(
            [
              [400 + side * 24, 246],
              [400 + side * 74, 226],
              [400 + side * 62, 258],
            ],
            2,
          ),
          "#d9ab45",
          { depth: 1 },
        );
      // The satchel across her chest, with luggage labels.
      s.put(s.strip(318, 560, 560, 800, 22), "#5f3f27", { depth: 2 });
      s.put(s.rect(520, 690, 160, 120, 4), "#7b5334", { depth: 3 });
      s.put(
        s.cut(
          [
            [516, 684],
            [684, 690],
            [676, 744],
            [524, 742],
          ],
          3,
        ),
        "#936645",
        { depth: 2 },
      );
      for (const [x, turn] of [
        [560, -8],
        [620, 10],
      ])
        s.put(
          s.cut(
            [
              [x - 24, 656],
              [x + 24, 656],
              [x + 24, 704],
              [x, 722],
              [x - 24, 704],
            ],
            1,
          ),
          "#efe0bd",
          { depth: 1, turn: [turn, x, 690] },
        );
    });
}

function nesa() {
  return new Bust({
    seed: 13,
    ground: "#a9c4bd",
    skin: "#e4b892",
    top: "#8a4a3c",
    shoulders: 252,
    face: [122, 138],
    head: [400, 312],
    neck: 62,
    slope: 44,
  })
    .behind((s) =>
      s.put(
        s.blob([
          [280, 240],
          [280, 316],
          [350, 366],
          [450, 366],
          [520, 316],
          [520, 240],
          [400, 130],
        ]),
        "#6b4228",
        { depth: 1 },
      ),
    )
    .body()
    .faceOf({ mouth: "calm", brow: "#53321e", cheeks: 0.34 })
    .with((s) => {
      s.put(
        s.blob([
          [276, 312],
          [280, 212],
          [340, 152],
          [460, 152],
          [520, 212],
          [524, 312],
          [492, 246],
          [400, 212],
          [308, 246],
        ]),
        "#74482b",
        { depth: 2 },
      );
      s.put(s.ellipse(400, 140, 78, 46), "#74482b", { depth: 2 });
      // A wooden comb in her hair.
      s.put(
        s.cut(
          [
            [450, 96],
            [520, 128],
            [508, 152],
            [438, 120],
          ],
          2,
        ),
        "#c99558",
        { depth: 2 },
      );
      for (let i = 0; i < 5; i++)
        s.put(s.strip(446 + i * 14, 122 + i * 6, 438 + i * 14, 142 + i * 6, 5), "#c99558", { depth: 0 });
      // Two aprons tied one over the other.
      s.put(
        s.cut(
          [
            [276, 556],
            [524, 556],
            [570, 820],
            [230, 820],
          ],
          4,
        ),
        "#d7cbb0",
        { depth: 2 },
      );
      s.put(
        s.cut(
          [
            [306, 600],
            [494, 600],
            [522, 820],
            [278, 820],
          ],
          4,
        ),
        "#f7f0dd",
        { depth: 2 },
      );
      s.put(s.strip(280, 560, 346, 462, 18), "#d7cbb0", { depth: 1 });
      s.put(s.strip(520, 560, 454, 462, 18), "#d7cbb0", { depth: 1 });
      // Rolled sleeves; a scald across the left forearm.
      s.put(s.strip(612, 640, 520, 800, 74, 64), "#e4b892", { depth: 3 });
      s.put(s.strip(640, 590, 596, 664, 100, 92), "#9d5747", { depth: 2 });
      s.put(s.strip(188, 640, 280, 800, 74, 64), "#e4b892", { depth: 3 });
      s.put(s.strip(160, 590, 204, 664, 100, 92), "#9d5747", { depth: 2 });
      s.put(
        s.blob([
          [556, 706],
          [596, 720],
          [584, 752],
          [544, 738],
        ]),
        "#c76f5b",
        { depth: 0, opacity: 0.8 },
      );
    });
}

function onna() {
  return new Bust({
    seed: 15,
    ground: "#c9b98f",
    skin: "#d6a883",
    top: "#6a6f57",
    shoulders: 236,
    face: [126, 132],
    head: [400, 326],
    neck: 66,
    slope: 30,
  })
    .behind((s) =>
      s.put(
        s.blob([
          [284, 300],
          [276, 400],
          [320, 436],
          [480, 436],
          [524, 400],
          [516, 300],
        ]),
        "#cfc9bd",
        { depth: 1 },
      ),
    )
    .body()
    .faceOf({ mouth: "firm", brow: "#a7a196", old: true, cheeks: 0.26 })
    .with((s) => {
      // A leather cap.
      s.put(
        s.blob([
          [268, 296],
          [270, 214],
          [330, 160],
          [400, 150],
          [470, 160],
          [530, 214],
          [532, 296],
          [400, 250],
        ]),
        "#7b5334",
        { depth: 3 },
      );
      for (const side of [-1, 1])
        s.put(
          s.blob([
            [400 + side * 130, 280],
            [400 + side * 146, 350],
            [400 + side * 126, 400],
            [400 + side * 108, 340],
          ]),
          "#6a4529",
          { depth: 2 },
        );
      s.put(s.strip(400, 152, 400, 250, 5), "#54361f", { depth: 0 });
      // The plumb line round her neck; lime on her coat.
      s.put(s.strip(336, 470, 396, 660, 5), "#efe6cf", { depth: 0 });
      s.put(s.strip(464, 470, 404, 660, 5), "#efe6cf", { depth: 0 });
      s.put(
        s.cut(
          [
            [380, 654],
            [420, 654],
            [428, 700],
            [400, 752],
            [372, 700],
          ],
          1,
        ),
        "#b58a3c",
        { depth: 3 },
      );
      for (const [x, y, r] of [
        [214, 660, 26],
        [250, 724, 16],
        [580, 690, 30],
        [540, 760, 18],
        [300, 640, 10],
      ])
        s.put(s.ellipse(x, y, r, r * 0.7), "#f2eee4", { depth: 0, opacity: 0.65 });
      s.put(
        s.cut(
          [
            [346, 464],
            [400, 520],
            [454, 464],
            [478, 500],
            [400, 584],
            [322, 500],
          ],
          3,
        ),
        "#7c8168",
        { depth: 1 },
      );
    });
}

function placi() {
  return new Bust({
    seed: 17,
    ground: "#b7c59a",
    skin: "#e7c3a0",
    top: "#f0e9d8",
    shoulders: 202,
    face: [104, 144],
    head: [386, 346],
    neck: 46,
    slope: 34,
  })
    .body()
    .faceOf({ mouth: "calm", brow: "#cfcac0", old: true, cheeks: 0.22, eyes: 2 })
    .with((s) => {
      // Well brushed: white hair with a parting.
      s.put(
        s.blob([
          [280, 330],
          [274, 258],
          [314, 206],
          [352, 196],
          [346, 232],
          [306, 262],
        ]),
        "#f4f0e7",
        { depth: 2 },
      );
      s.put(
        s.blob([
          [352, 196],
          [430, 192],
          [480, 226],
          [496, 330],
          [478, 270],
          [430, 230],
          [348, 230],
        ]),
        "#f4f0e7",
        { depth: 2 },
      );
      // The green waistcoat, and a watch without hands on its chain.
      s.put(
        s.cut(
          [
            [318, 512],
            [386, 640],
            [454, 512],
            [520, 560],
            [540, 820],
            [232, 820],
            [252, 560],
          ],
          3,
        ),
        "#3f7a5b",
        { depth: 2 },
      );
      s.put(s.strip(386, 640, 386, 820, 3), "#2c5844", { depth: 0 });
      for (let i = 0; i < 3; i++) s.put(s.ellipse(404, 668 + i * 54, 9), "#d9ab45", { depth: 1 });
      s.put(
        s.blob([
          [346, 500],
          [386, 524],
          [426, 500],
          [434, 540],
          [386, 526],
          [338, 540],
        ]),
        "#26282d",
        { depth: 2 },
      );
      for (let i = 0; i < 9; i++)
        s.put(s.ring(412 + i * 11, 722 + Math.sin((i / 8) * Math.PI) * 18, 7, 5, 2.4), "#d9ab45", { depth: 0 });
      s.put(s.ellipse(518, 746, 32), "#d9ab45", { depth: 2 });
      s.put(s.ellipse(518, 746, 24), "#fbf6ea", { depth: 0 });
      for (let i = 0; i < 12; i++)
        s.put(
          s.ellipse(518 + 18 * Math.cos((i * Math.PI) / 6), 746 + 18 * Math.sin((i * Math.PI) / 6), 1.8, undefined, 12),
          "#3a3430",
          { depth: 0 },
        );
      // A napkin over his forearm.
      s.put(s.strip(170, 640, 330, 760, 70, 62), "#f0e9d8", { depth: 3 });
      s.put(
        s.cut(
          [
            [200, 640],
            [300, 700],
            [286, 830],
            [176, 790],
          ],
          5,
        ),
        "#fffdf6",
        { depth: 3 },
      );
      s.put(s.strip(214, 690, 200, 800, 4), "#ddd5c2", { depth: 0 });
    });
}

const PEOPLE = { barla, cadosch, gaudenz, lareida, menga, nesa, onna, placi };

export const PICTURES = Object.fromEntries(
  Object.entries(PEOPLE).map(([id, draw]) => [
    `art/characters/${id}`,
    { draw, of: `a portrait after the appearance in characters/npcs/${id}/profile.json` },
  ]),
);
