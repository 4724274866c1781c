import type { Finding, Place } from "../messages/findings.ts"
import { engineAgent, familyOf } from "../messages/ids.ts"
import { rejectionStatus } from "../messages/rejections.ts"
import type { BundleFile } from "../model/bundle.ts"
import { discrepancies } from "./expect.ts"
import type { Discrepancy, Expectation } from "./expectation.ts"
import type { Outcome } from "./outcome.ts"
import { perform } from "./perform.ts"
import type { StoreKind } from "./storage.ts"
import type { Step, Story } from "./story.ts"
import { World } from "./world.ts"

export interface RunOptions {
  readonly store: StoreKind
  /** Kills the engine after every step; that must change nothing. */
  readonly crashEverywhere: boolean
  /** False: the net machine alone, as in `EngineOptions`. */
  readonly checks?: boolean
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
  const world = await World.open(story, options.store, options.checks)
  try {
    const deployed = await world.engine.deploy(files)
    if (!deployed.ok) return { outcome: "unrunnable", findings: deployed.rejection.findings ?? [] }
    for (const step of story.steps) {
      const problems = await take(world, story, step, options).catch((error: unknown) => [thrown(story, step, error)])
      if (problems.length > 0) return { outcome: "failed", failure: await failureOf(world, story, step, problems) }
    }
    return { outcome: "passed" }
  } finally {
    await world.close()
  }
}

async function take(world: World, story: Story, step: Step, options: RunOptions): Promise<readonly Problem[]> {
  const problems =
    step.action.do === "expect"
      ? await look(world, story, step, step.action.expectation)
      : await act(world, story, step)
  if (problems.length === 0 && options.crashEverywhere) await world.crash()
  return problems
}

async function act(world: World, story: Story, step: Step): Promise<readonly Problem[]> {
  const last = step.refused === undefined ? undefined : ((await world.entries()).at(-1)?.position ?? 0)
  const outcome = await perform(world, step)
  await world.rest()
  const place = story.locate(step.path)
  const verdict = judge(step, outcome)
  if (verdict) return [{ place, ...verdict }]
  const [aside] = await world.engine.quarantined()
  if (aside) return [{ place, expected: goesOn, found: `family ${aside.family} was set aside: ${aside.error}` }]
  const entries = last === undefined ? [] : await world.entries({ after: last })
  // Rules that have changed are asked again before somebody takes an item; what they say is not what the step did.
  if (entries[0]?.command === "Recheck" && entries[0].by === engineAgent) return []
  const changes = entries.flatMap(({ events }) => events)
  if (changes.length === 0) return []
  return [{ place, expected: "that a refused step changes nothing", found: changes.map(({ type }) => type).join(", ") }]
}

async function look(world: World, story: Story, step: Step, expectation: Expectation): Promise<readonly Problem[]> {
  const name = expectation.of ?? step.of
  const id = await world.caseOf(name)
  const view = id && (await world.engine.case(id, { most: Number.POSITIVE_INFINITY }))
  if (!view)
    return [
      {
        place: story.locate(step.path),
        expected: "a case to look at",
        found: `no case ${name ?? "has been started yet"}`,
      },
    ]
  const found = await discrepancies(world, view, expectation)
  await world.looked()
  return found.map((each) => problemOf(story, step, each))
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
