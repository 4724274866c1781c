import type { Command } from "../messages/commands.ts"
import type { Event } from "../messages/events.ts"
import { type AgentId, type FamilyId, familyOf, type ItemId } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { Right } from "../model/organisation.ts"
import { placeOfScope } from "../model/scope-text.ts"
import { type Act, type Answer, actor, refuse } from "./answer.ts"
import { authorityOf } from "./authority.ts"
import { askedIn } from "./committer.ts"
import type { EditAsked } from "./edits.ts"
import type { Machinery } from "./machinery.ts"
import { commandNotPermitted, notPermitted } from "./permitting.ts"
import { engineStopped, isOfStore } from "./refusals.ts"
import { answerBefore, type Request, requestOf } from "./requests.ts"
import { repertoireShownTo, type ShownRepertoire } from "./shown-repertoire.ts"
import type { TeachingParts } from "./teaching.ts"

/**
 * How anything is asked of an engine: whether it takes anything, whether what is in force is known here, whether he who asks may, and
 * whether he has asked before. Every verb goes through here.
 */
export class Asking {
  readonly #machinery: Machinery

  constructor(machinery: Machinery) {
    this.#machinery = machinery
  }

  /** Any command at all. The answer is what happened. */
  execute(family: FamilyId, command: Command, act: Act = {}): Promise<Answer<readonly Event[]>> {
    return this.once(requestOf(act, { family, command }), (request) => this.do(family, command, act, { request }))
  }

  item(command: Extract<Command, { readonly item: ItemId }>, act?: Act): Promise<Answer<readonly Event[]>> {
    return this.execute(familyOf(command.item), command, act)
  }

  /** What somebody asks of a family, if he may; `as`: whose doing it is, if not his. */
  async do(family: FamilyId, command: Command, act: Act, more: Doing = {}): Promise<Answer<readonly Event[]>> {
    if (!this.#machinery.isOpen) return refuse(engineStopped)
    const behind = this.#machinery.shared && (await this.#machinery.behind())
    return behind ? refuse(behind) : this.doAbreast(family, command, act, more)
  }

  /** As `do`, for who has just seen that what is in force is known here. */
  async doAbreast(
    family: FamilyId,
    command: Command,
    act: Act,
    { request, isFirst = false, as }: Doing,
  ): Promise<Answer<readonly Event[]>> {
    if (!this.#machinery.isOpen) return refuse(engineStopped)
    const by = actor(act)
    const forbidden = await this.notPermitted(family, command, act)
    const { reason, expected, dryRun: isTrial = false } = act
    if (forbidden) {
      const asked = { family, command, by, ...(reason !== undefined && { reason }) }
      if (!isTrial) this.#machinery.observer?.asked?.(askedIn(asked))?.refused?.(forbidden, 0)
      return refuse(forbidden)
    }
    return this.#machinery.ask(family, command, as ?? by, {
      isFirst,
      isTrial,
      ...(reason !== undefined && { reason }),
      ...(expected !== undefined && { expected }),
      ...(request && { request }),
    })
  }

  /** Who asks under a key gets what he got before. Refused meanwhile, somebody else may just have done it for him. */
  async once<Value>(
    request: Request | undefined,
    work: (request: Request | undefined) => Promise<Answer<Value>>,
  ): Promise<Answer<Value>> {
    if (request === undefined) return work(undefined)
    const before = await this.answeredBefore<Value>(request)
    if (before) return before
    const answer = await work(request)
    if (answer.ok) return answer
    // A store that cannot be asked must not change what is said of the work.
    const meanwhile = await this.attempt(async () => (await this.answeredBefore<Value>(request)) ?? answer)
    return meanwhile.ok || !isOfStore(meanwhile.rejection) ? meanwhile : answer
  }

  /** The answer of some work, also if a store failed in it. */
  attempt<Value>(work: () => Promise<Answer<Value>>): Promise<Answer<Value>> {
    return work().catch((error: unknown) => refuse(this.#machinery.failed(error)))
  }

  async answeredBefore<Value>(request: Request): Promise<Answer<Value> | undefined> {
    const { hasStopped, store, clock } = this.#machinery
    if (hasStopped) return undefined
    return answerBefore(await store.request(request.agent, request.key), request, clock.now())
  }

  /** A change of definitions. */
  async edit<Value>(asked: EditAsked<Value>, right: Right = "administer", process?: string): Promise<Answer<Value>> {
    const { isOpen, shared, staffing, rulebook, edits, compileAhead } = this.#machinery
    if (!isOpen) return refuse(engineStopped)
    const behind = shared && (await this.#machinery.behind())
    if (behind) return refuse(behind)
    const before = { organisation: staffing.organisation, qualifications: rulebook.qualifications }
    const forbidden = notPermitted(
      before.organisation,
      actor(asked.act),
      right,
      process === undefined ? {} : { process },
    )
    if (forbidden) return refuse(forbidden)
    const answer = await edits.ask(asked)
    // Of a node it has come into force as if another had asked for it.
    if (shared === undefined) this.#machinery.defined(before)
    await compileAhead.ready()
    return answer
  }

  /** Whoever changes what holds at some scopes must be allowed to teach at each of them. */
  async teachAt<Value>(scopes: readonly string[], asked: EditAsked<Value>): Promise<Answer<Value>> {
    const { shared, staffing } = this.#machinery
    const behind = shared && (await this.#machinery.behind())
    if (behind) return refuse(behind)
    const places = scopes.map((at) => placeOfScope(at).process)
    for (const process of places) {
      const where = process === undefined ? {} : { process }
      const forbidden = notPermitted(staffing.organisation, actor(asked.act), "teach", where)
      if (forbidden) return refuse(forbidden)
    }
    return this.edit(asked, "teach", places[0])
  }

  /** What is written into the store beside families and definitions. */
  async write<Value>(forbidden: Rejection | undefined, work: () => Promise<Answer<Value>>): Promise<Answer<Value>> {
    if (!this.#machinery.isOpen) return refuse(engineStopped)
    if (forbidden) return refuse(forbidden)
    return this.attempt(work)
  }

  /** Who asks for what is looked at here and nowhere else; what the engine does by itself nobody has to be allowed. */
  notPermitted(family: FamilyId, command: Command, act: Act): Promise<Rejection | undefined> | undefined {
    const { staffing, processes } = this.#machinery
    const { organisation } = staffing
    if (organisation.permissions.size === 0 && act.within === undefined) return undefined
    const look = () => this.#machinery.look(family)
    return commandNotPermitted(organisation, act, command, { look, find: processes.find })
  }

  /** What of the repertoire whoever asks may look at. */
  shownTo(act: Act): ShownRepertoire {
    return repertoireShownTo(this.#machinery.rulebook, authorityOf(this.#machinery.staffing.organisation, act))
  }

  /** What is in force, as whoever asks may use and see it. */
  teachingOf(act: Act): TeachingParts {
    const { teaching, staffing } = this.#machinery
    return { ...teaching, authority: authorityOf(staffing.organisation, act) }
  }
}

interface Doing {
  readonly request?: Request | undefined
  /** The family begins with it. */
  readonly isFirst?: boolean
  readonly as?: AgentId
}
