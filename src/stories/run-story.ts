import type { Finding, Place } from "../messages/findings.ts"
import { familyOf } from "../messages/ids.ts"
import { rejectionStatus } from "../messages/rejections.ts"
import type { BundleFile } from "../model/bundle.ts"
import { discrepancies } from "./expect.ts"
import type { Discrepancy } from "./expectation.ts"
import { notYet } from "./not-yet.ts"
import type { Outcome } from "./outcome.ts"
import { perform } from "./perform.ts"
import type { StoreKind } from "./storage.ts"
import type { Step, Story } from "./story.ts"
import { World } from "./world.ts"

export interface RunOptions {
  readonly store: StoreKind
  /** Kills the engine after every step; that must change nothing. */
  readonly crashEverywhere: boolean
}

export type StoryResult =
  | { readonly outcome: "passed" }
  | { readonly outcome: "failed"; readonly failure: Failure }
  | { readonly outcome: "unrunnable"; readonly findings: readonly Finding[] }

/** Where a story went wrong, what was expected and found there, and what had happened until then. */
export interface Failure {
  readonly place: Place
  readonly step: string
  readonly problems: readonly Problem[]
  /** Of the family the step is about, one line per record. */
  readonly log: readonly string[]
}

export interface Problem {
  readonly place: Place
  /** Which expectation, as in `items.doShow`. */
  readonly what?: string
  readonly expected: string
  readonly found: string
}

/** Runs a story against the files of its bundle, in virtual time, until its end or its first failing step. */
export async function runStory(story: Story, files: readonly BundleFile[], options: RunOptions): Promise<StoryResult> {
  const missing = notYet(story)
  if (missing.length > 0) return { outcome: "unrunnable", findings: missing }
  const world = await World.open(story, files, options.store)
  try {
    const deployed = await world.engine.deploy(files)
    if (!deployed.ok) return { outcome: "unrunnable", findings: deployed.rejection.findings ?? [] }
    for (const step of story.steps) {
      const problems = await take(world, story, step).catch((error: unknown) => [thrown(story, step, error)])
      if (problems.length > 0) return { outcome: "failed", failure: await failureOf(world, story, step, problems) }
      if (options.crashEverywhere) await world.crash()
    }
    return { outcome: "passed" }
  } finally {
    await world.close()
  }
}

async function take(world: World, story: Story, step: Step): Promise<readonly Problem[]> {
  const last = step.refused === undefined ? undefined : ((await world.entries()).at(-1)?.position ?? 0)
  const outcome = await perform(world, step)
  await world.rest()
  const place = story.locate(step.path)
  const verdict = judge(step, outcome)
  if (verdict) return [{ place, ...verdict }]
  const [aside] = await world.engine.quarantined()
  if (aside) return [{ place, expected: goesOn, found: `family ${aside.family} was set aside: ${aside.error}` }]
  if (last !== undefined) {
    const changes = (await world.entries({ after: last })).flatMap(({ events }) => events.map(({ type }) => type))
    if (changes.length > 0)
      return [{ place, expected: "that a refused step changes nothing", found: changes.join(", ") }]
  }
  if (step.action.do !== "expect") return []
  const { expectation } = step.action
  const id = await world.caseOf(expectation.of ?? step.of)
  const view = id && (await world.engine.case(id))
  if (!view)
    return [{ place, expected: "a case", found: `no case ${expectation.of ?? step.of ?? "has been started yet"}` }]
  return (await discrepancies(world, view, expectation)).map((each) => problemOf(story, step, each))
}

const goesOn = "that the engine goes on"

function judge({ refused }: Step, outcome: Outcome): { readonly expected: string; readonly found: string } | undefined {
  if (outcome.kind === "mistaken") return { expected: "a step that can be taken", found: outcome.message }
  const wanted = refused === true ? "refused" : `refused with ${refused}`
  if (outcome.kind === "accepted") return refused === undefined ? undefined : { expected: wanted, found: "accepted" }
  const { code, message } = outcome.rejection
  const found = `refused with ${code}: ${message}`
  if (refused === undefined) return { expected: "accepted", found }
  const isRefusal = rejectionStatus[code] < 500
  return (refused === true && isRefusal) || refused === code ? undefined : { expected: wanted, found }
}

function problemOf(story: Story, step: Step, { path, expected, found }: Discrepancy): Problem {
  return { place: story.locate([...step.path, "expect", ...path], "key"), what: path.join("."), expected, found }
}

function thrown(story: Story, step: Step, error: unknown): Problem {
  const found = error instanceof Error ? `an error: ${error.stack ?? error.message}` : `an error: ${String(error)}`
  return { place: story.locate(step.path), expected: goesOn, found }
}

async function failureOf(world: World, story: Story, step: Step, problems: readonly Problem[]): Promise<Failure> {
  const of = step.action.do === "expect" ? (step.action.expectation.of ?? step.of) : step.of
  const log = await world
    .caseOf(of)
    .then((id) => (id ? world.engine.log(familyOf(id)) : []))
    .catch(() => [])
  return { place: story.locate(step.path), step: step.title, problems, log }
}
