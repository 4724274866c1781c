import fc from "fast-check"
import { isLive } from "../../src/engine/family.ts"
import type { NetCommand } from "../../src/messages/commands.ts"
import type { HoldTarget } from "../../src/messages/holds.ts"
import { asAgentId, asItemId, type ItemId, type TimerId } from "../../src/messages/ids.ts"
import type { JsonObject } from "../../src/messages/json.ts"
import type { CaseStory } from "./case-story.ts"

/** A command still to be aimed: which kind, at which of what is there, with which data. */
export interface Whim {
  readonly kind: number
  readonly aim: number
  readonly extra: number
}

export const whims = (maxLength = 25): fc.Arbitrary<Whim[]> =>
  fc.array(fc.record({ kind: fc.nat(99), aim: fc.nat(99), extra: fc.nat(9) }), { maxLength })

const somewhere: readonly JsonObject[] = [
  {},
  {},
  { n: 1 },
  { flag: true },
  { n: 2, flag: false },
  { list: [5] },
  { n: "no" },
]

/** Turns a whim into a command about what is there now. Half of all whims complete something, so that stories go on. */
export function commandOf({ kind, aim, extra }: Whim, story: CaseStory): NetCommand {
  const all = [...story.family.items.values()]
  const live = all.filter((item) => isLive(item) && item.kind !== "activity")
  const among = extra === 9 || live.length === 0 ? all : live
  const chosen = among[aim % Math.max(1, among.length)]
  const item: ItemId = chosen?.id ?? asItemId("f.i1")
  const any = all[aim % Math.max(1, all.length)]?.id ?? item
  const attempt = chosen?.attempt ?? 0
  const data = somewhere[extra % somewhere.length] ?? {}
  const timer = [...story.family.timers.values()][aim % Math.max(1, story.family.timers.size)]
  const makers: readonly (() => NetCommand)[] = [
    () => ({ type: "StartItem", item }),
    () => ({ type: "UpdateItem", item, data }),
    () => ({ type: "AcceptItem", item }),
    () => ({ type: "HandBackItem", item }),
    () => ({ type: "ReassignItem", item, to: asAgentId("ann") }),
    () => ({ type: "DeclineItem", item }),
    () => ({ type: "ForceCompleteItem", item: any, data }),
    () => ({ type: "FailItem", item: any }),
    () => ({ type: "SkipItem", item: any }),
    () => ({ type: "RemoveItem", item: any }),
    () => ({ type: "RestartItem", item: any }),
    () => ({ type: "RetryItem", item: any }),
    () => ({ type: "AddInstance", item: any, element: extra }),
    () => ({ type: "Suspend", target: targetOf(story, aim, extra) }),
    () => ({ type: "Suspend", target: targetOf(story, aim, extra) }),
    () => ({ type: "Continue", target: targetOf(story, aim, extra) }),
    () => ({ type: "Continue", target: targetOf(story, aim, extra) }),
    () => ({ type: "ClaimItem", item, lease: 1000 }),
    () => ({ type: "ClaimItem", item, lease: 1000 }),
    () => ({ type: "ReportOutput", item, attempt, data }),
    () => ({ type: "ReportFailure", item, attempt, message: "boom" }),
    () => ({ type: "ExpireLease", item, attempt }),
    () => ({ type: "FireTimer", timer: timer?.id ?? ("f.t1" as TimerId) }),
    () => ({ type: "SetData", case: story.case.id, data }),
    () => ({ type: "ReceiveMessage", case: story.case.id, name: "paid", key: extra % 3, data }),
    () => (extra === 0 ? { type: "RemoveCase", case: story.case.id } : { type: "StartItem", item }),
    () => ({ type: "ProlongLease", item, attempt, lease: 1000 }),
    () => ({ type: "ReturnItem", item, attempt }),
    () => ({ type: "MissWorker", item: any }),
    () => moveOf({ kind: 0, aim, extra }, story),
    () => moveOf({ kind: 1, aim, extra }, story),
    () => moveOf({ kind: 2, aim, extra }, story),
    () => moveOf({ kind: 3, aim, extra }, story),
    () => moveOf({ kind: 4, aim, extra }, story),
    () => ({ type: "EmptyActivity", item: any }),
  ]
  const complete = (): NetCommand => ({ type: "CompleteItem", item, data: extra === 6 ? data : extra < 4 ? {} : data })
  return (makers[kind] ?? complete)()
}

/** Lets the flow go on somewhere else: by a jump, from an item or the case, by an arc, or with an alternative. */
export function moveOf({ kind, aim, extra }: Whim, { process, family, case: { id } }: CaseStory): NetCommand {
  const live = [...family.items.values()].filter(isLive)
  const item = live[aim % Math.max(1, live.length)]?.id ?? asItemId("f.i1")
  const nodes = [...process.nets.values()].flatMap((net) => [...net.nodes.values()])
  const names = [...nodes.map(({ name }) => name), ...process.blocks.keys()].filter((name) => !name.includes("~"))
  const to = names[(aim * 10 + extra) % Math.max(1, names.length)] ?? "nowhere"
  const replaceable = [...process.nets.values()].flatMap(({ alternatives }) => [...alternatives.keys()])
  const of = replaceable[extra % Math.max(1, replaceable.length)] ?? "nothing"
  switch (kind % 5) {
    case 0:
      return { type: "Jump", case: id, to }
    case 1:
      return { type: "Jump", case: id, item, to }
    case 2:
      return { type: "Jump", case: id, item, to, clears: "behind" }
    case 3:
      return { type: "TakeArc", item, to }
    default:
      return { type: "TakeAlternative", item, of, number: 1 + (aim % 2) }
  }
}

/** One of the places where a hold can be: the case, an item, an activity, or what follows a task anywhere. */
export function targetOf(story: CaseStory, aim: number, extra: number): HoldTarget {
  const items = [...story.family.items.values()].filter((item) => extra === 5 || isLive(item))
  const item = items[aim % Math.max(1, items.length)]
  if (item === undefined || extra < 2) return { kind: "case", case: story.case.id }
  return extra < 6 ? { kind: "item", item: item.id } : { kind: "after", frame: item.frame, task: item.task }
}
