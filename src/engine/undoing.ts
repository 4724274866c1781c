import type { NetCommand } from "../messages/commands.ts"
import { engineAgent, type FrameId, instanceFrame } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { Level, Rewinding, Token } from "../messages/undoing.ts"
import { type Net, type Node, netOf } from "../model/net.ts"
import type { Deciding } from "./deciding.ts"
import { enable } from "./enabling.ts"
import { removeItem, withdraw, withdrawRivals } from "./ending.ts"
import { type Frame, hasToken, isLive } from "./family.ts"
import { aheadAgain } from "./passing.ts"
import { isRejection, reject, runningCase } from "./refusals.ts"
import { start } from "./starting.ts"

type Of<Type extends NetCommand["type"]> = Extract<NetCommand, { type: Type }>

/** What an item has written is put back, or it is marked void, or others have undone it: from now on it counts as undone. */
export function undoItem(deciding: Deciding, { type: _, ...undone }: Of<"UndoItem">): Rejection | undefined {
  if (!deciding.draft.cases.has(undone.case))
    return reject("CASE_NOT_FOUND", `there is no case ${undone.case}`, "Look the id up in the list of cases")
  deciding.emit({ type: "ItemUndone", ...undone })
  return undefined
}

/**
 * The flow of a case goes back to where it stood before a step was done: what came of that is gone, what it took is there again,
 * and so the step is enabled once more. What did not come of it stays.
 */
export function rewind(deciding: Deciding, command: Of<"Rewind">): Rejection | undefined {
  const { case: id, to, rewinding } = command
  const found = runningCase(deciding, id)
  if (isRejection(found)) return found
  const levels = [...rewinding.levels].reverse()
  const several = levels.find((level) => isClosed(deciding, level) && isOfSeveral(deciding, level, levels))
  if (several)
    return reject(
      "STEP_IN_INSTANCE",
      `"${to}" lies in one of several instances of "${several.of?.task}", which is over`,
      "Roll back to the whole of it, or further",
    )
  for (const item of rewinding.items.map((each) => deciding.draft.items.get(each))) {
    if (item === undefined || !isLive(item)) continue
    if (item.contested) withdraw(deciding, item.id)
    else deciding.moving(to, () => removeItem(deciding, item))
  }
  let around: Frame | undefined
  for (const [index, level] of levels.entries()) {
    const frame: Frame = reopened(deciding, level, around)
    const isInnermost = index === levels.length - 1
    putBack(deciding, level, frame, rewinding, isInnermost ? command : undefined)
    around = deciding.frame(frame.id)
  }
  return undefined
}

function isClosed(deciding: Deciding, { frame, of }: Level): boolean {
  const found = deciding.draft.frames.get(frame)
  return of !== undefined && (found === undefined || found.closed !== undefined)
}

function isOfSeveral(deciding: Deciding, { of }: Level, levels: readonly Level[]): boolean {
  const [root] = levels
  const process = root && deciding.process(deciding.frame(root.frame).case)
  const net = of && process?.nets.get(of.task)
  const node = net?.owner && process && netOf(process, net.owner.net).nodes.get(net.owner.node)
  return node?.many !== undefined
}

/** The frame as it is, or where its activity is over, a new one of a new incarnation. */
function reopened(deciding: Deciding, level: Level, around: Frame | undefined): Frame {
  if (level.of === undefined || around === undefined || !isClosed(deciding, level)) return deciding.frame(level.frame)
  const owner = deciding.draft.items.get(level.of.item)
  const node = deciding.net(around).nodes.get(level.of.task)
  if (node === undefined) throw new Error(`there is no "${level.of.task}" in ${around.id}`)
  const isStill = owner !== undefined && isLive(owner) && owner.frame === around.id
  const item = isStill ? owner.id : enable(deciding, around, node, [])
  if (isStill) deciding.emit({ type: "ItemRestarted", item, attempt: owner.attempt })
  start(deciding, deciding.item(item), { agent: engineAgent })
  const net = netOf(deciding.process(around.case), node.name)
  const frame = instanceFrame(item, deciding.item(item).opened + 1)
  deciding.emit({ type: "FrameOpened", frame, item, net: net.name, instance: 1, start: net.start })
  return deciding.frame(frame)
}

function putBack(
  deciding: Deciding,
  level: Level,
  frame: Frame,
  { taken, given, rounds }: Rewinding,
  inner: Pick<Of<"Rewind">, "to" | "passed"> | undefined,
): void {
  const isHere = (token: { readonly frame: FrameId }) => token.frame === level.frame
  const isNew = frame.id !== level.frame
  const net = deciding.net(frame)
  const gone = isNew ? [net.start] : taken.filter(isHere).map(({ place }) => place)
  const there = gone.filter((place) => hasToken(frame.marking, place))
  const back = given.filter((token) => isHere(token) && token.place !== net.end).map(({ place, by }) => ({ place, by }))
  const all = inner ? withEntry(net, inner.to, back, deciding.draft.version) : back
  const past = rounds[level.frame]
  if (there.length === 0 && all.length === 0 && past === undefined && !isNew) return
  const reentered = aheadAgain(
    deciding.process(frame.case),
    frame,
    net,
    all.map(({ place }) => place),
  )
  const version = deciding.emit({
    type: "FlowRewound",
    frame: frame.id,
    taken: there,
    given: all,
    ...(past && { rounds: past }),
    ...(inner && inner.passed.length > 0 && { passed: inner.passed }),
    ...(reentered.length > 0 && { reentered }),
    ...(isNew && level.of && { instead: level.frame, took: level.of.took }),
  })
  // Nobody waits for a token at the end.
  const contested = there.filter((place) => place !== net.end)
  deciding.because(version, () => withdrawRivals(deciding, deciding.frame(frame.id), contested))
  deciding.arrived(
    frame.id,
    all.map(({ place }) => place),
    version,
  )
}

/** Where a step was entered by nothing it took, it is entered as if it were its turn. */
function withEntry(net: Net, to: string, given: readonly Token[], version: number): readonly Token[] {
  const node: Node | undefined = net.nodes.get(to)
  if (node === undefined || given.some(({ place }) => node.inputs.includes(place))) return given
  const entry = node.join === "and" ? node.inputs : node.inputs.slice(0, 1)
  return [...given, ...entry.map((place) => ({ place, by: version }))]
}
