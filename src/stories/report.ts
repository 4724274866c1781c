import type { Finding, Place } from "../messages/findings.ts"
import { describeFinding, describePlace } from "../model/describe-finding.ts"
import type { Failure, StoryResult } from "./run-story.ts"
import type { StoreKind } from "./storage.ts"

/** What became of one story, on every store it was run on. */
export interface StoryReport {
  readonly story: string
  readonly place: Place
  /** Empty when it could not even be read. */
  readonly runs: readonly { readonly store: StoreKind; readonly result: StoryResult }[]
  readonly findings: readonly Finding[]
}

export type Verdict = StoryResult["outcome"]

/** A story has passed if it has passed everywhere. */
export function verdictOf({ runs, findings }: StoryReport): Verdict {
  const outcomes = runs.map(({ result }) => result.outcome)
  if (findings.length > 0 || outcomes.length === 0 || outcomes.includes("unrunnable")) return "unrunnable"
  return outcomes.includes("failed") ? "failed" : "passed"
}

/** For people. */
export function describeReport(report: StoryReport): readonly string[] {
  const verdict = verdictOf(report)
  const title = `${marks[verdict]} ${report.story}`
  if (verdict === "passed") return [title]
  const details = new Map<string, StoreKind[]>()
  for (const { store, result } of report.runs) {
    const text = detailsOf(result)
    if (text !== "") details.set(text, [...(details.get(text) ?? []), store])
  }
  const runs = [...details].flatMap(([text, stores]) => [`on ${stores.join(" and ")}:`, ...text.split("\n")])
  return [title, ...indented([...report.findings.flatMap(findingLines), ...runs])]
}

/** For programs. */
export function reportJson(report: StoryReport): string {
  const { story, place, findings } = report
  const runs = report.runs.map(({ store, result }) => ({ store, ...result }))
  return JSON.stringify({ story, place, outcome: verdictOf(report), runs, findings })
}

/** The last lines: what could not be run, if anything, and then how many passed and failed, alone on a line. */
export function describeTotals(reports: readonly StoryReport[]): readonly string[] {
  const count = (verdict: Verdict) => reports.filter((report) => verdictOf(report) === verdict).length
  const lost = count("unrunnable")
  const first = lost === 0 ? [] : [`${lost} could not be run`]
  return [...first, `${count("passed")} passed, ${count("failed")} failed`]
}

const marks = { passed: "✓", failed: "✗", unrunnable: "?" } as const satisfies Record<Verdict, string>

function detailsOf(result: StoryResult): string {
  switch (result.outcome) {
    case "passed":
      return ""
    case "failed":
      return failureLines(result.failure).join("\n")
    case "unrunnable":
      return result.findings.flatMap(findingLines).join("\n")
  }
}

function failureLines({ place, step, problems, log }: Failure): readonly string[] {
  return [
    `${describePlace(place)} ${step}`,
    ...indented(
      problems.flatMap(({ place: at, what, expected, found }) => [
        ...(what === undefined ? [] : [`${what} (${describePlace(at)})`]),
        `  expected: ${expected}`,
        `  found:    ${found}`,
      ]),
    ),
    ...(log.length === 0 ? [] : ["what had happened in the family:", ...indented(log)]),
  ]
}

const findingLines = (finding: Finding): readonly string[] => describeFinding(finding).split("\n")

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`)
