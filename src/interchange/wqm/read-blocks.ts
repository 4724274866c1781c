import type { Path } from "../../messages/findings.ts"
import type { XmlElement } from "../xml/xml-tree.ts"
import { checkElement } from "./check-element.ts"
import { BLOCKS } from "./elements.ts"
import { listPart, mapPart, type Part, plainPart } from "./part.ts"
import { readAttribute } from "./read-attribute.ts"
import type { WqmReading } from "./wqm-reading.ts"

/** The blocks directly in an element, one after the other. */
export function readBlocks(element: XmlElement, path: Path, reading: WqmReading): Part {
  return listPart(
    element.at,
    blocksIn(element).map((block, index) => readBlock(block, [...path, index], reading)),
  )
}

function readBlock(element: XmlElement, path: Path, reading: WqmReading): Part {
  checkElement(element, path, reading, element.name === "parallel" ? [...path, "branches"] : path)
  const read = (name: string, key: string) => readAttribute(element, name, [...path, key], reading)
  const unnamed = plainPart(null, element.at)
  const titled = (word: string) =>
    [
      [word, read("name", word) ?? unnamed],
      ["title", read("title", "title")],
    ] as const
  switch (element.name) {
    case "sequence":
      return mapPart(element.at, [...titled("sequence"), ["do", readBlocks(element, [...path, "do"], reading)]])
    case "parallel":
      return mapPart(element.at, [...titled("parallel"), ["branches", readBranches(element, path, reading)]])
    case "choice":
      return mapPart(element.at, [...titled("choice"), ["cases", readCases(element, path, reading)]])
    case "while_do":
      return mapPart(element.at, [
        ...titled("while"),
        ["when", read("condition", "when")],
        ["do", readBlocks(element, [...path, "do"], reading)],
      ])
    default:
      return readTask(element, path, reading)
  }
}

function readTask(element: XmlElement, path: Path, reading: WqmReading): Part {
  const read = (name: string, ...keys: readonly string[]) =>
    readAttribute(element, name, [...path, ...(keys.length > 0 ? keys : [name])], reading)
  const role = read("role", "needs", "role")
  return mapPart(element.at, [
    ["task", read("name", "task")],
    ["title", read("title")],
    ["needs", role && mapPart(role.at, [["role", role]])],
    ["worker", read("worker")],
    ["reads", read("reads")],
    ["writes", read("writes")],
    ["deadline", read("deadline")],
  ])
}

/** Each block is a branch; a sequence nobody has named is one of several blocks. */
function readBranches(element: XmlElement, around: Path, reading: WqmReading): Part {
  const path = [...around, "branches"]
  return listPart(
    element.at,
    blocksIn(element).map((branch, index) => {
      const own = [...path, index]
      if (!isBare(branch)) return listPart(branch.at, [readBlock(branch, [...own, 0], reading)])
      checkElement(branch, own, reading)
      return readBlocks(branch, own, reading)
    }),
  )
}

/** What does not stand in its place has been told, and goes where it belongs. */
function readCases(element: XmlElement, around: Path, reading: WqmReading): Part {
  const inside = (word: string) => element.children.filter(({ name }) => name === word)
  const cases = [...inside("when"), ...inside("otherwise").slice(0, 1)]
  return listPart(
    element.at,
    cases.map((entry, index) => {
      const path = [...around, "cases", index]
      checkElement(entry, path, reading)
      if (entry.name === "otherwise")
        return mapPart(entry.at, [["otherwise", readBlocks(entry, [...path, "otherwise"], reading)]])
      return mapPart(entry.at, [
        ["when", readAttribute(entry, "condition", [...path, "when"], reading)],
        ["do", readBlocks(entry, [...path, "do"], reading)],
      ])
    }),
  )
}

function isBare({ name, attributes }: XmlElement): boolean {
  return name === "sequence" && !attributes.has("name") && !attributes.has("title")
}

function blocksIn({ children }: XmlElement): readonly XmlElement[] {
  return children.filter(({ name }) => BLOCKS.some((block) => block === name))
}
