import type { Output } from "../client.ts"
import { localMoment } from "./local-moment.ts"

/** `message paid (key 42)`, or a moment; nothing for what does not wait by itself. */
export function waitText({ awaits, until }: Pick<Output<"item">, "awaits" | "until">): string {
  if (until !== undefined) return localMoment(until)
  if (awaits === undefined) return ""
  const { message, key } = awaits
  return `message ${message}${key === null ? "" : ` (key ${JSON.stringify(key)})`}`
}
