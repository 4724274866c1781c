import type { DataType } from "../../model/definition.ts"
import { type XmlNode, xmlNode } from "../xml/write-xml.ts"
import { valueText } from "./value-text.ts"

/** The data of a process. Every type our language has can be written. */
export function writeVariables(types: ReadonlyMap<string, DataType>): XmlNode {
  return xmlNode(
    "data",
    {},
    [...types].map(([name, type]) => writeType("variable", type, name)),
  )
}

function writeType(word: "variable" | "field" | "element", type: DataType, name?: string): XmlNode {
  const kind = type.kind === "scalar" ? type.type : type.kind
  const attributes = {
    name,
    type: kind,
    title: type.title,
    default: type.default === undefined ? undefined : valueText(type.default, kind),
    required: type.required ? "true" : undefined,
    min: type.min?.toString(),
    max: type.max?.toString(),
    class: type.class,
    shared: word === "variable" && !type.shared ? "false" : undefined,
  }
  return xmlNode(word, attributes, insideOf(type))
}

function insideOf(type: DataType): readonly XmlNode[] {
  switch (type.kind) {
    case "list":
      return [writeType("element", type.of)]
    case "object":
      return [...type.fields].map(([name, field]) => writeType("field", field, name))
    case "scalar":
      return (type.enum ?? []).map((value) => xmlNode("allowed", { value: valueText(value, type.type) }))
  }
}
