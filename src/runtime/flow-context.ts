import { stateBehind } from "../engine/done-steps.ts"
import type { Family, Frame } from "../engine/family.ts"
import { countOf, duringRound, isNamed, resultOf, roundOf } from "../engine/states.ts"
import type { Context } from "../messages/context.ts"
import { type CaseId, rootFrame } from "../messages/ids.ts"
import type { Json } from "../messages/json.ts"
import { type Process, stepNames } from "../model/net.ts"

/** What the functions of conditions would say in a case, at a frame of it: also about the other cases of its family. */
export function flowContext(
  { family }: { readonly family: Family },
  id: CaseId,
  at: Frame,
  processOf: (id: CaseId) => Process,
): Omit<Context, "names"> {
  const kept = new KeptFlow()
  const own = processOf(id)
  const ownSteps = stepNames(own)
  for (const other of family.cases.values()) {
    const process = processOf(other.id)
    const frame = other.id === id ? at : family.frames.get(rootFrame(other.id))
    // Of two cases of its own process, a rule means its own.
    if (frame === undefined || (other.id !== id && other.process === own.name)) continue
    const isPlain = (step: string) => other.id === id || !ownSteps.has(step)
    const namesOf = (step: string) => [`${other.process}/${step}`, ...(isPlain(step) ? [step] : [])]
    kept.note(family, process, frame, namesOf)
  }
  for (const { process } of family.cases.values()) {
    const result = resultOf(family, at, process)
    if (result !== undefined) kept.results[process] ??= result
  }
  return { ...kept }
}

class KeptFlow {
  readonly results: Record<string, Json> = {}
  readonly counts: Record<string, number> = {}
  readonly rounds: Record<string, number> = {}
  readonly past: Record<string, Record<string, string>> = {}
  readonly behind: Record<string, string> = {}

  note(family: Family, process: Process, frame: Frame, namesOf: (step: string) => readonly string[]): void {
    const past = pastOf(family, process, frame.case)
    for (const step of stepNames(process)) {
      if (!isNamed(step)) continue
      const count = countOf(family, frame.case, step)
      const result = resultOf(family, frame, step)
      const state = stateBehind(family, process, frame.case, step)
      const during = past.get(step)
      for (const name of namesOf(step)) {
        if (count > 0) this.counts[name] = count
        if (result !== undefined) this.results[name] = result
        if (process.blocks.get(step)?.kind === "while") this.rounds[name] = roundOf(family, frame, step)
        if (state !== "notReady") this.behind[name] = state
        if (during) this.past[name] = during
      }
    }
  }
}

/** How steps inside loops have stood in each round. */
function pastOf(family: Family, process: Process, id: CaseId): ReadonlyMap<string, Record<string, string>> {
  const past = new Map<string, Record<string, string>>()
  const most = Math.max(0, ...[...family.frames.values()].flatMap((frame) => roundsIn(frame, id)))
  if (most === 0) return past
  for (const step of stepNames(process)) {
    const during: Record<string, string> = {}
    for (let round = 1; round <= most; round++) {
      const state = duringRound(family, process, id, step, round)
      if (state !== "notReady") during[round] = state
    }
    if (Object.keys(during).length > 0) past.set(step, during)
  }
  return past
}

const roundsIn = (frame: Frame, id: CaseId): readonly number[] =>
  frame.case === id ? Object.values(frame.rounds).map(({ number }) => number) : []
