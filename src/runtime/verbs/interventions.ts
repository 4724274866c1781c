import type { Command } from "../../messages/commands.ts"
import type { Event } from "../../messages/events.ts"
import { asAgentId, type CaseId, familyOf, type InterventionId } from "../../messages/ids.ts"
import type { Json } from "../../messages/json.ts"
import type { Process } from "../../model/net.ts"
import type { InterventionRow, OpenGroup } from "../../store/port.ts"
import { type Act, type Answer, accept, actor, refuse } from "../answer.ts"
import { type AnswerAllOptions, type AnsweredAll, type AnsweringAll, answerAll } from "../answer-all.ts"
import { type Answering, answerAsTold, wrongAnswer } from "../answering.ts"
import type { Asking } from "../asking.ts"
import { closedQuestion } from "../closed-question.ts"
import { type Deployment, deploy } from "../deploying.ts"
import type { EditAsked } from "../edits.ts"
import type { LoadedFamily } from "../families.ts"
import { type InterventionsAsked, momentOf } from "../intervention-lists.ts"
import type { Machinery } from "../machinery.ts"
import { notPermitted } from "../permitting.ts"
import { possibleAnswers } from "../possible-answers.ts"
import { type Frozen, frozen, handledNow, type Reevaluated, reevaluate, type Selected } from "../reevaluating.ts"
import { engineStopped, noMoment, outcomeUnknown } from "../refusals.ts"
import { partOf, type Request, requestOf } from "../requests.ts"
import { type Similar, similarTo } from "../similar-cases.ts"
import { takeBack } from "../taking-back.ts"
import { type InterventionView, interventionView } from "../views.ts"
import { learnAsTold } from "./learn-as-told.ts"
import { placeIn } from "./place-in.ts"
import { openInterventions, reevaluating } from "./reevaluating-open.ts"

