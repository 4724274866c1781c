import { isLive } from "../engine/family.ts"
import { isHeld } from "../engine/holds.ts"
import { publicName } from "../engine/raise.ts"
import type { CaseId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import { caseName, instancesOf } from "./naming.ts"
import type { Played } from "./play.ts"
import type { Stage } from "./stage.ts"

/**
 * What a story expects of a case as it stands: its state, what is held in it, what people are asked, how often exlets have run, and how
 * the others of its family stand.
 */
export function expectedOf(stage: Stage, played: Played, id: CaseId, exlets: readonly string[] = []): JsonObject {
  const { state } = played
  const found = state.cases.get(id)
  const process = found && stage.processes.find(found.process, found.version)
  if (found === undefined || process === undefined) throw new Error(`there is no case ${id}`)
  const items: Record<string, string> = {}
  for (const item of state.items.values()) {
    if (item.case !== id || !isLive(item) || item.kind === "route" || item.task.includes("~")) continue
    const name = `${publicName(item.task)}${instancesOf(stage, played, item)
      .map((instance) => `[${instance}]`)
      .join("")}`
    items[name] = isHeld(state, item, process) ? `held ${item.status}` : item.status
  }
  const isHeldItself = [...state.holds.values()].some(({ target }) => target.kind === "case" && target.case === id)
  const name = caseName(played, id)
  const expected = {
    ...(name !== undefined && { of: name }),
    state: found.state,
    ...(found.state === "running" && { held: isHeldItself }),
    ...(Object.keys(items).length > 0 && { items }),
  }
  const asked = [...played.handling.interventions.values()].filter((each) => each.case === id).length
  const runs = Object.fromEntries(exlets.map((exlet) => [exlet, runsOf(played, id, exlet)]))
  return {
    expect: {
      ...expected,
      ...(asked > 0 && { interventions: asked }),
      ...(exlets.length > 0 && { exlets: runs }),
      ...familyOf(played),
    },
  }
}

/** Those in the case, else those in the family. */
function runsOf({ entries }: Played, id: CaseId, exlet: string): number {
  const all = entries
    .flatMap(({ events }) => events)
    .filter((event) => event.type === "RunStarted" && event.exlet === exlet)
  const own = all.filter((event) => event.type === "RunStarted" && event.case === id)
  return own.length > 0 ? own.length : all.length
}

/** Of each process that there is one case of. */
function familyOf({ state }: Played): JsonObject {
  const cases = [...state.cases.values()]
  const single = cases.filter(({ process }) => cases.filter((each) => each.process === process).length === 1)
  if (cases.length < 2) return {}
  return { family: Object.fromEntries(single.map(({ process, state: its }) => [process, its])) }
}
