/** How often, and how many milliseconds apart, a failed tool is tried again. */
export interface RetryPolicy {
  readonly maxRetries: number;
  readonly backoffMs: number;
}

/**
 * Exponential backoff: how long to wait before a retry. Implements rule EX20.
 *
 * @param policy - Supplies `backoffMs`, the base delay in milliseconds.
 * @param retry - 1 for the first retry. The first try is not a retry and has no delay.
 * @returns Delay in milliseconds: `backoffMs`, twice that, four times that, and so on.
 * @throws {RangeError} If `retry` is not an integer from 1 to `policy.maxRetries`.
 */
export function backoffDelayMs(policy: RetryPolicy, retry: number): number {
  if (!Number.isInteger(retry) || retry < 1 || retry > policy.maxRetries) {
    throw new RangeError(`retry must be an integer from 1 to ${policy.maxRetries}, got ${retry}`);
  }
  // No jitter: one device has no herd of clients to spread out, and fixed delays keep traces comparable.
  return policy.backoffMs * 2 ** (retry - 1);
}
