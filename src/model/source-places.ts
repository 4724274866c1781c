import { type Document, isMap, isNode, isScalar, isSeq, type Node, type Scalar, type YAMLMap } from "yaml"
import type { Path } from "../messages/findings.ts"
import { type Aliases, keyOf } from "./source-values.ts"

/** A part of a text value, by its offsets. */
export interface Within {
  readonly start: number
  readonly end: number
}

/** Where in the text something stands. For what is not there, where the nearest thing around it stands. */
export type OffsetOf = (path: Path, within?: Within | "key") => number

/** For a document already turned into its value, so that all aliases are known. */
export function offsetsIn(text: string, document: Document.Parsed, aliases: Aliases): OffsetOf {
  const resolved = (node: Node | undefined) => (node === undefined ? undefined : (aliases.get(node) ?? node))
  const childOf = children()
  return (path, within) => {
    let node: Node | undefined = document.contents ?? undefined
    let offset = startOf(node) ?? document.range[0]
    for (const [index, step] of path.entries()) {
      const found = childOf(resolved(node), step)
      if (found === undefined) return offset
      const isKeyMeant = within === "key" && index === path.length - 1
      offset = (isKeyMeant ? startOf(found.key) : undefined) ?? startOf(found.value) ?? startOf(found.key) ?? offset
      node = found.value
    }
    const target = resolved(node)
    if (within === undefined || within === "key" || !isScalar(target) || typeof target.value !== "string") return offset
    return offsetWithin(text, target, target.value, within)
  }
}

interface Child {
  readonly key?: Node
  readonly value?: Node
}

/** Looks up children, keeping an index of each map it has looked into: there may be as many questions as keys. */
function children(): (parent: Node | undefined, step: string | number) => Child | undefined {
  const indexes = new WeakMap<Node, ReadonlyMap<string, Child>>()
  return (parent, step) => {
    if (isSeq(parent) && typeof step === "number") {
      const item = parent.items[step]
      return isNode(item) ? { value: item } : undefined
    }
    if (!isMap(parent) || typeof step !== "string") return undefined
    const index = indexes.get(parent) ?? indexOf(parent)
    indexes.set(parent, index)
    return index.get(step)
  }
}

/** Of a key that stands twice, the first. */
function indexOf(map: YAMLMap): ReadonlyMap<string, Child> {
  const index = new Map<string, Child>()
  for (const pair of map.items) {
    const key = keyOf(pair)
    if (key === undefined || index.has(key)) continue
    index.set(key, { ...(isNode(pair.key) && { key: pair.key }), ...(isNode(pair.value) && { value: pair.value }) })
  }
  return index
}

function startOf(node: Node | undefined): number | undefined {
  return node?.range?.[0]
}

/**
 * Walks the written text and the value side by side: quotes, escapes, indentation and folded lines make them differ. White space
 * stands for white space, whatever its length, so within a run of it the answer is only near.
 */
function offsetWithin(text: string, scalar: Scalar, value: string, within: Within): number {
  const [start, end] = scalar.range ?? [0, 0]
  let offset = start
  if (scalar.type === "QUOTE_DOUBLE" || scalar.type === "QUOTE_SINGLE") offset += 1
  if (scalar.type === "BLOCK_LITERAL" || scalar.type === "BLOCK_FOLDED") offset = text.indexOf("\n", start) + 1
  for (let index = 0; index < value.length; index++) {
    if (!isSpace(value[index])) while (offset < end && isSpace(text[offset])) offset += 1
    if (index >= within.start) break
    if (!isSpace(value[index]) || isSpace(text[offset]) || text[offset] === "\\")
      offset += written(text, offset, scalar)
  }
  return Math.min(offset, end)
}

/** How many characters of the text stand for one of the value. */
function written(text: string, offset: number, scalar: Scalar): number {
  if (scalar.type === "QUOTE_SINGLE" && text[offset] === "'") return 2
  if (scalar.type !== "QUOTE_DOUBLE" || text[offset] !== "\\") return 1
  const letter = text[offset + 1]
  return letter === "x" ? 4 : letter === "u" ? 6 : letter === "U" ? 10 : 2
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\n" || character === "\r" || character === "\t"
}
