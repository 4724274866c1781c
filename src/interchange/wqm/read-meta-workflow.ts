import type { Path } from "../../messages/findings.ts"
import { quoted } from "../../model/names.ts"
import { TARGETS } from "../../model/read-place.ts"
import type { XmlElement } from "../xml/xml-tree.ts"
import { checkElement } from "./check-element.ts"
import { META_ACTIVITIES } from "./elements.ts"
import { listPart, mapPart, type Part } from "./part.ts"
import { readAttribute } from "./read-attribute.ts"
import type { WqmReading } from "./wqm-reading.ts"

/** The meta workflows by name: exlets of our language. */
export function readMetaWorkflows(
  elements: readonly XmlElement[],
  at: number,
  path: Path,
  reading: WqmReading,
): Part | undefined {
  const parts = new Map<string, Part>()
  for (const element of elements) {
    const name = readAttribute(element, "name", path, reading)
    const key = typeof name?.value === "string" ? name.value : undefined
    const exlet = readMetaWorkflow(element, key === undefined ? path : [...path, key], reading)
    if (name === undefined || key === undefined) continue
    if (parts.has(key))
      reading.tell("DUPLICATE_EXLET", path, name.at, `There is already a meta workflow ${quoted(key)} here.`, RENAME)
    else parts.set(key, { ...exlet, nameAt: name.at })
  }
  return parts.size === 0 ? undefined : mapPart(at, parts)
}

const RENAME = "Rename one of the two."

function readMetaWorkflow(element: XmlElement, path: Path, reading: WqmReading): Part {
  checkElement(element, path, reading)
  const title = readAttribute(element, "title", [...path, "title"], reading)
  const own = title === undefined ? path : [...path, "steps"]
  const activities = element.children.filter(({ name }) => META_ACTIVITIES.some((word) => word === name))
  const steps = listPart(
    element.at,
    activities.map((activity, index) => readActivity(activity, [...own, index], reading)),
  )
  return title === undefined
    ? steps
    : mapPart(element.at, [
        ["title", title],
        ["steps", steps],
      ])
}

function readActivity(element: XmlElement, path: Path, reading: WqmReading): Part {
  checkElement(element, path, reading)
  const word = element.name === "wait_and_suspend" ? "waitAndSuspend" : element.name
  const workflow = readProcess(element, [...path, word], reading)
  const task = readAttribute(element, "task", [...path, word], reading)
  const isPlace = typeof workflow?.value === "string" && typeof task?.value === "string"
  const place = isPlace ? { value: `${workflow.value}/${task.value}`, at: workflow.at } : workflow
  return mapPart(element.at, [
    [word, task?.value === null ? task : place],
    ["case", readAttribute(element, "case", [...path, "case"], reading)],
  ])
}

/** In our language some words in the place of a process mean something else. */
function readProcess(element: XmlElement, path: Path, reading: WqmReading): Part | undefined {
  const workflow = readAttribute(element, "workflow", path, reading)
  if (workflow === undefined || !TARGETS.some((target) => target === workflow.value)) return workflow
  const message = `A workflow cannot be '${workflow.value}': in an exlet the word means something else.`
  reading.tell("RESERVED_NAME", path, workflow.at, message, "Name a workflow.")
  return { ...workflow, value: null }
}
