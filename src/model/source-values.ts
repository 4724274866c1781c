import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type Node, type Pair } from "yaml"
import type { LocalFinding, Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import { quoted } from "./names.ts"
import { DEEPEST, MOST_VALUES } from "./plain.ts"

/** Tells what JSON cannot hold, and at which offset of the text it stands. */
export type ReportAt = (finding: LocalFinding, offset: number) => void

/** What each alias stands for, so that places can be looked up through it. */
export type Aliases = Map<Node, Node>

/** The plain value of a parsed document. Fills `aliases`; what JSON cannot hold is told and becomes null. */
export function documentValue(document: Document.Parsed, aliases: Aliases, report: ReportAt): Json {
  const reading = { report, aliases, anchors: new Map(), values: new Map(), size: 0, expanded: 0, deepest: 0 }
  return convert(document.contents, [], reading)
}

/** A key as it was written; undefined if it is a list or a map. */
export function keyOf(pair: Pair<unknown, unknown>): string | undefined {
  if (!isScalar(pair.key)) return undefined
  const { value, source } = pair.key
  return typeof value === "string" ? value : (source ?? String(value))
}

interface Reading {
  readonly report: ReportAt
  readonly aliases: Aliases
  readonly anchors: Map<string, Node>
  /** Anchored nodes already read, with the number of values in them and how deep they are nested. */
  readonly values: Map<Node, { readonly value: Json; readonly size: number; readonly depth: number }>
  size: number
  /** How many values the aliases stand for in all. */
  expanded: number
  /** How far down the part being read has gone. */
  deepest: number
}

function convert(node: unknown, path: Path, reading: Reading): Json {
  const before = { size: reading.size, deepest: reading.deepest }
  reading.size += 1
  reading.deepest = path.length
  if (!isNode(node)) return null
  if (isAlias(node)) return aliased(node, path, reading)
  if (node.anchor !== undefined) reading.anchors.set(node.anchor, node)
  const value = isMap(node)
    ? map(node.items, path, reading)
    : isSeq(node)
      ? node.items.map((item, index) => convert(item, [...path, index], reading))
      : scalar(node, path, reading)
  if (node.anchor !== undefined)
    reading.values.set(node, { value, size: reading.size - before.size, depth: reading.deepest - path.length })
  reading.deepest = Math.max(before.deepest, reading.deepest)
  return value
}

function map(pairs: readonly Pair<unknown, unknown>[], path: Path, reading: Reading): Json {
  const entries = new Map<string, Json>()
  for (const pair of pairs) {
    const key = keyOf(pair)
    if (key === undefined) {
      refuse("BAD_KEY", path, pair.key, "A key must be a plain word.", "Write the key as text.", reading)
    } else if (entries.has(key)) {
      const message = `The key ${quoted(key)} stands here a second time.`
      refuse("DUPLICATE_KEY", [...path, key], pair.key, message, "Remove one of the two.", reading)
    } else {
      entries.set(key, convert(pair.value, [...path, key], reading))
    }
  }
  return Object.fromEntries(entries)
}

function scalar(node: Node, path: Path, reading: Reading): Json {
  const value = isScalar(node) ? node.value : undefined
  if (value === null || typeof value === "string" || typeof value === "boolean") return value
  if (typeof value !== "number" || !Number.isFinite(value))
    return refuse(
      "NOT_PLAIN",
      path,
      node,
      "This is not a value JSON can hold.",
      "Put it in quotes to mean text.",
      reading,
    )
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    return refuse(
      "NOT_EXACT",
      path,
      node,
      "This number is too large to be exact.",
      "Put it in quotes to mean text.",
      reading,
    )
  return value === 0 ? 0 : value
}

/** The value is shared, not copied, but counted as often as it stands: whoever writes it out would copy it. */
function aliased(alias: Node & { readonly source: string }, path: Path, reading: Reading): Json {
  const target = reading.anchors.get(alias.source)
  if (target === undefined) {
    const message = `There is no anchor '&${alias.source}' above.`
    return refuse("BAD_ALIAS", path, alias, message, `Write '&${alias.source}' before what is meant.`, reading)
  }
  const known = reading.values.get(target)
  if (known === undefined)
    return refuse(
      "BAD_ALIAS",
      path,
      alias,
      "The alias stands inside its own anchor.",
      "Write out what is meant.",
      reading,
    )
  reading.aliases.set(alias, target)
  if (path.length + known.depth > DEEPEST)
    return refuse("TOO_DEEP", path, alias, `The aliases nest more than ${DEEPEST} levels.`, "Use fewer.", reading)
  reading.deepest = path.length + known.depth
  if (reading.expanded > MOST_VALUES) return null
  reading.size += known.size
  reading.expanded += known.size
  if (reading.expanded <= MOST_VALUES) return known.value
  const message = `The aliases stand for more than ${MOST_VALUES} values.`
  return refuse("TOO_MANY_VALUES", path, alias, message, "Use fewer aliases.", reading)
}

function refuse(code: string, path: Path, node: unknown, message: string, remedy: string, reading: Reading): null {
  const offset = isNode(node) ? (node.range?.[0] ?? 0) : 0
  reading.report({ code, severity: "error", path, message, remedy }, offset)
  return null
}
