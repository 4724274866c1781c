import type { Tree } from "../../exceptions/tree.ts"
import { familyOf } from "../../messages/ids.ts"
import { actor } from "../answer.ts"
import type { AnswerAllOptions } from "../answer-all.ts"
import type { Asking } from "../asking.ts"
import { type InterventionsAsked, interventionsFor } from "../intervention-lists.ts"
import type { Machinery } from "../machinery.ts"
import { countHandled, type Reevaluating } from "../reevaluating.ts"

/** Open interventions, as they are asked about once more. */
export function reevaluating(
  machinery: Machinery,
  asking: Asking,
  alsoForbids?: AnswerAllOptions["forbids"],
): Reevaluating {
  return {
    list: (asked) => openInterventions(machinery, asked),
    row: (id) => machinery.store.intervention(id),
    look: (id) => machinery.look(familyOf(id)),
    would: (family, command, act) => machinery.committer.would(family, command, actor(act)),
    forbids: async (command, id, act) =>
      (await alsoForbids?.(id)) ?? (await asking.notPermitted(familyOf(id), command, act)),
    attempt: (work) => asking.attempt(work),
    execute: (command, id, { expected: _, ...act }) => asking.do(familyOf(id), command, act),
  }
}

/** How many open interventions a tree would handle. */
export interface TreeHandles {
  readonly handles: number
}

export interface HandlesAsked {
  /** Whether those of a process count; absent: all do. */
  readonly isCounted?: (process: string) => boolean
}

export async function openHandled(
  machinery: Machinery,
  asking: Asking,
  { key, on, at }: Pick<Tree, "key" | "on" | "at">,
  { isCounted = () => true }: HandlesAsked,
): Promise<number> {
  const { classes, patterns } = machinery.rulebook
  if (!classes.has(on) && !patterns.has(on)) return 0
  const process = at.split("/")[0] ?? ""
  return countHandled(reevaluating(machinery, asking), {
    tree: key,
    isMeant: (row) => row.class !== undefined && classes.names(row.class).includes(on) && isCounted(row.process),
    ...(machinery.processes.newest(process) && { process }),
  })
}

export function openInterventions({ store, staffing, clock }: Machinery, asked: InterventionsAsked = {}) {
  return interventionsFor({ store, organisation: staffing.organisation, now: clock.now() }, asked)
}
