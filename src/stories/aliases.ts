import { meant, quoted } from "../model/names.ts"
import type { ReadReport } from "../model/read-finding.ts"
import { wrong } from "../model/read-finding.ts"
import type { Step } from "./story.ts"

/** `show`, or for another case of its family `show/<process>`, the second of them `show/<process>[2]`. */
export interface CaseName {
  readonly alias: string
  readonly process?: string
  readonly number: number
}

export function parseCaseName(text: string): CaseName {
  const [alias = "", rest] = text.split("/", 2)
  if (rest === undefined) return { alias, number: 1 }
  const match = /^(.*?)(?:\[(\d{1,9})\])?$/.exec(rest)
  return { alias, process: match?.[1] ?? rest, number: Number(match?.[2] ?? 1) }
}

/** The alias a step gives: its own word, or the name of the process. */
export function aliasOf({ action }: Step): string | undefined {
  if (action.do === "message") return action.start === undefined ? undefined : (action.as ?? action.start)
  return action.do === "start" ? (action.as ?? action.process) : undefined
}

/** Every `of:` speaks of a case that an earlier step has started. */
export function checkAliases(steps: readonly Step[], report: ReadReport): void {
  const known = new Set<string>()
  for (const step of steps) {
    const { action, path } = step
    checkAlias(step.of, [...path, "of"])
    if (action.do === "expect") checkAlias(action.expectation.of, [...path, "expect", "of"])
    const alias = aliasOf(step)
    if (alias !== undefined && step.refused === undefined) known.add(alias)
  }

  function checkAlias(text: string | undefined, path: Step["path"]): void {
    if (text === undefined || known.has(parseCaseName(text).alias)) return
    const message = `No step before this one has started a case called ${quoted(text)}.`
    const otherwise = known.size === 0 ? "Start one first." : `Known here: ${[...known].join(", ")}.`
    wrong(report, "UNKNOWN_CASE", path, message, meant(text, known, otherwise))
  }
}
