import type { HandlingCommand } from "../messages/commands.ts"
import type { CaseId, ItemId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Rejection } from "../messages/rejections.ts"
import { canonicalEvent } from "../model/event-names.ts"
import { examine, invalidPart } from "./examining.ts"
import type { TeachingParts } from "./teaching.ts"

/** What somebody wants to be run, where, and, if he says so, as an answer to what. */
export type RunAsked = {
  readonly case: CaseId
  readonly item?: ItemId
  /** The event its steps see; it does not happen. */
  readonly on?: string
  readonly with?: JsonObject
} & ({ readonly exlet: string } | { readonly steps: Json })

/** The command it comes to, or what is wrong with its steps. */
export function runCommand(
  parts: TeachingParts,
  { case: id, item, on, with: parameters = {}, ...program }: RunAsked,
): Extract<HandlingCommand, { readonly type: "RunExlet" }> | Rejection {
  const about = { case: id, ...(item && { item }), on: on === undefined ? "run" : canonicalEvent(on), parameters }
  if ("exlet" in program) return { type: "RunExlet", ...about, program: { exlet: program.exlet } }
  const { bundle, findings } = examine({ exlets: { steps: program.steps } }, parts)
  const [exlet] = bundle.repertoire.exlets
  if (exlet === undefined || findings.some(({ severity }) => severity === "error"))
    return invalidPart("what is to be run", /^exlets\.(?=steps)/, findings)
  return { type: "RunExlet", ...about, program: { steps: exlet.steps } }
}
