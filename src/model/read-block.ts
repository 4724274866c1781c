import type { Path } from "../messages/findings.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Block } from "./definition.ts"
import { didYouMeanName, NAME_RULE, nearestName, quoted } from "./names.ts"
import { checkKeys, optional, present } from "./read-fields.ts"
import { wrong, wrongKey } from "./read-finding.ts"
import { KINDS, type Kind } from "./read-kinds.ts"
import { type BlockOptions, checkArc, declare, type Reading } from "./read-reading.ts"
import { isList, kindOf, readList, readMap, readName, readNameText } from "./read-value.ts"
import { elsewhere, onSteps } from "./tempting-keys.ts"

/** A list of blocks, one after the other. A list within it is a sequence; what cannot be read is told and left out. */
export function readBlocks(
  value: Json,
  path: Path,
  what: string,
  reading: Reading,
  options: BlockOptions = { canGoOn: false },
): readonly Block[] {
  const entries = readList(value, path, what, reading.report) ?? []
  return entries
    .map((entry, index) => readBlock(entry, [...path, index], reading, options))
    .filter((block) => block !== undefined)
}

function readBlock(value: Json, path: Path, reading: Reading, options: BlockOptions): Block | undefined {
  const { report } = reading
  if (isList(value)) return { kind: "sequence", path, do: readBlocks(value, path, "A sequence", reading) }
  const map = readMap(value, path, "A block", report)
  if (map === undefined) return undefined
  const kinds = Object.keys(map).filter((key) => KINDS.has(key))
  const [word, second] = kinds
  const kind = word === undefined ? undefined : KINDS.get(word)
  if (word === undefined || kind === undefined) return noKind(map, path, reading, options)
  if (second !== undefined) {
    const message = `The block is both '${word}' and '${second}'.`
    wrongKey(report, "TWO_KINDS", [...path, second], message, "Make two entries of the list, each with its own '-'.")
  }
  const name = kind.isNamed === "never" ? undefined : readBlockName(map[word] ?? null, word, kind, path, reading)
  const what = name === undefined ? `this '${word}'` : `the ${word} '${name}'`
  const fields = { map, path, what, report }
  const keys = kinds.flatMap((key) => [key, ...(KINDS.get(key)?.keys ?? [])])
  checkKeys(fields, options.canGoOn ? [...keys, "then"] : keys, keys.includes("pattern") ? onSteps : elsewhere)
  const then = options.canGoOn ? optional(fields, "then", readNameText) : undefined
  if (then !== undefined) checkArc(then, what, reading)
  const block = kind.read({ fields, path, reading, name })
  if (block === undefined || (name === undefined && kind.isNamed === "always")) return undefined
  return { ...block, ...present({ then }) }
}

/** A block whose kind is misspelt is read as what was meant, so that what else is wrong in it is told too. */
function noKind(map: JsonObject, path: Path, reading: Reading, options: BlockOptions): Block | undefined {
  const keys = Object.keys(map)
  const words = [...KINDS.keys()]
  const found =
    keys.length === 0
      ? "The block is empty"
      : `No key of the block says what it is (${keys.map(quoted).slice(0, 5).join(", ")})`
  const slip = keys.find((key) => nearestName(key, words) !== undefined)
  const near = slip === undefined ? undefined : nearestName(slip, words)
  const remedy = near === undefined ? `Write one of ${words.join(", ")}.` : didYouMeanName(near)
  wrong(reading.report, "NO_KIND", path, `${found}.`, remedy)
  if (near === undefined) return undefined
  const meant = Object.fromEntries(Object.entries(map).map(([key, value]) => [key === slip ? near : key, value]))
  return readBlock(meant, path, reading, options)
}

function readBlockName(value: Json, word: string, kind: Kind, path: Path, reading: Reading): string | undefined {
  const place = [...path, word]
  if (value === null && kind.isNamed === "maybe") return undefined
  if (value === null)
    return wrong(reading.report, "BAD_NAME", place, `This '${word}' has no name.`, `Write '${word}: name'.`)
  if (typeof value !== "string") {
    const message = `The name of this '${word}' cannot be ${kindOf(value)}.`
    return wrong(reading.report, "WRONG_KIND", place, message, NAME_RULE)
  }
  const name = readName(value, place, `The name of this '${word}'`, reading.report)
  if (name !== undefined) declare(name, place, reading)
  if (name !== undefined && kind.isDone) reading.done.add(name)
  return name
}
