import { explainWalk } from "../exceptions/explain-walk.ts"
import type { Tree } from "../exceptions/tree.ts"
import { treeNumbers } from "../exceptions/tree-text.ts"
import type { RecordedEntry } from "../messages/events.ts"
import type { Walk } from "../messages/handling.ts"
import type { FamilyId } from "../messages/ids.ts"
import type { Store } from "../store/port.ts"
import { nextTurn } from "./committer.ts"
import { catchUpDecisions } from "./decision-index.ts"

/** How often each rule of a tree has answered lately. */
export interface TreeHits {
  readonly tree: string
  readonly version: number
  /** How many decisions were looked at, and when the oldest of them was made. */
  readonly decisions: number
  readonly since?: number
  /** How many of them no rule answered, and in how many a condition could not be evaluated. */
  readonly unanswered: number
  readonly failed: number
  /** Those in the tree now as they are written, then those that were in it. */
  readonly nodes: readonly NodeHits[]
}

export interface NodeHits {
  readonly node: number
  /** Its conclusion was the answer. */
  readonly answered: number
  /** It was on the way, whether it held or not. */
  readonly asked: number
  readonly failed: number
}

export interface HitsAsked {
  /** 1,000 unless set. */
  readonly limit?: number
  /** Those to be counted; all unless given. */
  readonly isCounted?: (family: FamilyId) => boolean | Promise<boolean>
}

/** Counts over the last decisions of a tree, the newest first; gives up the search for more after as many entries as are reasonable. */
export async function treeHits(
  store: Store,
  tree: Tree,
  { limit = 1000, isCounted }: HitsAsked = {},
): Promise<TreeHits> {
  await catchUpDecisions(store)
  const counted = new Counted(tree)
  const wanted = Math.min(limit, await store.countDecisions(tree.key))
  let looked = 0
  for (let end = Infinity, seen = 0; looked < wanted && seen < furthest; seen += page) {
    const entries = await store.entriesBefore(end, page)
    const oldest = entries.at(-1)
    if (oldest === undefined) break
    end = oldest.position
    for (const { walk, at, family } of entries.flatMap((entry) => walksIn(entry, tree.key).toReversed())) {
      if (looked === wanted) break
      looked++
      if (isCounted === undefined || (await isCounted(family))) counted.add(walk, at)
    }
    await nextTurn()
  }
  return counted.told()
}

const page = 1000
const furthest = 200_000

function walksIn({ family, at, events }: RecordedEntry, key: string) {
  return events.flatMap((event) => {
    const walk = event.type === "DecisionMade" ? event.walks.find(({ tree }) => tree === key) : undefined
    return walk ? [{ walk, at, family }] : []
  })
}

class Counted {
  readonly #tree: Tree
  readonly #nodes: Map<number, { answered: number; asked: number; failed: number }>
  #decisions = 0
  #since: number | undefined
  #unanswered = 0
  #failed = 0

  constructor(tree: Tree) {
    this.#tree = tree
    this.#nodes = new Map(treeNumbers(tree).map((node) => [node, { answered: 0, asked: 0, failed: 0 }]))
  }

  add(walk: Walk, at: number): void {
    this.#decisions++
    this.#since = at
    if (walk.failed) this.#failed++
    const { path, answer } = explainWalk(this.#tree, walk)
    if (answer === 0) this.#unanswered++
    for (const { node, outcome } of path) {
      const hits = this.#nodes.get(node) ?? { answered: 0, asked: 0, failed: 0 }
      this.#nodes.set(node, hits)
      hits.asked++
      if (node === answer) hits.answered++
      if (outcome === "failed") hits.failed++
    }
  }

  told(): TreeHits {
    const { key, version } = this.#tree
    return {
      tree: key,
      version,
      decisions: this.#decisions,
      ...(this.#since !== undefined && { since: this.#since }),
      unanswered: this.#unanswered,
      failed: this.#failed,
      nodes: [...this.#nodes].map(([node, hits]) => ({ node, ...hits })),
    }
  }
}
