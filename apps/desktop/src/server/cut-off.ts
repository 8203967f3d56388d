/** What becomes of an answer whose stream fails in the middle. */
import type { Writable } from "node:stream";

/**
 * The answer, with a stream that ends its connection where it fails: the page sees that it is not whole, and reads nothing of why.
 *
 * @param onFault - Told why.
 */
export function cutOffByFaults(
  answer: Response,
  connection: Pick<Writable, "destroy">,
  onFault: (error: unknown) => void,
): Response {
  // What is no stream has come to its end already.
  if (answer.body === null || answer.headers.get("content-type") === "application/json") return answer;
  const reader = answer.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        onFault(error);
        connection.destroy();
        controller.close();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, answer);
}
