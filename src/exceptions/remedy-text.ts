import type { Remedy } from "../messages/handling.ts"
import { says } from "./step-text.ts"

/** What is done about an exception, in a few words. */
export function remedyText(remedy: Remedy): string {
  switch (remedy.kind) {
    case "conclusion":
      return says(remedy.conclusion)
    case "arc":
      return `go on at ${remedy.to}`
    case "next":
      return "ask the next candidate"
    case "wait":
      return "wait until somebody is free"
    case "again":
      return "do it again"
    case "alternative":
      return `alternative ${remedy.number} for ${remedy.of}`
    case "skip":
      return "skip"
    case "fail":
      return remedy.activity ? "fail the activity around it" : "fail the case"
  }
}
