import type { Path } from "../../messages/findings.ts"
import { canonicalEvent, PLAIN_EVENTS, plainEvent } from "../../model/event-names.ts"
import { EVERYWHERE } from "../../model/scope-text.ts"
import type { XmlElement } from "../xml/xml-tree.ts"
import { checkElement } from "./check-element.ts"
import { listPart, mapPart, type Part } from "./part.ts"
import { readAttribute } from "./read-attribute.ts"
import type { WqmReading } from "./wqm-reading.ts"

/** The rules of a document, in the order of their priority. */
export function espRulesIn(root: XmlElement): readonly XmlElement[] {
  return root.children
    .filter(({ name }) => name === "esp_rules")
    .flatMap(({ children }) => children.filter(({ name }) => name === "rule"))
}

/**
 * ESP rules, in the order of their priority: rules of the same workflow that follow each other are one ordered list. A later one for an event
 * that workflow has rules for already goes behind those, whose else it is.
 */
export function readEspRules(rules: readonly XmlElement[], path: Path, reading: WqmReading): Part | undefined {
  const lists: XmlElement[][] = []
  const byEvent = new Map<string, XmlElement[]>()
  let last: { readonly workflow: string; readonly list: XmlElement[] } | undefined
  for (const rule of rules) {
    const workflow = rule.attributes.get("workflow")?.value ?? ""
    const event = `${workflow} ${canonicalEvent(eventText(rule))}`
    const list = byEvent.get(event) ?? (last?.workflow === workflow ? last.list : [])
    if (list.length === 0) lists.push(list)
    list.push(rule)
    byEvent.set(event, list)
    last = { workflow, list }
  }
  const [first] = rules
  return (
    first &&
    listPart(
      first.at,
      lists.map((list, index) => readList(list, [...path, index], reading)),
    )
  )
}

function readList(rules: readonly XmlElement[], path: Path, reading: WqmReading): Part {
  const [first] = rules
  const parts = rules.map((rule, index) => readRule(rule, [...path, "first", index], reading))
  const at = first && readScope(first, [...path, "at"], reading)
  return mapPart(first?.at ?? 0, [
    ["at", at],
    ["first", listPart(first?.at ?? 0, parts)],
  ])
}

function readRule(element: XmlElement, path: Path, around: WqmReading): Part {
  checkElement(element, path, around)
  const notation = readAttribute(element, "notation", path, around)?.value ?? around.notation
  const about = plainEvent(eventText(element))?.about
  const reading: WqmReading = { ...around, notation: notation === "esp" ? "esp" : "cel", ...(about && { about }) }
  const event = readAttribute(element, "event", [...path, "on"], reading)
  return mapPart(element.at, [
    ["on", event && typeof event.value === "string" ? { ...event, value: eventText(element) } : event],
    ["if", readAttribute(element, "state", [...path, "if"], reading)],
    ["then", readAttribute(element, "meta_workflow", [...path, "then"], reading)],
    ["title", readAttribute(element, "title", [...path, "title"], reading)],
  ])
}

/** `Done(B3)`, as people who know ESP write it, is `done(B3)` here. */
export function eventText({ attributes }: XmlElement): string {
  const text = attributes.get("event")?.value ?? ""
  const plain = plainEvent(text)
  const word = PLAIN_EVENTS.find((known) => known === plain?.word.toLowerCase())
  return plain && word ? `${word}(${plain.about})` : text
}

function readScope(element: XmlElement, path: Path, reading: WqmReading): Part | undefined {
  const workflow = readAttribute(element, "workflow", path, reading)
  if (workflow?.value !== EVERYWHERE) return workflow
  const message = `A workflow cannot be '${EVERYWHERE}': as the place of a rule the word means something else.`
  reading.tell("RESERVED_NAME", path, workflow.at, message, "Name the workflow the rule is for.")
  return { ...workflow, value: null }
}
