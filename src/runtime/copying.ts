import { createHash } from "node:crypto"
import { StoreError } from "../store/error.ts"
import type { Store } from "../store/port.ts"
import {
  type Adoption,
  type CopiedKind,
  type Cursor,
  copiedKinds,
  pageSize,
  type RowCounts,
} from "../store/whole-store.ts"
import { type ComparingOptions, comparing, type Difference } from "./comparing.ts"
import { isOfStore } from "./refusals.ts"

export interface CopyOptions extends ComparingOptions {
  /** What the source is called, for people. */
  readonly source: string
  /** Milliseconds between two attempts where a connection was lost; 1,000 unless set. */
  readonly pause?: number
}

export interface Copied {
  readonly ok: true
  readonly rows: RowCounts
  readonly families: number
  readonly replayed: number
  /** Somebody had begun it before. */
  readonly isResumed: boolean
}

export type CopyRefusal = {
  readonly ok: false
} /** There is something in the target that is no copy, or a finished one. */ & (
  | { readonly why: "taken" }
  /** What is there is the unfinished copy of another store, or of this one as it was then. */
  | { readonly why: "other"; readonly source: string }
  /** The source is not what it was when this began. */
  | { readonly why: "changed" }
  | { readonly why: "different"; readonly difference: Difference }
)

/**
 * Writes all of one store into another that is empty, or into what is there already of the same, and compares both. How far it is
 * is noted with every page, so whoever is killed goes on when he is called again. Until all is compared, nobody else opens it.
 */
export async function copyStore(from: Store, to: Store, options: CopyOptions): Promise<Copied | CopyRefusal> {
  const rows = await from.whole.count()
  const print = await fingerprint(from, rows)
  const begun = await begin(from, to, { source: options.source, print })
  if (!("mark" in begun)) return begun
  const { families } = await writeRows(from, to, { ...options, print, rows })
  if ((await fingerprint(from, await from.whole.count())) !== print) return { ok: false, why: "changed" }
  const compared = await comparing(from, to, { ...options, families })
  if (!compared.ok) return { ok: false, why: "different", difference: compared }
  await adopted(to, { mark: { before: await notedIn(to) } })
  return { ok: true, rows, families, replayed: compared.replayed, isResumed: begun.isResumed }
}

/** What the target notes of a copy that is not finished. */
interface Mark {
  readonly source: string
  /** Of the source as it was when the copy began. */
  readonly print: string
  /** What is being written; absent: everything is there. */
  readonly kind?: CopiedKind
  readonly after?: Cursor
  /** Rows written, and families begun. */
  readonly done: number
  readonly families: number
}

async function begin(
  from: Store,
  to: Store,
  about: Pick<Mark, "source" | "print">,
): Promise<CopyRefusal | { readonly mark: Mark; readonly isResumed: boolean }> {
  const noted = await to.whole.mark()
  if (noted !== undefined) {
    const mark = JSON.parse(noted) as Mark
    if (mark.print !== about.print) return { ok: false, why: "other", source: mark.source }
    return { mark, isResumed: true }
  }
  const lastPosition = await from.lastPosition()
  // Where a copy could not be begun its positions may be given all the same.
  const isAhead = (await to.lastPosition()) > lastPosition
  if (isAhead || sum(await to.whole.count()) > 0) return { ok: false, why: "taken" }
  const mark: Mark = { ...about, kind: copiedKinds[0], done: 0, families: 0 }
  await adopted(to, { mark: { next: JSON.stringify(mark) }, lastPosition })
  return { mark, isResumed: false }
}

/** Where a connection was lost it goes on from what the target says, as long as it gets on. */
async function writeRows(
  from: Store,
  to: Store,
  options: CopyOptions & { readonly print: string; readonly rows: RowCounts },
): Promise<Mark> {
  const { onProgress, signal, pause = 1000 } = options
  let last = -1
  for (let tried = 1; ; tried++) {
    try {
      for await (const mark of pagesWritten(from, to)) {
        signal?.throwIfAborted()
        onProgress?.({ stage: "copied", done: mark.done, of: sum(options.rows) })
        if (mark.done > last) tried = 1
        last = mark.done
        if (mark.kind === undefined) return mark
      }
    } catch (error) {
      const isLost = error instanceof StoreError && isOfStore(error) && (from.nodes ?? to.nodes)
      if (!isLost || tried === mostTries) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

const mostTries = 15

/** The target's mark, at first and after each page. While a page is written the next one is read. */
async function* pagesWritten(from: Store, to: Store): AsyncGenerator<Mark> {
  let noted = await notedIn(to)
  let mark = JSON.parse(noted) as Mark
  yield mark
  while (mark.kind !== undefined) {
    const { kind } = mark
    let page = await from.whole.page(kind, mark.after, pageSize(kind))
    for (let isLast = false; !isLast; ) {
      const { rows, next } = page
      isLast = next === undefined
      const moved = next ? { ...advanced(mark, rows), after: next } : following(mark, rows)
      const written = JSON.stringify(moved)
      const rest = moved.kind === undefined ? await standingOf(from) : {}
      const [, read] = await Promise.all([
        adopted(to, { [kind]: rows, ...rest, mark: { before: noted, next: written } }),
        next && from.whole.page(kind, next, pageSize(kind)),
      ])
      if (read) page = read
      noted = written
      mark = moved
      yield mark
    }
  }
}

function advanced(mark: Mark, rows: readonly unknown[]): Mark {
  const begun = mark.kind === "entries" ? (rows as readonly { version: number }[]).filter(isFirst).length : 0
  return { ...mark, done: mark.done + rows.length, families: mark.families + begun }
}

const isFirst = ({ version }: { readonly version: number }): boolean => version === 1

/** With the kind after this one. */
function following(mark: Mark, rows: readonly unknown[]): Mark {
  const { kind, after: _, ...rest } = advanced(mark, rows)
  const next = kind && copiedKinds[copiedKinds.indexOf(kind) + 1]
  return next === undefined ? rest : { ...rest, kind: next }
}

/** What is no row. */
async function standingOf(from: Store): Promise<Adoption> {
  const needsRebuild = await from.needsRebuild()
  const decisionsUpTo = await from.decisionsUpTo()
  return { lastPosition: await from.lastPosition(), ...(decisionsUpTo > 0 && { decisionsUpTo }), needsRebuild }
}

/** Nobody else writes there; one who does has written the same. */
async function adopted(to: Store, adoption: Adoption): Promise<void> {
  const result = await to.whole.adopt(adoption)
  if (result.ok) return
  throw new StoreError(
    "STORE_FAILED",
    `The copy could not go on: somebody else has written ${result.conflicts.join()}.`,
  )
}

async function notedIn(to: Store): Promise<string> {
  const noted = await to.whole.mark()
  if (noted === undefined)
    throw new StoreError("STORE_FAILED", "The copy could not go on: somebody else has finished it.")
  return noted
}

/** Enough to tell a store from any other, and from itself later on. */
async function fingerprint(store: Store, rows: RowCounts): Promise<string> {
  const last = await store.lastPosition()
  const parts = [
    rows,
    last,
    await store.entriesAfter(0, 1),
    await store.entriesBefore(last + 1, 1),
    await store.processes(),
    await store.decisionsUpTo(),
  ]
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url")
}

const sum = (rows: RowCounts): number => Object.values(rows).reduce((one, other) => one + other, 0)
