import type { Path } from "../../messages/findings.ts"
import type { XmlElement } from "../xml/xml-tree.ts"
import { checkElement } from "./check-element.ts"
import { mapPart, type Part } from "./part.ts"
import { readAttribute } from "./read-attribute.ts"
import { readBlocks } from "./read-blocks.ts"
import { readVariables } from "./read-data-type.ts"
import type { WqmReading } from "./wqm-reading.ts"

/** A base workflow: a process of our language. */
export function readWorkflow(element: XmlElement, path: Path, reading: WqmReading): Part {
  checkElement(element, path, reading)
  const read = (name: string, key: string) => readAttribute(element, name, [...path, key], reading)
  const data = element.children.find(({ name }) => name === "data")
  return mapPart(element.at, [
    ["process", read("name", "process")],
    ["title", read("title", "title")],
    ["deadline", read("deadline", "deadline")],
    ["result", read("result", "result")],
    ["data", data && readVariables(data, [...path, "data"], reading)],
    ["flow", readBlocks(element, [...path, "flow"], reading)],
  ])
}
