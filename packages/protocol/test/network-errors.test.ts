import { expect, it } from "vitest";
import { isNetworkError } from "../src/index.js";
import { networkCauseOf } from "../src/network-errors.js";

it.each([
  "network_error",
  "NETWORK_ERROR",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
])("[PR480] %s is the code of a network error", (code) => {
  expect(isNetworkError(code)).toBe(true);
});

it.each(["", "unexpected", "TOOL_FAILED", "TOOL_TIMEOUT", "ENOENT", "EPIPE", "constructor"])(
  "[PR480] %j is not",
  (code) => {
    expect(isNetworkError(code)).toBe(false);
  },
);

it("[PR480] the cause is found however an error wraps it", () => {
  const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
  expect(networkCauseOf(refused)).toBe("ECONNREFUSED");
  expect(networkCauseOf(new Error("outer", { cause: new Error("middle", { cause: refused }) }))).toBe("ECONNREFUSED");
  expect(networkCauseOf(new AggregateError([new Error("other"), refused]))).toBe("ECONNREFUSED");
  expect(networkCauseOf(new Error("plain"))).toBeNull();
  expect(networkCauseOf("text")).toBeNull();
  const circle = new Error("circle");
  circle.cause = circle;
  expect(networkCauseOf(circle)).toBeNull();
});
