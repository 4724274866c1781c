import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { describe, expect, test } from "vitest"
import { type AttributeKind, ELEMENTS, type ElementForm, WORDS } from "../../src/interchange/wqm/elements.ts"
import { type XmlElement, xmlTree } from "../../src/interchange/xml/xml-tree.ts"
import { byTheSchema } from "../language/xsd.ts"

const root = resolve(import.meta.dirname, "../..")
const schema = xmlTree(readFileSync(join(root, "docs/wqm.xsd"), "utf8"), 50, { left: 10_000 }).root
if (schema === undefined) throw new Error("docs/wqm.xsd is not well formed")

const value = (element: XmlElement, name: string) => element.attributes.get(name)?.value
const named = (kind: string, name: string | undefined) =>
  schema.children.find((child) => child.name === `xs:${kind}` && value(child, "name") === name)
const everywhere = (element: XmlElement): readonly XmlElement[] => [element, ...element.children.flatMap(everywhere)]

/** All that is inside a type, with what it refers to put in its place; declarations of elements are not looked into. */
function inside(element: XmlElement): readonly XmlElement[] {
  return element.children.flatMap((child) => {
    if (child.name === "xs:element" || child.name === "xs:attribute") return [child]
    const ref = value(child, "ref") ?? value(child, "base")
    const kind = child.name === "xs:extension" ? "complexType" : child.name.replace("xs:", "")
    const referred = ref === undefined ? undefined : named(kind, ref)
    return [...(referred ? inside(referred) : []), ...inside(child)]
  })
}

const declared = everywhere(schema).filter(({ name }) => name === "xs:element")

/** What the schema says of an element: its attributes with their types, and what may stand in it. */
function shapeOf(element: XmlElement) {
  const parts = inside(named("complexType", value(element, "type")) ?? element)
  const attributes = parts.filter(({ name }) => name === "xs:attribute")
  return {
    attributes: Object.fromEntries(
      attributes.map((each) => [
        value(each, "name"),
        [value(each, "type"), value(each, "use") === "required" ? "required" : "optional"],
      ]),
    ),
    inside: new Set(parts.filter(({ name }) => name === "xs:element").map((each) => value(each, "name"))),
  }
}

const TYPES: { readonly [Kind in AttributeKind]: string } = {
  name: "Name",
  variable: "Variable",
  variables: "Variables",
  step: "Step",
  text: "xs:string",
  formula: "Formula",
  flag: "Flag",
  number: "Number",
  value: "xs:string",
  type: "Type",
  notation: "Notation",
  version: "Version",
  case: "Case",
}

describe("docs/wqm.xsd", () => {
  test("[WQM10] has every element the reader knows, with the same attributes and the same inside, and no other", () => {
    const known = Object.entries<ElementForm>(ELEMENTS).map(([name, form]) => [
      name,
      {
        attributes: Object.fromEntries(
          Object.entries(form.attributes).map(([key, { kind, required }]) => [
            key,
            [TYPES[kind], required ? "required" : "optional"],
          ]),
        ),
        inside: new Set(form.inside.flatMap(({ of }) => of)),
      },
    ])
    const said = declared.map((element) => [value(element, "name"), shapeOf(element)])
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(known))
  })

  test.each(Object.entries(WORDS))("[WQM10] has the words of %s", (kind, words) => {
    const type = named("simpleType", TYPES[kind as keyof typeof WORDS])
    const said = everywhere(type ?? schema).filter(({ name }) => name === "xs:enumeration")
    expect(said.map((each) => value(each, "value"))).toEqual(words)
  })

  test("[WQM10] every type is explained, or is a list of words", () => {
    const types = schema.children.filter(({ name }) => name === "xs:complexType" || name === "xs:simpleType")
    const unexplained = types.filter(
      (type) => !everywhere(type).some(({ name }) => name === "xs:documentation" || name === "xs:enumeration"),
    )
    expect(unexplained.map((type) => value(type, "name"))).toEqual(["When", "Otherwise", "OfStep"])
  })

  test.each(["laptop", "after"])("[WQM10] %s is right by it", (name) => {
    expect(byTheSchema(readFileSync(join(root, `test/interchange/${name}/${name}.wqm.xml`), "utf8"))).toEqual([])
  })

  test("[WQM10] what is wrong by it is told", () => {
    expect(byTheSchema('<wqm><workflow><task nam="x"/></workflow></wqm>')).toEqual([
      "Element 'workflow': The attribute 'name' is required but missing.",
      "Element 'task', attribute 'nam': The attribute 'nam' is not allowed.",
      "Element 'task': The attribute 'name' is required but missing.",
    ])
  })
})

test("[WQM6] errors.md names every code that is told about XML, and no other", () => {
  const folder = join(root, "src/interchange")
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => readFileSync(join(folder, file), "utf8"))
  const told = new Set(
    sources.flatMap((text) => [...text.matchAll(/"([A-Z]{3,}(?:_[A-Z]+)*)"/g)].map((match) => match[1])),
  )
  const [, section = ""] = readFileSync(join(root, "docs/errors.md"), "utf8").split("### In XML")
  expect(new Set([...section.matchAll(/^\| ([A-Z_]+) \|/gm)].map((match) => match[1]))).toEqual(told)
})
