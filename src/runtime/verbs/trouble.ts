import type { PatternProgress } from "../../exceptions/pattern-progress.ts"
import type { Event } from "../../messages/events.ts"
import { type CaseId, type ExceptionId, type FamilyId, familyOf, type ItemId, type RunId } from "../../messages/ids.ts"
import { type PaletteStep, stepPalette } from "../../model/step-palette.ts"
import type { ExceptionQuery, ExceptionRow } from "../../store/port.ts"
import { type Act, type Answer, refuse } from "../answer.ts"
import type { Question } from "../asked-now.ts"
import type { Asking } from "../asking.ts"
import { type Ladder, ladderOf, type Outlook, outlookOn } from "../ladders.ts"
import type { Machinery } from "../machinery.ts"
import { patternViews } from "../pattern-views.ts"
import { requestOf } from "../requests.ts"
import { type RunAsked, runCommand } from "../running-by-hand.ts"
import { type Trigger, triggersAt } from "../triggers.ts"
import { type RunView, runView } from "../views.ts"
import type { Raised, Rechecked, RolledBack, Unforeseen } from "./asked.ts"
import { recheck } from "./recheck.ts"

/** What goes wrong, and what is done about it. */
export function troubleVerbs(machinery: Machinery, asking: Asking) {
  return {
    /** Raises an exception, a trigger or a plain event at a case or one of its items. */
    raise(what: Raised, act: Act = {}): Promise<Answer<readonly Event[]>> {
      const { class: name, case: id, item, with: parameters = {} } = what
      return asking.once(requestOf(act, { raise: name, case: id, item, with: parameters }), async (request) => {
        const behind = machinery.shared && (await machinery.behind())
        if (behind) return refuse(behind)
        const known = machinery.rulebook.classes
        const named = known.has(name) || machinery.rulebook.wants(name) ? name : (known.titled(name) ?? name)
        const command = { type: "RaiseEvent", class: named, case: id, ...(item && { item }), parameters } as const
        return asking.do(familyOf(id), command, act, { request })
      })
    },

    /** How far each pattern has come in a family: what has been seen of it, since and until when, and what is missing. */
    async patternProgress(family: FamilyId): Promise<readonly PatternProgress[]> {
      const found = await machinery.look(family)
      return found ? patternViews(found, machinery.rulebook, machinery.clock.now()) : []
    },

    /** The exlets that run in a family, in all of its cases, oldest first. */
    async runs(family: FamilyId): Promise<readonly RunView[]> {
      const found = await machinery.families.look(family)
      return found ? [...found.handling.runs.values()].map(runView) : []
    },

    /** Reports what nobody has foreseen: the case is held at once, and somebody is asked. */
    report({ case: id, item, title, text = "" }: Unforeseen, act?: Act): Promise<Answer<readonly Event[]>> {
      const command = { type: "ReportUnforeseen", case: id, ...(item && { item }), title, text } as const
      return asking.execute(familyOf(id), command, act)
    },

    /** What people may raise at a case or an item as it stands, and what would be done about it. */
    async triggers(at: { readonly case: CaseId } | { readonly item: ItemId }): Promise<readonly Trigger[]> {
      const family = familyOf("case" in at ? at.case : at.item)
      const loaded = await machinery.look(family)
      if (loaded === undefined) return []
      return triggersAt(loaded, at, machinery.facts(), machinery.rulebook)
    },

    /** Those open, in the order they were raised; with `open: false` all. */
    exceptions(query: Partial<ExceptionQuery> = {}): Promise<readonly ExceptionRow[]> {
      return machinery.store.exceptions({ limit: 100, ...query })
    },

    /** The way of an exception so far: each stage with what it looked at, what it did not choose and why. */
    ladder(id: ExceptionId): Promise<Ladder | undefined> {
      return ladderOf(machinery.store, id)
    },

    /** What would be done about an event at a case or item, stage by stage, and the order of the scopes there; nothing is done. */
    applies(question: Question, act: Act = {}): Promise<Outlook | undefined> {
      return outlookOn(asking.teachingOf(act), question, machinery.clock.now())
    },

    /** Asks the trees again about a waiting item, or about a case: its waiting items and open exceptions. */
    recheck(at: Rechecked, act: Act = {}): Promise<Answer<readonly Event[]>> {
      return asking.once(requestOf(act, { recheck: at }), (request) => recheck(machinery, asking, { at, act, request }))
    },

    /** Every step an exlet can have. */
    stepForms(): readonly PaletteStep[] {
      return stepPalette()
    },

    /** Runs an exlet, or steps written in place, at a case or one of its items, by hand. */
    async run(asked: RunAsked, act: Act = {}): Promise<Answer<readonly Event[]>> {
      const command = runCommand(asking.teachingOf(act), asked)
      return "code" in command ? refuse(command) : asking.execute(familyOf(asked.case), command, act)
    },

    /** Undoes a task or activity and all that came of it, newest first, and enables it again. */
    rollback({ case: id, item, to }: RolledBack, act?: Act): Promise<Answer<readonly Event[]>> {
      return asking.execute(familyOf(id), { type: "Rollback", case: id, ...(item && { item }), to }, act)
    },

    /** Ends a run and does what the tree says now; `undo` puts back what it wrote into the case. */
    replace(run: RunId, act: Act & { readonly undo?: boolean } = {}): Promise<Answer<readonly Event[]>> {
      return asking.execute(familyOf(run), { type: "ReplaceRun", run, undo: act.undo ?? false }, act)
    },
  }
}
