import type { Path } from "../../messages/findings.ts"
import { offsetsIn } from "../xml/xml-text.ts"
import type { XmlAttribute } from "../xml/xml-tree.ts"
import { celOf } from "./esp-formula.ts"
import type { Part } from "./part.ts"
import type { WqmReading } from "./wqm-reading.ts"

/** An expression of our language; one in the notation of ESP is translated, and what is found wrong with it later is still shown where it stands. */
export function readFormula(attribute: XmlAttribute, name: string, path: Path, reading: WqmReading): Part {
  const { value, start, at } = attribute
  const offsetOf = offsetsIn(reading.text, attribute)
  if (reading.notation === "cel") return { value, at: start, nameAt: at, offsetOf }
  const formula = celOf(value, reading.about)
  if (formula.ok)
    return { value: formula.cel, at: start, nameAt: at, offsetOf: (index) => offsetOf(formula.origin(index)) }
  reading.tell("BAD_FORMULA", path, offsetOf(formula.at), `In '${name}': ${formula.message}`, formula.remedy)
  return { value: null, at: offsetOf(formula.at), nameAt: at }
}
