import type { RecordedEntry } from "../../messages/events.ts"
import { asAgentId, type CaseId, type FamilyId, type ItemId } from "../../messages/ids.ts"
import { stepNames } from "../../model/net.ts"
import type {
  CaseQuery,
  Standing as CaseStanding,
  ItemQuery,
  ItemRow,
  ListedCase,
  RaisedCount,
  StepCounts,
} from "../../store/port.ts"
import type { Act } from "../answer.ts"
import type { Asking } from "../asking.ts"
import { type CaseCondition, caseCondition } from "../case-condition.ts"
import type { CaseItemQuery } from "../case-items.ts"
import { familyNumbered } from "../case-numbers.ts"
import { allEntries } from "../families.ts"
import type { HistoryQuery } from "../history.ts"
import { causeLines, logLines } from "../log.ts"
import type { Machinery } from "../machinery.ts"
import { addedUp, type TaskCounts, taskCounts, withoutCases } from "../task-counts.ts"
import type { CaseItem, CaseView, ItemView } from "../views.ts"
import { type WorklistAsked, worklistOf } from "../worklists.ts"
import { writtenByItem } from "../written-by-item.ts"

/** Which cases are meant; with a case number those of its family. */
export type CasesAsked = Partial<CaseQuery> & { readonly number?: string }

/** So many cases are counted in one go: others wait that long. */
const countedAtOnce = 500

/** Cases, items, lists, numbers and history, as they stand. */
export function lookingVerbs(machinery: Machinery, asking: Asking) {
  /** A step may be called as its process: only then it takes another look at which exceptions concern whole cases. */
  async function countedIn(process: string, of?: number | readonly CaseId[]): Promise<StepCounts> {
    const counts = await machinery.store.stepCounts(process, of)
    const isAmbiguous = counts.exceptions.some(({ at, version }) => {
      const found = at === process ? machinery.processes.find(process, version) : undefined
      return found !== undefined && stepNames(found).has(process)
    })
    const ofCases = isAmbiguous ? await machinery.store.caseExceptionCounts(process, of) : undefined
    return withoutCases(counts, process, ofCases)
  }

  return {
    /** A case as it stands, with at most 200 of its items, holds, exceptions, runs and interventions unless `most` says otherwise. */
    case: (id: CaseId, { most }: { readonly most?: number } = {}): Promise<CaseView | undefined> =>
      machinery.caseAt(id, most),

    /** The items of a case as its view has them, oldest first, 200 at a time unless asked otherwise. */
    caseItems: (id: CaseId, query: CaseItemQuery = {}): Promise<readonly CaseItem[]> => machinery.caseItems(id, query),

    /** A live item, or the newest ended one of its task, with its data and its form. */
    async item(id: ItemId): Promise<ItemView | undefined> {
      const view = await machinery.itemAt(id)
      const written = view?.endedAt && (await writtenByItem(machinery.store, id, view.endedAt))
      return view && { ...view, ...(written && { written }) }
    },

    /** An item as the lists have it, however long it has ended. */
    itemRow(id: ItemId): Promise<ItemRow | undefined> {
      return machinery.store.item(id)
    },

    /** Each with how much is open there. */
    async cases({ number, ...query }: CasesAsked = {}): Promise<readonly ListedCase[]> {
      const { store } = machinery
      if (number === undefined) return store.cases({ limit: 100, ...query })
      const family = await familyNumbered(store, number)
      if (family === undefined || (query.family ?? family) !== family) return []
      return store.cases({ limit: 100, ...query, family })
    },

    /** A condition as rules have them, to be asked of cases; with a process it may speak of that process's data only. */
    caseCondition(source: string, process?: string, act: Act = {}): CaseCondition {
      return caseCondition(source, process, {
        book: machinery.rulebook,
        newest: machinery.processes.current,
        look: (family) => machinery.look(family),
        find: machinery.processes.find,
        staff: () => machinery.staffing.staff,
        now: () => machinery.clock.now(),
        authority: asking.teachingOf(act).authority,
      })
    },

    /** How many live items and open exceptions there are at each step of a process: in all its cases, those of one version, or these. */
    async taskCounts(process: string, of?: number | readonly CaseId[]): Promise<TaskCounts> {
      const parts: StepCounts[] = []
      if (typeof of !== "object") parts.push(await countedIn(process, of))
      else
        for (let at = 0; at < of.length; at += countedAtOnce)
          parts.push(await countedIn(process, of.slice(at, at + countedAtOnce)))
      return taskCounts(addedUp(parts))
    },

    /** How the cases of each process stand, and how many have ended since a moment; by process. */
    async overview(since = 0): Promise<readonly CaseStanding[]> {
      const rows = [...(await machinery.store.standings(since, machinery.clock.now()))]
      return rows.sort((one, other) => (one.process < other.process ? -1 : 1))
    },

    /** How many exceptions were raised between two moments, in stretches of so many milliseconds. */
    exceptionTrend(from: number, to: number, stretch: number): Promise<readonly RaisedCount[]> {
      return machinery.store.raised(from, to, stretch)
    },

    items(query: Partial<ItemQuery> = {}): Promise<readonly ItemRow[]> {
      return machinery.store.items({ limit: 100, ...query })
    },

    /** What an agent has, or may take: by priority, due time and age unless asked otherwise; 100 at a time. */
    async worklist(agent: string, query: WorklistAsked = {}): Promise<readonly ItemRow[]> {
      await machinery.shared?.abreast()
      return worklistOf(
        {
          store: machinery.store,
          staffing: machinery.staffing,
          now: machinery.clock.now(),
          titleOf: (process, task) => machinery.processes.titles(process).get(task),
        },
        asAgentId(String(agent)),
        query,
      )
    },

    /** Every entry after a position, then each new one as it becomes durable. */
    history(query: HistoryQuery = {}): AsyncGenerator<RecordedEntry, void, undefined> {
      return machinery.history.follow(query)
    },

    /** The entries that are there now; with `before` those before a position, newest first. */
    entries(
      query: HistoryQuery & { readonly limit?: number; readonly before?: number } = {},
    ): Promise<readonly RecordedEntry[]> {
      if (query.before !== undefined)
        return machinery.store.entriesBefore(query.before, query.limit ?? 1000, query.family)
      return machinery.store.entriesAfter(query.after ?? 0, query.limit ?? 1000, query.family)
    },

    /** Where history ends now. */
    lastPosition(): Promise<number> {
      return machinery.store.lastPosition()
    },

    /** Rejects with a `StoreError` if what is asked for now could not be kept. */
    probe(): Promise<void> {
      return machinery.store.probe()
    },

    /** A family's one history, its cases, runs and worklets together: a line per record, by time, or each under its cause. */
    async log(family: FamilyId, order: "time" | "cause" = "time"): Promise<readonly string[]> {
      const entries: RecordedEntry[] = []
      for await (const entry of allEntries(machinery.store, family)) entries.push(entry)
      return order === "time" ? logLines(entries) : causeLines(entries)
    },
  }
}
