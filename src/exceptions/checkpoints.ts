import type { NetCommand } from "../messages/commands.ts"
import { type CaseId, engineAgent, type ItemId } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import { ask, noParameters, type Occasion, treesFor } from "./asking.ts"
import type { Handling } from "./handling.ts"
import { runMandatory } from "./mandatory.ts"
import type { ItemFacts, Looking } from "./port.ts"
import type { Reacting } from "./reacting.ts"
import { follow } from "./runs.ts"
import { leftBehind } from "./stalling.ts"

/** Before or after a case. */
export function checkCase(reacting: Reacting, id: CaseId, on: "casePre" | "casePost"): void {
  if (!reacting.port.rules.wants(on)) return
  const found = reacting.port.case(id)
  if (!found?.isRunning) return
  const occasion = occasionOf(reacting, on, { case: id, at: found.process })
  if (runMandatory(reacting, occasion) === "solving" || !reacting.port.case(id)?.isRunning) return
  const advice = ask(reacting, occasion)
  if (advice) follow(reacting, occasion, advice)
}

export function checkBefore(reacting: Reacting, id: ItemId): void {
  if (!reacting.port.rules.wants("itemPre")) return
  const item = reacting.port.item(id)
  if (item && isWork(item) && isWaiting(item)) checkFirst(reacting, item, "itemPre")
}

export function checkAfter(reacting: Reacting, id: ItemId): void {
  if (!reacting.port.rules.wants("itemPost")) return
  const item = reacting.port.item(id)
  if (item && isWork(item)) checkFirst(reacting, item, "itemPost")
}

/** An update is a question too: is anything wrong with the item now? If a rule says so, it is an exception. */
export function checkDuring(reacting: Reacting, id: ItemId): void {
  const { port, draft } = reacting
  const { classes } = port.rules
  if (!port.rules.wants("ConstraintViolation")) return
  const item = port.item(id)
  if (!item?.isLive) return
  for (const raised of draft.exceptions.values())
    if (raised.item === id && classes.is(raised.class, "ConstraintViolation")) return
  const advice = ask(reacting, occasionAt(reacting, item, "ConstraintViolation"))
  if (advice === undefined || advice.conclusion.kind === "nothing") return
  const raised = reacting.raise({
    type: "RaiseException",
    class: "ConstraintViolation",
    case: item.case,
    item: id,
    at: item.task,
    parameters: {},
    holds: { kind: "item", item: id },
  })
  if (raised) reacting.advised.set(raised, advice)
}

/** Binds a nominated item to its worklets, once it is free to be done. */
export function select(reacting: Reacting, id: ItemId, isAgain = false): void {
  if (!reacting.port.rules.wants("select")) return
  const item = reacting.port.item(id)
  if (!item?.isNominated || !isWaiting(item) || item.isHeld) return
  if (!isAgain && !hasChanged(reacting, item, "select")) return
  const occasion = occasionAt(reacting, item, "select")
  const advice = ask(reacting, occasion)
  if (advice?.conclusion.kind !== "worklets") return
  const refused = reacting.order({ type: "TakeItem", item: id })
  if (refused === undefined) follow(reacting, occasion, advice)
  else
    reacting.order({
      type: "RaiseException",
      class: "HandlerFailed",
      case: item.case,
      item: id,
      at: item.task,
      parameters: { on: "select", message: refused.message },
      holds: { kind: "item", item: id },
    })
}

/** Holds were lifted: what waited for its selection gets it. */
export function selectWaiting(reacting: Reacting): void {
  const { port } = reacting
  if (!port.rules.wants("select")) return
  for (const { id, isRunning } of [...port.cases()])
    if (isRunning) for (const item of port.nominatedOf(id)) select(reacting, item.id)
}

/** Whether a tree that has a say about a waiting item has changed since it was asked. */
export function hasChanged(
  { port, draft }: { readonly port: Looking; readonly draft: Pick<Handling, "checks"> },
  item: ItemFacts,
  on: "itemPre" | "select",
): boolean {
  if (!isWaiting(item) || !(on === "select" ? item.isNominated : isWork(item))) return false
  const check = draft.checks.get(item.id)
  const said = check?.[on]
  if (said?.isAnswered) return false
  for (const tree of treesFor(port, { on, case: item.case, item: item.id })) {
    if (!said?.walks.some((walk) => walk.tree === tree.key && walk.version === tree.version)) return true
    if (said.conclusion?.tree === tree.key) return false
  }
  return false
}

/** Once more, now that something is different; where its check failed, or its selection, that is done again as well. */
export function retryItem(
  reacting: Reacting,
  command: Extract<NetCommand, { readonly type: "RetryItem" }>,
): Rejection | undefined {
  const id = command.item
  const hasFailed = [...reacting.draft.exceptions.values()].some(
    ({ item, class: name, parameters }) =>
      item === id && name === "HandlerFailed" && (parameters.on === "itemPre" || parameters.on === "select"),
  )
  const left = leftBehind(reacting, { kind: "item", item: id })
  const refused = reacting.order(command)
  if (!refused && left.length > 0) reacting.order({ type: "LiftHolds", holds: left.map((hold) => hold.id) })
  if (refused || !hasFailed) return refused
  reacting.catchUp()
  checkAgain(reacting, id, false)
  return undefined
}

/** Asks again about a waiting item. What the same rule has already led to is not done twice. */
export function checkAgain(reacting: Reacting, id: ItemId, ifChanged: boolean): void {
  const item = reacting.port.item(id)
  if (!item || !isWaiting(item)) return
  if (isWork(item) && (!ifChanged || hasChanged(reacting, item, "itemPre"))) check(reacting, item, "itemPre")
  select(reacting, id, !ifChanged)
}

const isWork = ({ kind }: ItemFacts): boolean => kind === "work" || kind === "program"
const isWaiting = ({ isLive, status }: ItemFacts): boolean => isLive && status !== "started"

/** What is mandatory is done once for each check, and before the rules are asked, unless that is an answer already. */
function checkFirst(reacting: Reacting, item: ItemFacts, on: "itemPre" | "itemPost"): void {
  if (!reacting.port.case(item.case)?.isRunning) return
  if (runMandatory(reacting, occasionAt(reacting, item, on)) === "solving") return
  const now = reacting.port.item(item.id)
  if (now && (on === "itemPost" || isWaiting(now))) check(reacting, now, on)
}

function check(reacting: Reacting, item: ItemFacts, on: "itemPre" | "itemPost"): void {
  if (!reacting.port.case(item.case)?.isRunning) return
  const before = on === "itemPre" ? reacting.draft.checks.get(item.id)?.itemPre?.conclusion : undefined
  const occasion = occasionAt(reacting, item, on)
  const advice = ask(reacting, occasion)
  if (advice === undefined || (before?.tree === advice.tree && before.node === advice.node)) return
  follow(reacting, occasion, advice)
}

function occasionAt(reacting: Reacting, { id, case: caseId, task }: ItemFacts, on: string): Occasion {
  return occasionOf(reacting, on, { case: caseId, at: task, item: id })
}

function occasionOf(reacting: Reacting, on: string, place: Pick<Occasion, "case" | "at" | "item">): Occasion {
  const depth = Math.max(reacting.port.case(place.case)?.depth ?? 0, reacting.depth)
  return { ...place, on, parameters: noParameters, by: engineAgent, depth }
}
