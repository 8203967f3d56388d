/** Eight ways to reach a prototype by a patch or any other JSON, as text. */
export const HOSTILE: readonly [string, string][] = [
  ["__proto__ at the top", '{"__proto__":{"polluted":true}}'],
  ["constructor.prototype", '{"constructor":{"prototype":{"polluted":true}}}'],
  ["prototype at the top", '{"prototype":{"polluted":true}}'],
  ["__proto__ deep inside", '{"a":{"b":{"c":{"__proto__":{"polluted":true}}}}}'],
  ["__proto__ in a list", '{"a":[0,{"b":[{"__proto__":{"polluted":true}}]}]}'],
  ["__proto__ in escapes", '{"\\u005f\\u005fpr\\u006fto\\u005f\\u005f":{"polluted":true}}'],
  ["__proto__ set to null", '{"a":{"__proto__":null}}'],
  ["constructor beside good keys", '{"a":1,"b":{"constructor":{"prototype":{"polluted":true}},"c":2}}'],
];

/** What any of them would leave behind. */
export function isPolluted(): boolean {
  const plain: object = {};
  return "polluted" in plain || "polluted" in Object || "polluted" in [];
}
