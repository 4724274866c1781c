import type { Path } from "../../messages/findings.ts"
import { quoted } from "../../model/names.ts"
import type { XmlElement } from "../xml/xml-tree.ts"
import { ELEMENTS, type ElementForm, type ElementName, type Particle } from "./elements.ts"
import { suggested, type WqmReading } from "./wqm-reading.ts"

/**
 * Tells what does not belong to an element: attributes, text, and elements in it that are none of its own, not in their place, or missing.
 * `insidePath` is where what is in it goes, if that has a path of its own.
 */
export function checkElement(element: XmlElement, path: Path, reading: WqmReading, insidePath: Path = path): void {
  const form: ElementForm = formOf(element)
  const what = `<${element.name}>`
  for (const [name, { at }] of element.attributes) {
    if (Object.hasOwn(form.attributes, name) || isForSchema(element, name)) continue
    const known = Object.keys(form.attributes)
    const otherwise = known.length === 0 ? "It has none." : `Known here: ${known.join(", ")}.`
    const message = `The attribute ${quoted(name)} means nothing on ${what}.`
    const remedy = name.startsWith("xmlns") ? "WQM is in no namespace; take it out." : undefined
    reading.tell("UNKNOWN_ATTRIBUTE", path, at, message, remedy ?? suggested(name, known, otherwise, reading))
  }
  for (const at of element.texts)
    reading.tell("STRAY_TEXT", path, at, `Text means nothing in ${what}.`, "Put it into an attribute or a comment.")
  checkInside(element, form.inside, insidePath, reading)
}

function checkInside(element: XmlElement, particles: readonly Particle[], path: Path, reading: WqmReading): void {
  const what = `<${element.name}>`
  const known = particles.flatMap(({ of }) => of)
  const counts = particles.map(() => 0)
  let latest = 0
  for (const { name, at } of element.children) {
    const index = particles.findIndex(({ of }) => of.includes(name))
    const particle = particles[index]
    if (particle === undefined) {
      const message = `The element ${quoted(`<${name}>`)} means nothing in ${what}.`
      reading.tell("UNKNOWN_ELEMENT", path, at, message, elsewhere(name, known, reading))
      continue
    }
    const count = (counts[index] ?? 0) + 1
    counts[index] = count
    if (particle.most !== undefined && count > particle.most)
      reading.tell("MISPLACED_ELEMENT", path, at, `There is a second <${name}> in ${what}.`, "Keep one of the two.")
    else if (index < latest) {
      const after = (particles[latest]?.of ?? []).map((other) => `<${other}>`).join(", ")
      reading.tell("MISPLACED_ELEMENT", path, at, `<${name}> stands too late in ${what}.`, `Put it before ${after}.`)
    }
    latest = Math.max(latest, index)
  }
  for (const [index, { of, least }] of particles.entries()) {
    if (least === undefined || counts[index] !== 0) continue
    const remedy = `Put in at least one of ${of.map((name) => `<${name}>`).join(", ")}.`
    reading.tell("MISSING_ELEMENT", path, element.at, `There is nothing to do in ${what}.`, remedy)
  }
}

function elsewhere(name: string, known: readonly string[], reading: WqmReading): string {
  const places = HOMES.get(name)
  if (places !== undefined) return `It stands in ${places.join(", ")}.`
  const otherwise = known.length === 0 ? "Nothing stands in it." : `Known here: ${known.join(", ")}.`
  return suggested(name, known, otherwise, reading)
}

/** Where each element may stand. */
const HOMES: ReadonlyMap<string, readonly string[]> = homes()

function homes(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const [home, { inside }] of Object.entries<ElementForm>(ELEMENTS))
    for (const name of inside.flatMap(({ of }) => of)) found.set(name, [...(found.get(name) ?? []), `<${home}>`])
  return found
}

function formOf({ name }: XmlElement): ElementForm {
  return ELEMENTS[name as ElementName]
}

/** What editors need to find the schema; it says nothing to us. */
function isForSchema({ name }: XmlElement, attribute: string): boolean {
  return name === "wqm" && (attribute === "xmlns:xsi" || attribute === "xsi:noNamespaceSchemaLocation")
}
