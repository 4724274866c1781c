import { canonicalEvent, plainEvent } from "../../model/event-names.ts"
import { quoted } from "../../model/names.ts"
import type { XmlElement } from "../xml/xml-tree.ts"
import { espRulesIn, eventText } from "./read-esp-rules.ts"

/** Something that means less or more here than in the document, at a place in the text. */
export interface Difference {
  readonly code: string
  readonly at: number
  readonly message: string
  readonly remedy: string
}

/**
 * Returns the events that rules of several workflows are about, where the order of the file and the order here can differ. ESP
 * tests all rules in the order of the file. Here the case in which the event happens comes first, then the other cases of the family.
 */
export function differencesIn(root: XmlElement): readonly Difference[] {
  const byEvent = new Map<string, XmlElement[]>()
  for (const rule of espRulesIn(root)) {
    const event = canonicalEvent(eventText(rule))
    const rules = byEvent.get(event)
    if (rules) rules.push(rule)
    else byEvent.set(event, [rule])
  }
  const found: Difference[] = []
  for (const [event, rules] of byEvent) {
    const workflows = rules.map(workflowOf)
    const several = [...new Set(workflows)]
    const other = rules.find((rule) => workflowOf(rule) !== workflows[0])
    if (other === undefined || isInOrder(workflows, several, homeOf(event, root))) continue
    const names = several.map(quoted).join(", ")
    found.push({
      code: "CAPTURE_ORDER",
      at: other.at,
      message: `Rules of ${names} are about '${event}'. ESP tests them in the order of the file; here the case in which the event happens is first, then the other cases in the order they were started. The first rule that holds captures the event.`,
      remedy: "Write conditions of which only one can hold at a time, or keep the rules on this event in one workflow.",
    })
  }
  return found
}

const workflowOf = ({ attributes }: XmlElement): string => attributes.get("workflow")?.value ?? ""

/** The rules of the workflow it happens in come first, and those of one other follow. */
function isInOrder(workflows: readonly string[], several: readonly string[], home: string | undefined): boolean {
  if (several.length > 2 || home === undefined || workflows[0] !== home) return false
  const last = workflows.lastIndexOf(home)
  return workflows.slice(0, last).every((name) => name === home)
}

/** The workflow an event about a step, or about a workflow, happens in; undefined: any. */
function homeOf(event: string, root: XmlElement): string | undefined {
  const about = plainEvent(event)?.about
  if (about === undefined) return undefined
  const workflows = root.children.filter(({ name }) => name === "workflow")
  const nameOf = (element: XmlElement) => element.attributes.get("name")?.value ?? element.attributes.get("id")?.value
  const isIn = (element: XmlElement): boolean => nameOf(element) === about || element.children.some(isIn)
  const homes = workflows.filter(isIn)
  const [home] = homes
  return home && homes.length === 1 ? nameOf(home) : undefined
}
