/** How well something ranks: measures of retrieval and of agreement. */

/**
 * @param queries - `{relevant}`, ids of what each should find.
 * @param rankings - Ids in the order in which each query found them, the best first.
 * @returns Shares from 0 to 1: `hit1`, a relevant one on top; `recall3`, relevant ones in the top 3; `mrr`, 1 / place of the first relevant one.
 */
export function retrieval(queries, rankings) {
  const sums = { hit1: 0, recall3: 0, mrr: 0 };
  for (const [at, { relevant }] of queries.entries()) {
    const found = rankings[at];
    const place = found.findIndex((id) => relevant.includes(id));
    sums.hit1 += place === 0 ? 1 : 0;
    sums.recall3 += found.slice(0, 3).filter((id) => relevant.includes(id)).length / relevant.length;
    sums.mrr += place < 0 ? 0 : 1 / (place + 1);
  }
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum / queries.length]));
}

/** @returns Spearman's correlation of two lists of numbers. */
export function spearman(ones, others) {
  const [a, b] = [placesOf(ones), placesOf(others)];
  const mean = (a.length - 1) / 2;
  let [together, first, second] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    together += (a[at] - mean) * (b[at] - mean);
    first += (a[at] - mean) ** 2;
    second += (b[at] - mean) ** 2;
  }
  return together / Math.sqrt(first * second);
}

function placesOf(values) {
  const places = new Float64Array(values.length);
  for (const [place, at] of [...values.keys()].sort((a, b) => values[a] - values[b]).entries()) places[at] = place;
  return places;
}
