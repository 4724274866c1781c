import type { Refusal } from "../api/problems.ts"

export const stopping: Refusal = {
  code: "ENGINE_STOPPED",
  message: "the server is stopping",
  remedy: "Come back in a moment, or ask another server",
}
