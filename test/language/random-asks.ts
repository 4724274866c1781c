import fc from "fast-check"
import { isLive } from "../../src/engine/family.ts"
import type { Command } from "../../src/messages/commands.ts"
import type { Answer } from "../../src/messages/handling.ts"
import { asAgentId, asCaseId, asInterventionId, asItemId, asRunId, type TimerId } from "../../src/messages/ids.ts"
import type { JsonObject } from "../../src/messages/json.ts"
import type { FamilyStory } from "./family-story.ts"
import type { Whim } from "./random-commands.ts"

/** Long enough for something to happen. */
export const manyWhims = (): fc.Arbitrary<Whim[]> =>
  fc.array(fc.record({ kind: fc.nat(61), aim: fc.nat(99), extra: fc.nat(9) }), { minLength: 10, maxLength: 40 })

const somewhere: readonly JsonObject[] = [{}, {}, { n: 1 }, { flag: true }, { n: 2, flag: false }, { list: [5] }]

/** Turns a whim into a command about what is there now, in any case of the family. Half of all whims complete something. */
export function askOf({ kind, aim, extra }: Whim, story: Pick<FamilyStory, "state" | "handling" | "id">): Command {
  const { state, handling } = story
  const pick = <Value>(from: Iterable<Value>): Value | undefined => {
    const all = [...from]
    return all[aim % Math.max(1, all.length)]
  }
  const all = [...state.items.values()]
  const live = all.filter((item) => isLive(item) && item.kind !== "activity")
  const chosen = pick(extra === 9 || live.length === 0 ? all : live)
  const item = chosen?.id ?? asItemId(`${story.id}.i1`)
  const any = pick(all)?.id ?? item
  const running = [...state.cases.values()].filter(({ state: its }) => its === "running")
  const id = pick(running)?.id ?? asCaseId(story.id)
  const home = chosen?.case ?? id
  const data = somewhere[extra % somewhere.length] ?? {}
  const attempt = chosen?.attempt ?? 0
  const timer = pick(state.timers.values())?.id ?? (`${story.id}.t1` as TimerId)
  const intervention = pick(handling.interventions.keys()) ?? asInterventionId(`${story.id}.q1`)
  const run = pick(handling.runs.keys()) ?? asRunId(`${story.id}.r1`)
  const answer = answers[extra] ?? { do: "dismiss" }
  const parameters = {}
  const makers: readonly (() => Command)[] = [
    () => ({ type: "StartItem", item }),
    () => ({ type: "StartItem", item }),
    () => ({ type: "UpdateItem", item, data }),
    () => ({ type: "ForceCompleteItem", item: any, data }),
    () => ({ type: "FailItem", item: any }),
    () => ({ type: "SkipItem", item: any }),
    () => ({ type: "RemoveItem", item: any }),
    () => ({ type: "RestartItem", item: any }),
    () => ({ type: "RetryItem", item: any }),
    () => ({ type: "Suspend", target: extra < 4 ? { kind: "case", case: id } : { kind: "item", item } }),
    () => ({ type: "Continue", target: extra < 4 ? { kind: "case", case: id } : { kind: "item", item } }),
    () => ({ type: "ClaimItem", item, lease: 1000 }),
    () => ({ type: "ReportOutput", item, attempt, data }),
    () => ({ type: "ReportFailure", item, attempt, message: "boom" }),
    () => ({ type: "FireTimer", timer }),
    () => ({ type: "FireTimer", timer }),
    () => ({ type: "DeclineItem", item }),
    () => ({ type: "AssignItem", item: any }),
    () => (extra < 5 ? { type: "AwaitAgent", item } : { type: "AmendItem", item, needs: { role: "clerk" } }),
    () => ({ type: "SetData", case: id, data }),
    () => (extra < 3 ? { type: "RemoveCase", case: id } : { type: "StartItem", item }),
    () => ({ type: "RaiseEvent", class: "Alarm", case: id, parameters }),
    () => ({ type: "RaiseEvent", class: "Alarm", case: id, parameters }),
    () => ({ type: "RaiseEvent", class: "Glitch", case: home, item, parameters }),
    () => ({ type: "RaiseEvent", class: "Trouble", case: home, item, parameters }),
    () => ({ type: "RaiseEvent", class: "ItemAbort", case: home, item, parameters }),
    () => ({ type: "RaiseEvent", class: "whistle", case: id, parameters }),
    () => ({ type: "ReportUnforeseen", case: id, title: "Fog", text: "" }),
    () => ({ type: "AnswerIntervention", intervention, answer }),
    () => ({ type: "AnswerIntervention", intervention, answer }),
    () => ({ type: "AnswerIntervention", intervention, answer }),
    () => ({ type: "AnswerIntervention", intervention, answer }),
    () => ({ type: "AnswerIntervention", intervention, answer }),
    () => ({ type: "Recheck", case: id }),
    () => ({ type: "Recheck", case: home, item }),
    () => ({ type: "ReplaceRun", run, undo: extra < 5 }),
    () => ({ type: "ReplaceRun", run, undo: extra < 5 }),
    () => ({ type: "ReceiveMessage", case: id, name: "paid", key: extra % 3, data }),
    () => ({ type: "ReassignItem", item, to: asAgentId("ann") }),
    () => ({ type: "ProlongLease", item, attempt, lease: 1000 }),
    () => ({ type: "ReturnItem", item, attempt }),
    () => ({ type: "MissWorker", item: any }),
    () => ({ type: "Rollback", case: id, to: steps[extra % steps.length] ?? "t1" }),
    () => ({ type: "Rollback", case: home, item, to: steps[aim % steps.length] ?? "t1" }),
  ]
  return (makers[kind] ?? ((): Command => ({ type: "CompleteItem", item, data })))()
}

const steps = ["t1", "t2", "act", "each", "t3"]

const answers: readonly Answer[] = [
  { do: "dismiss" },
  { do: "run", exlet: "case0" },
  { do: "run", exlet: "item1" },
  { do: "retry" },
  { do: "skip" },
  { do: "remove", target: "item" },
  { do: "remove", target: "case" },
  { do: "confirm", answer: 1 },
  { do: "confirm", answer: "yes" },
  { do: "set", data: { n: 1 } },
]