/** Questions to people, and their answers. */
export function interventionVerbs(machinery: Machinery, asking: Asking) {
  async function similar(id: InterventionId): Promise<Similar | undefined> {
    const row = await machinery.store.intervention(id)
    if (row?.class === undefined) return row && { cases: [], answers: [] }
    const open = (await machinery.look(familyOf(id)))?.handling.interventions.get(id)
    const { class: name, process, at } = row
    return similarTo(machinery.store, machinery.rulebook.classes, {
      exception: open?.exception,
      class: name,
      process,
      at,
    })
  }

  function answeringAll(request: Request | undefined, { isShown, ...by }: AnswerAllOptions): AnsweringAll {
    const selection = partOf(request, "selection")
    return {
      wrong: (told) => wrongAnswer(asking.teachingOf(by), told),
      freeze: async (selected) => {
        const before = selection && (await asking.answeredBefore<Frozen>(selection))
        if (before?.ok) return before.value
        const meant = await frozen(reevaluating(machinery, asking), selected, isShown)
        if (selection) await machinery.committer.remember(selection, meant)
        return meant
      },
      answer: (id, told, act) =>
        asking.once(partOf(request, id), (part) =>
          answerAsTold(asking.teachingOf(act), answering(part), id, told, act),
        ),
      attempt: (work) => asking.attempt(work),
      done: async (value) => {
        try {
          if (request) await machinery.committer.remember(request, value)
          return undefined
        } catch (error) {
          machinery.failed(error)
          return outcomeUnknown
        }
      },
    }
  }

  /** `expected` is about the family, and not about what is learnt from it. */
  function answering(request: Request | undefined): Answering {
    return {
      look: (family) => machinery.look(family),
      execute: (family, command, act = {}) => asking.do(family, command, act, { request }),
      declare: (what, process, { expected: _, ...act }) => {
        const prepare: EditAsked<Deployment>["prepare"] = (stamp) => deploy(what, machinery.teaching, stamp)
        return asking.edit({ act, request: partOf(request, "deploy"), prepare }, "teach", process)
      },
      learn: (lesson, { expected: _, ...act } = {}) =>
        learnAsTold(machinery, asking, { lesson, act, request: partOf(request, "learn") }),
      attempt: (work) => asking.attempt(work),
      tryOut: (family, command, act = {}) => asking.do(family, command, { ...act, dryRun: true }),
    }
  }

  return {
    async intervention(id: InterventionId, act: Act = {}): Promise<InterventionView | undefined> {
      const family = await machinery.look(familyOf(id))
      const row = await machinery.store.intervention(id)
      if (!family || !row) return undefined
      const view = interventionView(family, row)
      const open = family.handling.interventions.get(id)
      const alike = row.class === undefined ? undefined : await similar(id)
      const closed = row.open ? undefined : await closedQuestion(machinery.store, id)
      if (open === undefined || family.quarantine)
        return { ...view, ...(closed && { closed }), ...(alike && { similar: alike }) }
      const would = (command: Command) => machinery.committer.would(family, command, actor({}))
      const now = await handledNow(family, id, would)
      const shown = asking.shownTo(act)
      const answers = await possibleAnswers(family, open, {
        async refusal(answer) {
          const decision = await would({ type: "AnswerIntervention", intervention: id, answer })
          return decision && !decision.ok ? decision.rejection : undefined
        },
        exlets: machinery.rulebook
          .exlets()
          .flatMap(({ name }) => (shown.exlet(name) ? (machinery.rulebook.exlet(name) ?? []) : [])),
        process: processOf(machinery, family, open.case),
      })
      return { ...view, ...(now && { now }), answers, ...(alike && { similar: alike }) }
    },

    /** What was done when the like happened before: the same class at the same place first, then in the process, then what it is a kind of. */
    similar,

    /** What is open, those of one class at one place together, the most first: one row for each, however many there are. */
    async openGroups(only: { readonly process?: string; readonly class?: string } = {}): Promise<readonly OpenGroup[]> {
      const isMeant = ({ process, class: name }: OpenGroup) =>
        (only.process === undefined || only.process === process) && (only.class === undefined || only.class === name)
      const size = ({ exceptions, interventions }: OpenGroup) => Math.max(exceptions, interventions)
      const groups = (await machinery.store.openGroups()).filter(isMeant)
      return groups.sort((one, other) => size(other) - size(one) || one.since - other.since)
    },

    /** Those open, what is due first before the rest; `to`: with an agent, in whatever way he is meant. */
    interventions(query: InterventionsAsked = {}): Promise<readonly InterventionRow[]> {
      return openInterventions(machinery, query)
    },

    /** Somebody takes an intervention, or is given it: an agent, a role or a unit. */
    async assignIntervention(id: InterventionId, to: string, act?: Act): Promise<Answer<readonly Event[]>> {
      const command = { type: "AssignIntervention", intervention: id, to } as const
      const { organisation } = machinery.staffing
      const isPerson = organisation.agent(asAgentId(to)) !== undefined
      const cannot = isPerson
        ? notPermitted(organisation, asAgentId(to), "intervene", (await placeIn(machinery, id)) ?? {})
        : undefined
      if (cannot === undefined) return asking.execute(familyOf(id), command, act)
      const { key: _, ...plain } = act ?? {}
      const asked = await asking.execute(familyOf(id), command, { ...plain, dryRun: true })
      return asked.ok
        ? refuse({ ...cannot, remedy: "Give it to somebody who may answer it, or give him the right" })
        : asked
    },

    /** Says when an intervention is due: a moment as text or in milliseconds. */
    async postpone(id: InterventionId, dueAt: string | number, act?: Act): Promise<Answer<readonly Event[]>> {
      const moment = momentOf(dueAt)
      if (moment === undefined) return refuse(noMoment("dueAt", dueAt))
      return asking.execute(familyOf(id), { type: "PostponeIntervention", intervention: id, dueAt: moment }, act)
    },

    /** Answers an intervention: `{ do: "run", exlet }`, `{ do: "teach", if, then }`, `{ do: "retry" }` … */
    answer(id: InterventionId, answer: Json, act: Act = {}): Promise<Answer<readonly Event[]>> {
      return asking.once(requestOf(act, { answer: id, told: answer }), (request) =>
        answerAsTold(asking.teachingOf(act), answering(request), id, answer, act),
      )
    },

    /**
     * Answers many interventions alike: those that were open when it was asked, up to 1,000, each on its own. What is refused of
     * one is told with it and keeps none of the others. Under a key the same ones are meant again.
     */
    answerAll(selected: Selected, answer: Json, act: AnswerAllOptions = {}): Promise<Answer<AnsweredAll>> {
      return asking.once(requestOf(act, { answerAll: selected, told: answer }), (request) =>
        answerAll(answeringAll(request, act), selected, answer, act),
      )
    },

    /** Asks the rules again about open interventions, up to 1,000, and does what they say now; with `dryRun` only tells. */
    async reevaluate(selected: Selected = {}, act: AnswerAllOptions = {}): Promise<Answer<Reevaluated>> {
      if (!machinery.isOpen) return refuse(engineStopped)
      const { forbids, isShown, ...plain } = act
      return accept(await reevaluate(reevaluating(machinery, asking, forbids), selected, plain, isShown))
    },

    /** Takes back the answer to an intervention, while nothing outside has been done since: the case returns to the moment before. */
    takeBack(id: InterventionId, act: Act = {}): Promise<Answer<readonly Event[]>> {
      return asking.once(requestOf(act, { takeBack: id }), (request) =>
        takeBack(machinery.store, id, act, (command, on) => asking.do(familyOf(id), command, on, { request })),
      )
    },
  }
}

function processOf({ processes }: Machinery, { state }: LoadedFamily, id: CaseId): Process | undefined {
  const found = state.cases.get(id)
  return found && processes.find(found.process, found.version)
}
