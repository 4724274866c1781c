import { decide } from "../engine/decide.ts"
import { absorb } from "../engine/draft.ts"
import type { Command } from "../messages/commands.ts"
import type { Entry, Event } from "../messages/events.ts"
import type { AgentId, FamilyId } from "../messages/ids.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Rejection } from "../messages/rejections.ts"
import { emptyBatch } from "../store/empty-batch.ts"
import type { AlarmChange, Batch, ItemRow, Quarantine, Snapshot, Store } from "../store/port.ts"
import { type Answer, accept, refuse } from "./answer.ts"
import { type Families, type LoadedFamily, snapshotIfDue } from "./families.ts"
import { isRecord, ownCopy } from "./own-copy.ts"
import { type Changes, type FindProcess, noChanges, project } from "./projection.ts"

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

class BatchDraft {
  readonly families = new Map<FamilyId, LoadedFamily>()
  readonly touched = new Map<FamilyId, LoadedFamily>()
  readonly poisoned = new Set<FamilyId>()
  readonly entries: Entry[] = []
  readonly snapshots: Snapshot[] = []
  readonly quarantines: Quarantine[] = []
  readonly changes: Changes = noChanges()

  get isEmpty(): boolean {
    return this.entries.length === 0 && this.quarantines.length === 0
  }
}

function batchOf({ entries, snapshots, quarantines, changes }: BatchDraft): Batch {
  return {
    ...emptyBatch,
    entries,
    snapshots,
    quarantines,
    cases: [...changes.cases.values()],
    items: [...changes.items.values()],
    withdrawn: [...changes.withdrawn],
    alarms: [...changes.alarms.values()],
    expectations: [...changes.expectations.values()],
  }
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

const notRecord: Rejection = {
  code: "DATA_INVALID",
  message: "the data is not an object of names and values",
  remedy: "Give each value under its name",
  fields: [],
}

function notFound({ family, command }: Ask): Rejection {
  const what =
    "item" in command
      ? ({ code: "ITEM_NOT_FOUND", id: command.item } as const)
      : ({ code: "CASE_NOT_FOUND", id: family } as const)
  return { code: what.code, message: `there is no ${what.id}`, remedy: "Look the id up in the list of cases" }
}

function quarantined(family: FamilyId, error = "deciding on it failed"): Rejection {
  return {
    code: "FAMILY_QUARANTINED",
    message: `family ${family} is set aside: ${error.split("\n")[0]}`,
    remedy: "An operator can look at its log and release it once the cause is mended",
  }
}

function decisionFailed({ family, command }: Ask, trouble: string): Rejection {
  return {
    code: "DECISION_FAILED",
    message: `deciding ${command.type} on family ${family} failed: ${trouble.split("\n")[0]}`,
    remedy: "This is a bug in Exlet; the family is set aside unchanged and can be released once it is mended",
  }
}

function storeFailed(error: unknown): Rejection {
  const message = error instanceof Error ? error.message : String(error)
  return {
    code: "STORE_FAILED",
    message: `the store could not write: ${message}`,
    remedy: "Nothing was changed; mend the store and try again",
  }
}
