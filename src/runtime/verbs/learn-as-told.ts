import { treeKey } from "../../exceptions/tree.ts"
import type { Command } from "../../messages/commands.ts"
import type { Event } from "../../messages/events.ts"
import { type CaseId, familyOf, type ItemId } from "../../messages/ids.ts"
import { canonicalEvent } from "../../model/event-names.ts"
import { placeOfScope } from "../../model/scope-text.ts"
import { type Act, type Answer, actor, refuse } from "../answer.ts"
import type { Asking } from "../asking.ts"
import { isGrantingInPlace } from "../granting.ts"
import type { Machinery } from "../machinery.ts"
import { afterPart, learntAs } from "../partly-done.ts"
import { notPermitted } from "../permitting.ts"
import { partOf, type Request } from "../requests.ts"
import { type Learnt, learn, nothingThere } from "../teaching.ts"
import type { Lesson } from "./asked.ts"
import { recheck } from "./recheck.ts"
import { standingOf } from "./standing-of.ts"

/** A lesson as it was asked for. */
interface LessonAsked {
  readonly lesson: Lesson
  readonly act: Act
  readonly request: Request | undefined
}

interface WaitingPlace {
  readonly case: CaseId
  readonly item?: ItemId | undefined
}

/** Learns a rule, and does what it says in place of what runs where it was learnt, if that is asked for. */
export async function learnAsTold(
  machinery: Machinery,
  asking: Asking,
  { lesson, act, request }: LessonAsked,
): Promise<Answer<Learnt>> {
  const { from } = lesson
  if (typeof from !== "object" || !("version" in from || typeof from.case === "string")) return refuse(nothingThere)
  const forbidden = isGrantingInPlace(lesson.then)
    ? notPermitted(machinery.staffing.organisation, actor(act), "administer")
    : undefined
  if (forbidden) return refuse(forbidden)
  const { expected: _, ...unconditional } = act
  const isBefore = (request && (await asking.answeredBefore(request))) !== undefined
  if (lesson.replace && "case" in from && !isBefore) {
    const tried = await asking.do(familyOf(from.case), recheckOf(from), { ...unconditional, dryRun: true })
    if (!tried.ok) return tried
  }
  const key = treeKey(canonicalEvent(lesson.on), lesson.at)
  const learnt = await asking.edit(
    {
      act,
      request,
      prepare: (stamp) => learn(asking.teachingOf(act), lesson, stamp),
      standing: () => standingOf(key, machinery.rulebook.byKey(key) ?? { version: 0 }),
    },
    "teach",
    placeOfScope(lesson.at).process,
  )
  if (!learnt.ok || act.dryRun || !lesson.replace || "version" in from) return learnt
  const replaced = await asking.attempt(() =>
    asking.once(partOf(request, "replace"), (part) =>
      replaceThere(machinery, asking, { lesson, from, act: unconditional, request: part }),
    ),
  )
  const part = { done: learntAs(learnt.value), left: "replace what runs there, or recheck what waits" }
  const both = afterPart(part, replaced)
  return both.ok ? learnt : both
}

/** What runs because of the place's old answer is replaced; what waits there is asked again. */
async function replaceThere(
  machinery: Machinery,
  asking: Asking,
  { lesson, from, act, request }: LessonAsked & { readonly from: WaitingPlace },
): Promise<Answer<readonly Event[]>> {
  const loaded = await machinery.look(familyOf(from.case))
  const on = canonicalEvent(lesson.on)
  const { task } = placeOfScope(lesson.at)
  const isAt = (at: string) => task === undefined || from.item !== undefined || at === task
  for (const run of loaded?.handling.runs.values() ?? []) {
    const isThere = run.case === from.case && (from.item === undefined || run.item === from.item) && isAt(run.at)
    if (isThere && (run.on === on || machinery.rulebook.classes.names(run.on).includes(on)))
      return asking.do(familyOf(run.id), { type: "ReplaceRun", run: run.id, undo: lesson.undo ?? false }, act, {
        request,
      })
  }
  return recheck(machinery, asking, { at: from.item ? { item: from.item } : { case: from.case }, act, request })
}

function recheckOf({ case: id, item }: WaitingPlace): Command {
  return { type: "Recheck", case: id, ...(item && { item }) }
}
