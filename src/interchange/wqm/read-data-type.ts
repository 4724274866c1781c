import type { Path } from "../../messages/findings.ts"
import type { Json } from "../../messages/json.ts"
import { quoted } from "../../model/names.ts"
import type { XmlElement } from "../xml/xml-tree.ts"
import { checkElement } from "./check-element.ts"
import { listPart, mapPart, type Part, plainPart } from "./part.ts"
import { readAttribute } from "./read-attribute.ts"
import { valueIn } from "./value-text.ts"
import type { WqmReading } from "./wqm-reading.ts"

/** The data of a workflow: its variables by name. */
export function readVariables(element: XmlElement, path: Path, reading: WqmReading): Part {
  checkElement(element, path, reading)
  return readNamed(element, "variable", path, reading)
}

/** What has a name and a type: variables, and the fields of objects. */
function readNamed(element: XmlElement, word: "variable" | "field", path: Path, reading: WqmReading): Part {
  const parts = new Map<string, Part>()
  for (const child of element.children.filter(({ name }) => name === word)) {
    const name = readAttribute(child, "name", path, reading)
    const key = typeof name?.value === "string" ? name.value : undefined
    const own = key === undefined ? path : [...path, key]
    const read = readType(child, own, reading)
    const type = word === "variable" ? withShared(read, child, own, reading) : read
    if (name === undefined || key === undefined) continue
    if (parts.has(key))
      reading.tell("DUPLICATE_NAME", path, name.at, `The ${word} ${quoted(key)} stands here a second time.`, REMOVE)
    else parts.set(key, { ...type, nameAt: name.at })
  }
  return mapPart(element.at, parts)
}

/** In ESP data belongs to the case number, so to all workflows under it, unless a variable says otherwise. */
function withShared(type: Part, element: XmlElement, path: Path, reading: WqmReading): Part {
  const said = readAttribute(element, "shared", [...path, "shared"], reading)
  if (type.value === null || said?.value === false) return type
  const shared: Part = said ?? plainPart(true, element.at)
  const inside = type.inside ?? new Map([["type", type]])
  return mapPart(element.at, [...[...inside].map(([key, part]) => [String(key), part] as const), ["shared", shared]])
}

const REMOVE = "Remove one of the two."

/** A type's name alone where no more is said about it. */
function readType(element: XmlElement, path: Path, reading: WqmReading): Part {
  checkElement(element, path, reading)
  const read = (name: string) => readAttribute(element, name, [...path, name], reading)
  const type = readAttribute(element, "type", path, reading)
  if (type === undefined || type.value === null) return { value: null, at: type?.at ?? element.at }
  const word = String(type.value)
  const more = [
    ["title", read("title")],
    ["default", readValue(element, "default", word, [...path, "default"], reading)],
    ["required", read("required")],
    ["min", read("min")],
    ["max", read("max")],
    ["enum", readAllowed(element, word, path, reading)],
    ["class", read("class")],
  ] as const
  checkShape(element, word, path, reading)
  if (word === "object")
    return mapPart(element.at, [["object", readNamed(element, "field", [...path, "object"], reading)], ...more])
  if (word !== "list")
    return more.some(([, part]) => part !== undefined) ? mapPart(element.at, [["type", type], ...more]) : type
  const of = element.children.find(({ name }) => name === "element")
  if (of === undefined) return { value: null, at: element.at }
  return mapPart(element.at, [["list", readType(of, [...path, "list"], reading)], ...more])
}

/** Only a list has elements and only an object fields. */
function checkShape({ children, at, name: own }: XmlElement, type: string, path: Path, reading: WqmReading): void {
  for (const [word, home] of [
    ["element", "list"],
    ["field", "object"],
  ] as const) {
    const child = children.find(({ name }) => name === word)
    if (child !== undefined && type !== home)
      reading.tell(
        "CONTRADICTION",
        path,
        child.at,
        `<${word}> stands in a <${own}> of type '${type}'.`,
        `Write type="${home}".`,
      )
    if (child === undefined && type === "list" && home === "list")
      reading.tell("CONTRADICTION", path, at, "There is a list of nothing.", 'Say of what: <element type="…"/>.')
  }
}

function readAllowed(element: XmlElement, type: string, path: Path, reading: WqmReading): Part | undefined {
  const allowed = element.children.filter(({ name }) => name === "allowed")
  if (allowed.length === 0) return undefined
  const own = [...path, "enum"]
  return listPart(
    allowed[0]?.at ?? element.at,
    allowed.map((child, index) => {
      checkElement(child, [...own, index], reading)
      return readValue(child, "value", type, [...own, index], reading) ?? { value: null, at: child.at }
    }),
  )
}

function readValue(element: XmlElement, name: string, type: string, path: Path, reading: WqmReading): Part | undefined {
  const part = readAttribute(element, name, path, reading)
  if (typeof part?.value !== "string") return part
  const value: Json | undefined = valueIn(part.value, type)
  if (value !== undefined) return { ...part, value }
  const message = `${quoted(part.value)} is no value that can be read as '${type}'.`
  reading.tell("BAD_VALUE", path, part.at, message, "Write it as in JSON, such as 25, true or [1, 2].")
  return { ...part, value: null }
}
