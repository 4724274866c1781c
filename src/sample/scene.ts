import { type Answer, type CaseId, type Engine, familyOf, type ItemRow, type Lesson } from "../main.ts"
import type { InterventionId } from "../messages/ids.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Chance } from "./chance.ts"

/** What happens to one case: between its moves it says how long nothing happens. */
export type Course = (scene: Scene) => AsyncGenerator<Pause, void, undefined>

/** So many minutes of work, or until a moment. */
export type Pause = { readonly work: number } | { readonly until: number }

const minute = 60_000

/** The examples are not as the courses know them: somebody has deployed something else. */
export class NotPlayable extends Error {}

function done<Value>(answer: Answer<Value>): Value {
  if (answer.ok) return answer.value
  throw new NotPlayable(`${answer.rejection.code}: ${answer.rejection.message}`)
}

/** Where a course plays: one family, and everything people can do to it. What is refused is thrown. */
export class Scene {
  readonly engine: Engine
  readonly chance: Chance
  readonly #end: number
  readonly #isBrisk: boolean
  #case: CaseId | undefined

  /** `isBrisk`: what takes hours takes minutes, by day and night. */
  constructor(parts: {
    readonly engine: Engine
    readonly chance: Chance
    /** When all courses end. */
    readonly end: number
    readonly isBrisk?: boolean
  }) {
    this.#end = parts.end
    this.engine = parts.engine
    this.chance = parts.chance
    this.#isBrisk = parts.isBrisk ?? false
  }

  get now(): number {
    return this.engine.clock.now()
  }

  /** Whether what is taken now may still be there in the end. */
  get isLate(): boolean {
    return this.now > this.#end - 9 * 24 * 60 * minute
  }

  get case(): CaseId {
    if (this.#case === undefined) throw new NotPlayable("the course has not begun")
    return this.#case
  }

  /** Some hours of work. */
  hours(least: number, most: number): Pause {
    const hours = this.chance.between(least, most)
    return this.#isBrisk ? { until: this.now + hours * minute } : { work: hours * 60 }
  }

  until(moment: number): Pause {
    return { until: this.#isBrisk ? this.now + 5 * minute : moment }
  }

  async start(process: string, data: JsonObject, by: string): Promise<void> {
    this.#case = done(await this.engine.start(process, { data, by })).case
  }

  /** Does a task of the family: whoever has it does, else who is named. */
  async complete(task: string, data: JsonObject, by: string): Promise<void> {
    const item = await this.item(task)
    done(await this.engine.completeItem(item.id, data, { by: item.agent ?? by }))
  }

  /** Somebody says that he will do it, if nobody has before. */
  async take(task: string, by: string): Promise<void> {
    const item = await this.item(task)
    if (item.status === "enabled" || item.status === "offered")
      done(await this.engine.acceptItem(item.id, { by: item.agent ?? by }))
  }

  /** Somebody is at it. */
  async begin(task: string, by: string): Promise<void> {
    const item = await this.item(task)
    done(await this.engine.startItem(item.id, { by: item.agent ?? by }))
  }

  async decline(task: string, reason: string): Promise<void> {
    const { id, agent } = await this.item(task)
    if (agent !== undefined) done(await this.engine.declineItem(id, { by: agent, reason }))
  }

  async raise(name: string, by: string, { at, with: given = {} }: Raising = {}): Promise<void> {
    const item = at === undefined ? {} : { item: (await this.item(at)).id }
    done(await this.engine.raise({ class: name, case: this.case, ...item, with: given }, { by }))
  }

  async report(title: string, text: string, by: string): Promise<void> {
    done(await this.engine.report({ case: this.case, title, text }, { by }))
  }

  /** Answers what is asked; the answer is the question, for those who want to take it back. */
  async answer(answer: Json, by: string, reason: string): Promise<InterventionId> {
    const [asked] = await this.engine.interventions({ family: familyOf(this.case) })
    if (asked === undefined) throw new NotPlayable("nobody is asked")
    done(await this.engine.answer(asked.id, answer, { by, reason }))
    return asked.id
  }

  async takeBack(asked: InterventionId, by: string, reason: string): Promise<void> {
    done(await this.engine.takeBack(asked, { by, reason }))
  }

  async suspend(by: string, reason: string): Promise<void> {
    done(await this.engine.suspend({ kind: "case", case: this.case }, { by, reason }))
  }

  async continue(by: string): Promise<void> {
    done(await this.engine.continue({ kind: "case", case: this.case }, { by }))
  }

  async remove(by: string, reason: string): Promise<void> {
    done(await this.engine.removeCase(this.case, { by, reason }))
  }

  /** Whether a task of the family is there to be done, or being done. */
  async has(task: string): Promise<boolean> {
    return this.#case !== undefined && (await this.#live(task)) !== undefined
  }

  async item(task: string): Promise<ItemRow> {
    const item = await this.#live(task)
    if (item === undefined) throw new NotPlayable(`${task} should be there to be done in ${this.#case}`)
    return item
  }

  /** What the insurer writes about a claim. */
  async decided(claim: string, paid: number): Promise<void> {
    done(await this.engine.message({ name: "insurer-decides", key: claim, data: { paid } }))
  }

  /** A rule is learnt from the case, and what runs there by the old one is replaced. */
  async learn(rule: Omit<Lesson, "from" | "replace">, by: string, reason: string): Promise<void> {
    done(await this.engine.learn({ ...rule, from: { case: this.case }, replace: true }, { by, reason }))
  }

  async #live(task: string): Promise<ItemRow | undefined> {
    const items = await this.engine.items({ family: familyOf(this.case), task, live: true, limit: 1 })
    return items[0]
  }
}

interface Raising {
  /** The task whose item it is raised at; the case unless set. */
  readonly at?: string
  readonly with?: JsonObject
}
