import type { Command } from "../../messages/commands.ts"
import type { Event } from "../../messages/events.ts"
import type { HoldTarget } from "../../messages/holds.ts"
import { asFamilyId, type CaseId, type FamilyId, familyOf, rootCase } from "../../messages/ids.ts"
import type { JsonObject } from "../../messages/json.ts"
import type { ProcessSource } from "../../model/builder.ts"
import { type Act, type Answer, accept, refuse } from "../answer.ts"
import type { Asking } from "../asking.ts"
import { startUnder } from "../case-numbers.ts"
import type { Machinery } from "../machinery.ts"
import { type Message, recipientOf, unfitting } from "../recipients.ts"
import { engineStopped, notExpected } from "../refusals.ts"
import { type Request, requestOf } from "../requests.ts"
import type { Destination, Started } from "./asked.ts"

export interface StartOptions<Data> extends Act {
  readonly data?: Data
  /** The newest unless set. */
  readonly version?: number
  /** The case number: the case joins the family that has it; if none has, it begins one. Absent: a family of its own. */
  readonly number?: string
}

/** Cases: beginning, ending, holding them, and what they are told. */
export function caseVerbs(machinery: Machinery, asking: Asking) {
  async function begin(process: string, options: StartOptions<JsonObject>, request: Request | undefined) {
    const behind = machinery.shared && (await machinery.behind())
    if (behind) return refuse(behind)
    const version = options.version ?? machinery.processes.current(process)?.version ?? 0
    const { number, dryRun, data = {} } = options
    const command = { type: "StartCase", process, version, data, ...(number !== undefined && { number }) } as const
    const first = () => {
      const family = dryRun ? nobody : machinery.newFamilyId(machinery.clock.now())
      return asking.doAbreast(family, command, options, { request, isFirst: true })
    }
    if (number === undefined) return first()
    if (!machinery.isOpen) return refuse(engineStopped)
    const joining = { type: "StartCase", process, version, data, joins: true } as const
    const join = (family: FamilyId) => asking.doAbreast(family, joining, options, { request })
    return startUnder(machinery.store, number, { begin: first, join }).catch((error: unknown) =>
      refuse(machinery.failed(error)),
    )
  }

  async function recipient(message: Pick<Message, "name" | "key" | "case" | "family">): Promise<CaseId | undefined> {
    await machinery.shared?.abreast()
    return recipientOf(message, {
      store: machinery.store,
      look: (family) => machinery.look(family),
      facts: machinery.facts(),
    })
  }

  function start(process: string, options?: StartOptions<JsonObject>): Promise<Answer<Started>>
  function start<Data>(process: ProcessSource<Data>, options?: StartOptions<Data>): Promise<Answer<Started>>
  async function start(process: string | JsonObject, options: StartOptions<unknown> = {}): Promise<Answer<Started>> {
    const name = typeof process === "string" ? process : String(process.process)
    const data = (options.data ?? {}) as JsonObject
    const { version, number } = options
    const asked = { start: name, version, data, ...(number !== undefined && { number }) }
    const answer = await asking.once(requestOf(options, asked), (request) => begin(name, { ...options, data }, request))
    return answer.ok ? accept(startedBy(answer.value, options)) : answer
  }

  return {
    /** Starts a case of a process, by name or as the builder made it: then its data is typed. */
    start,

    removeCase(id: CaseId, act?: Act) {
      return asking.execute(familyOf(id), { type: "RemoveCase", case: id }, act)
    },

    setData(id: CaseId, data: JsonObject, act?: Act) {
      return asking.execute(familyOf(id), { type: "SetData", case: id, data }, act)
    },

    /** Brings a message to the case that waits for it, or whose rules do; if there is none, it may start one. */
    async message(message: Message, act: Act = {}): Promise<Answer<Started>> {
      const { name, key = null, data = {}, case: to, family, start } = message
      const asked = { message: name, key, data, case: to, ...(family && { family }), ...(start && { start }) }
      const answer = await asking.once(requestOf(act, asked), async (request) => {
        const id = await recipient(message)
        const command = { type: "ReceiveMessage", case: id ?? rootCase(nobody), name, key, data } as const
        const received = id ? await asking.do(familyOf(id), command, act, { request }) : refuse(notExpected(name, key))
        if (received.ok || start === undefined || !unfitting.has(received.rejection.code)) return received
        return begin(start, { ...act, data }, request)
      })
      return answer.ok ? accept(startedBy(answer.value, act)) : answer
    },

    /** The case a message would go to; undefined: there is none for it. */
    expecting(message: Pick<Message, "name" | "key" | "case" | "family">): Promise<CaseId | undefined> {
      return recipient(message)
    },

    /** The flow goes on at a step, instead of where the item stands, or without one all of the case. Nothing is undone. */
    jump(to: Destination, act?: Act) {
      return asking.execute(familyOf(to.case), { type: "Jump", ...to }, act)
    },

    suspend(target: HoldTarget, act?: Act) {
      return asking.execute(familyOfTarget(target), { type: "Suspend", target }, act)
    },

    /** Lifts the holds people have put there. */
    continue(target: HoldTarget, act?: Act) {
      return asking.execute(familyOfTarget(target), { type: "Continue", target }, act)
    },

    /** Any command at all. The answer is what happened. */
    execute(family: FamilyId, command: Command, act: Act = {}): Promise<Answer<readonly Event[]>> {
      return asking.execute(family, command, act)
    },
  }
}

/** The case that would have been started. */
const nobody = asFamilyId("dry-run")

/** The case of the first event, which is what was started or brought to it. */
function startedBy(events: readonly Event[], { dryRun }: Act): Started {
  const [first] = events
  if (first === undefined || !("case" in first)) throw new Error(`no case, but ${first?.type ?? "nothing"}`)
  return { case: first.case, ...(dryRun && { events }) }
}

function familyOfTarget(target: HoldTarget): FamilyId {
  switch (target.kind) {
    case "case":
    case "end":
      return familyOf(target.case)
    case "item":
      return familyOf(target.item)
    case "after":
      return familyOf(target.frame)
  }
}
