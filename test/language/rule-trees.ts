import { expect } from "vitest"
import { parse } from "yaml"
import { isRefusal, type Lesson, type RuleRefusal, refine } from "../../src/exceptions/refine.ts"
import { newTree, type Tree } from "../../src/exceptions/tree.ts"
import { applyChange, type TreeChange, type TreeEntry } from "../../src/exceptions/tree-change.ts"
import { type RuleText, replacement } from "../../src/exceptions/tree-text.ts"
import { type Walked, walk } from "../../src/exceptions/walk.ts"
import { type Bindings, compileExpression, type Expression, isExpression } from "../../src/expressions/expression.ts"
import type { Context } from "../../src/messages/context.ts"
import { asAgentId } from "../../src/messages/ids.ts"
import type { JsonObject } from "../../src/messages/json.ts"
import type { RuleDefinition } from "../../src/model/repertoire.ts"

const vocabulary = {
  names: {},
  open: true,
  functions: {
    result: { arguments: ["string"], returns: "any" },
    count: { arguments: ["string"], returns: "number" },
    round: { arguments: ["string"], returns: "number" },
    duringRound: { arguments: ["string", "number"], returns: "string" },
  },
} as const

const read = new Map<string, Expression>()

export function condition(source: string): Expression {
  const known = read.get(source)
  if (known) return known
  const compiled = compileExpression(source, vocabulary)
  if (!isExpression(compiled)) throw new Error(`${source}: ${compiled[0]?.message}`)
  read.set(source, compiled)
  return compiled
}

export const binding = (values: JsonObject): Bindings => ({ value: (name) => values[name] })

export function contextOf(names: JsonObject, more: Partial<Context> = {}): Context {
  return { names, results: {}, counts: {}, rounds: {}, past: {}, ...more }
}

/** A tree with the changes that made it. */
export class TreeStory {
  readonly tree: Tree = newTree("itemPre", "concert/doShow")
  readonly entries: TreeEntry[] = []

  /** Makes the next version; the clock strikes one second. */
  when(change: TreeChange | RuleRefusal): this {
    if (isRefusal(change)) throw new Error(`${change.code}: ${change.message}`)
    const version = this.tree.version + 1
    const entry = { version, change, at: version * 1000, by: asAgentId("ann"), reason: `because of ${version}` }
    applyChange(this.tree, entry, condition)
    this.entries.push(entry)
    return this
  }

  learn(source: string, exlet: string, names: JsonObject): this {
    return this.when(refine(this.tree, lesson(source, exlet, names)))
  }

  /** What the tree answers: an exlet's name. */
  answer(names: JsonObject, asOf: number = this.tree.version): string | undefined {
    return answerOf(walk(this.tree, binding(names), { asOf }))
  }
}

export function answerOf({ node: { conclusion } }: Walked): string | undefined {
  return conclusion?.kind === "exlet" ? conclusion.name : conclusion?.kind
}

export function lesson(source: string, exlet: string, names: JsonObject): Lesson {
  return { condition: condition(source), conclusion: { kind: "exlet", name: exlet }, context: contextOf(names) }
}

/** A tree deployed as people write it: `tree:` as YAML. */
export function givenTree(yaml: string): TreeStory {
  const story = new TreeStory()
  return story.when(replacement(story.tree, definitionOf(parse(yaml) as RuleText[])))
}

/** Rules as they are read, where every conclusion is an exlet's name. */
export function definitionOf(rules: readonly RuleText[] = []): readonly RuleDefinition[] {
  return rules.map(({ if: source, then: exlet, solves, title, except }) => ({
    if: { source, path: [] },
    ...(exlet !== undefined && {
      then: { kind: "exlet", name: String(exlet), ...(solves !== undefined && { solves }) },
    }),
    ...(title !== undefined && { title }),
    except: definitionOf(except),
    path: [],
  }))
}

/** The same tree made once more from its changes, as if after a restart. */
export function folded(entries: readonly TreeEntry[]): Tree {
  const tree = newTree("itemPre", "concert/doShow")
  for (const entry of JSON.parse(JSON.stringify(entries)) as TreeEntry[]) applyChange(tree, entry, condition)
  return tree
}

/** Compares trees by what they are, not by how long their conditions took to read. */
export function expectSameTree(one: Tree, other: Tree): void {
  expect(plain(one)).toEqual(plain(other))
}

function plain(tree: Tree): unknown {
  return {
    ...tree,
    root: 0,
    done: tree.done.map((effect) => effect.version),
    nodes: [...tree.nodes.values()].map((node) => ({
      ...node,
      condition: node.condition.source,
      except: node.except?.id,
      else: node.else?.id,
      under: node.under?.id,
      past: node.past?.map((link) => ({ ...link, to: link.to?.id })),
    })),
  }
}
