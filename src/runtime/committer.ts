import { decide } from "../engine/decide.ts"
import { absorb } from "../engine/draft.ts"
import type { Command } from "../messages/commands.ts"
import type { Entry, Event } from "../messages/events.ts"
import type { AgentId, FamilyId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import { emptyBatch } from "../store/empty-batch.ts"
import type { AlarmChange, ItemRow, Store } from "../store/port.ts"
import { type Answer, accept, refuse } from "./answer.ts"
import { BatchDraft, batchOf } from "./batch-draft.ts"
import { type Families, snapshotIfDue } from "./families.ts"
import { isRecord, ownCopy } from "./own-copy.ts"
import { type FindProcess, project } from "./projection.ts"
import { decisionFailed, notFound, notRecord, quarantined, storeFailed } from "./refusals.ts"

/** A command on its way to a family. */
export interface Ask {
  readonly family: FamilyId
  readonly command: Command
  readonly by: AgentId
  readonly reason?: string
  /** Whether the family comes into being with it. */
  readonly isFirst: boolean
}

/** What has just become durable, for those who act on it. */
export interface Committed {
  readonly items: readonly ItemRow[]
  readonly withdrawn: readonly ItemRow["id"][]
  readonly alarms: readonly AlarmChange[]
}

interface Waiting extends Ask {
  readonly answer: (answer: Answer<readonly Event[]>) => void
}

const largestBatch = 1000
/** How often a batch that met another node's commit is decided anew. */
const mostTries = 20

/**
 * The only one who decides and appends. Commands that arrive while a batch is being written make the next batch: each is
 * decided in its turn, all are made durable in one transaction, and only then is any of them acknowledged.
 */
export class Committer {
  readonly #store: Store
  readonly #families: Families
  readonly #find: FindProcess
  readonly #now: () => number
  readonly #done: (committed: Committed) => void
  #queue: Waiting[] = []
  #running: Promise<void> | undefined

  constructor(options: {
    readonly store: Store
    readonly families: Families
    readonly find: FindProcess
    readonly now: () => number
    readonly done: (committed: Committed) => void
  }) {
    this.#store = options.store
    this.#families = options.families
    this.#find = options.find
    this.#now = options.now
    this.#done = options.done
  }

  ask(ask: Ask): Promise<Answer<readonly Event[]>> {
    const { command } = ask
    if ("data" in command && !isRecord(command.data)) return Promise.resolve(refuse(notRecord))
    const own = "data" in command ? { ...command, data: ownCopy(command.data) as JsonObject } : command
    return new Promise((answer) => {
      this.#queue.push({ ...ask, command: own, answer })
      this.#wake()
    })
  }

  /** Writes alarms alone, when a lease is prolonged. */
  async setAlarms(alarms: readonly AlarmChange[]): Promise<void> {
    await this.#store.commit({ ...emptyBatch, alarms })
  }

  get isBusy(): boolean {
    return this.#running !== undefined || this.#queue.length > 0
  }

  async drained(): Promise<void> {
    while (this.isBusy) await (this.#running ?? nextTurn())
  }

  /** Commands of one turn of the event loop go together. */
  #wake(): void {
    this.#running ??= nextTurn()
      .then(() => this.#work())
      .finally(() => {
        this.#running = undefined
        if (this.#queue.length > 0) this.#wake()
      })
  }

  async #work(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, largestBatch)
      await this.#commit(batch, 1)
      // Lets those who were answered ask again, so that they share the next batch.
      await nextTurn()
    }
  }

  async #commit(asks: readonly Waiting[], tried: number): Promise<void> {
    const draft = new BatchDraft()
    const answers: Answer<readonly Event[]>[] = []
    try {
      await this.#load(asks, draft)
      for (const ask of asks) answers.push(this.#decide(ask, draft))
      for (const family of draft.touched.values()) {
        const snapshot = draft.poisoned.has(family.state.id) ? undefined : snapshotIfDue(family)
        if (snapshot) draft.snapshots.push(snapshot)
      }
      if (!draft.isEmpty) {
        const result = await this.#store.commit(batchOf(draft))
        if (!result.ok) {
          for (const id of draft.touched.keys()) this.#families.forget(id)
          if (tried < mostTries) return await this.#commit(asks, tried + 1)
          throw new Error(`families ${result.conflicts.join(", ")} changed under every one of ${tried} tries`)
        }
      }
    } catch (error) {
      for (const { family } of asks) this.#families.forget(family)
      const rejection = storeFailed(error)
      for (const ask of asks) ask.answer(refuse(rejection))
      return
    }
    this.#keep(draft)
    asks.forEach((ask, index) => {
      const answer = answers[index]
      if (answer) ask.answer(answer)
    })
    const { items, withdrawn, alarms } = draft.changes
    this.#done({ items: [...items.values()], withdrawn: [...withdrawn], alarms: [...alarms.values()] })
  }

  async #load(asks: readonly Waiting[], draft: BatchDraft): Promise<void> {
    const missing = new Set<FamilyId>()
    for (const { family, isFirst } of asks) {
      if (draft.families.has(family)) continue
      const known = isFirst ? this.#families.create(family) : this.#families.get(family)
      if (known) draft.families.set(family, known)
      else missing.add(family)
    }
    for (const id of missing) {
      const loaded = await this.#families.load(id)
      if (loaded) draft.families.set(id, loaded)
    }
  }

  #decide(ask: Waiting, draft: BatchDraft): Answer<readonly Event[]> {
    const family = draft.families.get(ask.family)
    if (family === undefined) return refuse(notFound(ask))
    const { quarantine } = family
    if (quarantine || draft.poisoned.has(ask.family)) return refuse(quarantined(ask.family, quarantine?.error))
    const now = this.#now()
    try {
      const facts = { now, by: ask.by, process: this.#find, ...(ask.reason !== undefined && { reason: ask.reason }) }
      const decision = decide(family.state, ask.command, facts)
      if (!decision.ok) return decision
      if (decision.events.length === 0) return accept(decision.events)
      const entry: Entry = {
        family: ask.family,
        version: family.state.version + 1,
        at: now,
        by: ask.by,
        command: ask.command.type,
        ...(ask.reason !== undefined && { reason: ask.reason }),
        events: decision.events,
      }
      // Nobody may see it until it is durable.
      this.#families.forget(ask.family)
      draft.touched.set(ask.family, family)
      absorb(family.state, decision.draft)
      project(family.state, { at: now, steps: decision.steps }, this.#find, draft.changes)
      family.tail += entry.events.length
      draft.entries.push(entry)
      return accept(decision.events)
    } catch (error) {
      const trouble = error instanceof Error ? (error.stack ?? error.message) : String(error)
      draft.poisoned.add(ask.family)
      if (!ask.isFirst)
        draft.quarantines.push({ family: ask.family, at: now, command: ask.command.type, error: trouble })
      return refuse(decisionFailed(ask, trouble))
    }
  }

  /** Ended families are not needed again soon; poisoned ones must be read anew. */
  #keep(draft: BatchDraft): void {
    for (const [id, family] of draft.touched) {
      const isOver = [...family.state.cases.values()].every(({ state }) => state !== "running")
      if (isOver || draft.poisoned.has(id)) this.#families.forget(id)
      else this.#families.keep(family)
    }
    for (const id of draft.poisoned) this.#families.forget(id)
  }
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
