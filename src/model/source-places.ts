import { type Document, isMap, isNode, isScalar, isSeq, type Node, type Scalar } from "yaml"
import type { Path } from "../messages/findings.ts"
import { keyOf, type Resolution } from "./source-values.ts"

/** A part of a text value, by its offsets. */
export interface Within {
  readonly start: number
  readonly end: number
}

/** Where in the text something stands. For what is not there, where the nearest thing around it stands. */
export function offsetOf(
  text: string,
  document: Document.Parsed,
  resolution: Resolution,
  path: Path,
  within?: Within | "key",
): number {
  let node: Node | undefined = document.contents ?? undefined
  let offset = startOf(node) ?? document.range[0]
  for (const [index, step] of path.entries()) {
    const isLast = index === path.length - 1
    const found = child(node, step, resolution)
    if (found === undefined) return offset
    offset =
      (isLast && within === "key" ? startOf(found.key) : undefined) ??
      startOf(found.value) ??
      startOf(found.key) ??
      offset
    node = found.value
  }
  if (within === undefined || within === "key") return offset
  const target = resolved(node, resolution)
  return isScalar(target) && typeof target.value === "string"
    ? offsetWithin(text, target, target.value, within)
    : offset
}

interface Child {
  readonly key: Node | undefined
  readonly value: Node | undefined
}

function child(node: Node | undefined, step: string | number, resolution: Resolution): Child | undefined {
  const parent = resolved(node, resolution)
  if (isSeq(parent) && typeof step === "number") {
    const item = parent.items[step]
    return isNode(item) ? { key: undefined, value: item } : undefined
  }
  if (!isMap(parent)) return undefined
  const pair = parent.items.find((candidate) => keyOf(candidate) === step)
  if (pair === undefined) return undefined
  return { key: isNode(pair.key) ? pair.key : undefined, value: isNode(pair.value) ? pair.value : undefined }
}

function resolved(node: Node | undefined, resolution: Resolution): Node | undefined {
  return node === undefined ? undefined : (resolution.get(node) ?? node)
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
