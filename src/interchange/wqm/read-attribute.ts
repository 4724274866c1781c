import type { Path } from "../../messages/findings.ts"
import { isName, isVariableName, NAME_RULE, quoted, VARIABLE_RULE } from "../../model/names.ts"
import { offsetsIn } from "../xml/xml-text.ts"
import type { XmlAttribute, XmlElement } from "../xml/xml-tree.ts"
import {
  type AttributeForm,
  type AttributeKind,
  ELEMENTS,
  type ElementForm,
  type ElementName,
  WORDS,
} from "./elements.ts"
import { listPart, type Part, plainPart } from "./part.ts"
import { readFormula } from "./read-formula.ts"
import { valueIn } from "./value-text.ts"
import { suggested, type WqmReading } from "./wqm-reading.ts"

/**
 * The value of an attribute, as its kind says; undefined if it is not there. One that is missing or wrong is told, and null stands in its
 * place: whoever reads the bundle finds fault with it at the same path, which is not told again.
 */
export function readAttribute(element: XmlElement, name: string, path: Path, reading: WqmReading): Part | undefined {
  const attributes: ElementForm["attributes"] = ELEMENTS[element.name as ElementName].attributes
  const form: AttributeForm | undefined = attributes[name]
  const attribute = element.attributes.get(name)
  if (form !== undefined && attribute !== undefined) return READERS[form.kind](attribute, name, path, reading)
  if (form?.required === undefined) return undefined
  const message = `The attribute '${name}' is missing on <${element.name}>.`
  reading.tell("MISSING_ATTRIBUTE", path, element.at, message, `Write ${name}="…".`)
  return plainPart(null, element.at)
}

/** A text as it stands there. */
export function textPart(attribute: XmlAttribute, { text }: WqmReading, value: string = attribute.value): Part {
  const { start, at } = attribute
  return { value, at: start, nameAt: at, offsetOf: offsetsIn(text, attribute) }
}

type Reader = (attribute: XmlAttribute, name: string, path: Path, reading: WqmReading) => Part

const READERS: { readonly [Kind in AttributeKind]: Reader } = {
  name: checked(isName, NAME_RULE),
  variable: checked(isVariableName, VARIABLE_RULE),
  step: checked((text) => isName(text.replace(/\+$/, "")), `${NAME_RULE} A '+' behind it means what follows.`),
  text: (attribute, _, __, reading) => textPart(attribute, reading),
  formula: (attribute, name, path, reading) => readFormula(attribute, name, path, reading),
  // What it means depends on the type beside it: see read-data-type.ts.
  value: (attribute, _, __, reading) => textPart(attribute, reading),
  variables(attribute, _, __, reading) {
    const offsetOf = offsetsIn(reading.text, attribute)
    const parts = Array.from(attribute.value.matchAll(/\S+/g), ({ 0: word, index }) => plainPart(word, offsetOf(index)))
    return { ...listPart(attribute.start, parts), nameAt: attribute.at }
  },
  number(attribute, name, path, reading) {
    const { value, start, at } = attribute
    const number = valueIn(value, "number")
    if (typeof number === "number") return { value: number, at: start, nameAt: at }
    return refuse(
      "WRONG_KIND",
      `'${name}' cannot be ${quoted(value)}.`,
      "Write a number here.",
      attribute,
      path,
      reading,
    )
  },
  flag(attribute, name, path, reading) {
    const part = oneOf("flag")(attribute, name, path, reading)
    return typeof part.value === "string" ? { ...part, value: part.value === "true" } : part
  },
  type: oneOf("type"),
  notation: oneOf("notation"),
  version: oneOf("version"),
  case: (attribute, name, path, reading) =>
    attribute.value === "new" ? textPart(attribute, reading) : readFormula(attribute, name, path, reading),
}

function checked(fits: (text: string) => boolean, rule: string): Reader {
  return (attribute, name, path, reading) => {
    const { value } = attribute
    if (fits(value)) return textPart(attribute, reading)
    return refuse("BAD_NAME", `'${name}' cannot be ${quoted(value)}.`, rule, attribute, path, reading)
  }
}

function oneOf(kind: keyof typeof WORDS): Reader {
  return (attribute, name, path, reading) => {
    const words: readonly string[] = WORDS[kind]
    const { value } = attribute
    if (words.includes(value)) return textPart(attribute, reading)
    const remedy = suggested(value, words, `Write ${words.join(" or ")}.`, reading)
    return refuse("NOT_ALLOWED", `'${name}' cannot be ${quoted(value)}.`, remedy, attribute, path, reading)
  }
}

function refuse(
  code: string,
  message: string,
  remedy: string,
  { start, at }: XmlAttribute,
  path: Path,
  reading: WqmReading,
): Part {
  reading.tell(code, path, start, message, remedy)
  return { value: null, at: start, nameAt: at }
}
