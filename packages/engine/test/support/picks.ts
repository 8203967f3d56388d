/** A model's picks for a plan: the last scene kind, the first person or topic, a promise. */
export function picksOf(schema: unknown): string {
  const { properties } = schema as {
    properties: { scene: { enum: string[] }; about?: { items: { enum: string[] } } };
  };
  return JSON.stringify({
    scene: properties.scene.enum.at(-1),
    ...(properties.about ? { about: properties.about.items.enum.slice(0, 1) } : {}),
    past: "promise",
  });
}
