import { api, got } from "../../../server/api.js";

/** The models there are, and what they run on. */
export function askModels() {
  return got(api.models.$get());
}
