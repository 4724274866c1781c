import type { Finding, Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import { checkKeys, type Fields, optional, present, required } from "../model/read-fields.ts"
import type { ReadReport } from "../model/read-finding.ts"
import { type Reader, readList, readMap, readText } from "../model/read-value.ts"
import { placed, readSource, type SourceDocument } from "../model/source.ts"
import { checkAliases } from "./aliases.ts"
import { readMoment } from "./moment.ts"
import { readStep } from "./read-step.ts"
import { readWorkers } from "./read-workers.ts"
import type { Step, Story } from "./story.ts"

/** One document of a story file. With errors among the findings there is nothing that could be run. */
export interface ReadStory {
  readonly name: string
  readonly file: string
  readonly story?: Story
  readonly findings: readonly Finding[]
}

export const STORY_BEGINS = "2026-01-05T09:00:00Z"

/** Reads a story file, one story a document. Never throws; everything wrong with a story is in its findings, by line. */
export function readStories(file: string, text: string): readonly ReadStory[] {
  const source = readSource(file, text)
  const stories = source.documents.map((document) => readDocument(file, document))
  if (source.findings.length > 0) {
    const findings = [...source.findings, ...stories.flatMap((story) => story.findings)].sort(byPlace)
    return [{ name: stories[0]?.name ?? file, file, findings }]
  }
  return stories.length > 0 ? stories : [{ name: file, file, findings: [nothingIn(file)] }]
}

function readDocument(file: string, { value, locate }: SourceDocument): ReadStory {
  const findings: Finding[] = []
  const story = readStory(value, locate, (finding) => findings.push(placed(finding, locate)))
  findings.sort(byPlace)
  const isSound = findings.every(({ severity }) => severity !== "error")
  return { name: story?.name ?? file, file, findings, ...(story && isSound && { story }) }
}

function readStory(value: Json, locate: SourceDocument["locate"], report: ReadReport): Story | undefined {
  const map = readMap(value, [], "A story", report)
  if (map === undefined) return undefined
  const fields: Fields = { map, path: [], what: "a story", report }
  checkKeys(fields, ["story", "bundle", "now", "workers", "steps"])
  const name = required(fields, "story", readText, "Say in a sentence what the story tells.")
  const steps = required(fields, "steps", readSteps, "Write what happens as a list of steps.") ?? []
  checkAliases(steps, report)
  return {
    name: name ?? "(no name)",
    place: locate(["story"]),
    ...present({ bundle: optional(fields, "bundle", readText) }),
    now: optional(fields, "now", readMoment) ?? STORY_BEGINS,
    workers: optional(fields, "workers", readWorkers) ?? new Map(),
    steps,
    locate,
  }
}

const readSteps: Reader<readonly Step[]> = (value, path, what, report) => {
  const list = readList(value, path, what, report) ?? []
  return list.flatMap((step, index) => readStep(step, [...path, index] satisfies Path, report) ?? [])
}

function byPlace({ place: one }: Finding, { place: other }: Finding): number {
  return (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0)
}

function nothingIn(file: string): Finding {
  return {
    code: "EMPTY",
    severity: "error",
    place: { file, path: "" },
    message: "There is no story in this file.",
    remedy: "Write story: and steps:.",
  }
}
