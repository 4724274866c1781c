/** An element to be written; the order of its attributes is kept. */
export interface XmlNode {
  readonly name: string
  readonly attributes: readonly (readonly [string, string])[]
  readonly children: readonly XmlNode[]
}

/** What is absent is left out. */
export function xmlNode(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  children: readonly XmlNode[] = [],
): XmlNode {
  const said = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  )
  return { name, attributes: said, children }
}

/** The document as text: an element a line, indented by what it stands in. */
export function xmlDocument(root: XmlNode): string {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>']
  write(root, "", lines)
  return `${lines.join("\n")}\n`
}

function write({ name, attributes, children }: XmlNode, indent: string, lines: string[]): void {
  const start = `${indent}<${name}${attributes.map(([key, value]) => ` ${key}=${quotedValue(value)}`).join("")}`
  if (children.length === 0) {
    lines.push(`${start}/>`)
    return
  }
  lines.push(`${start}>`)
  for (const child of children) write(child, `${indent}  `, lines)
  lines.push(`${indent}</${name}>`)
}

/** In the quotes that need least to be done about those inside. */
function quotedValue(value: string): string {
  const quote = value.includes('"') && !value.includes("'") ? "'" : '"'
  return `${quote}${value.replaceAll(quote === '"' ? /[&<"\t\n\r]/g : /[&<\t\n\r]/g, (sign) => SIGNS[sign] ?? sign)}${quote}`
}

/** White space that is not a blank would become one. */
const SIGNS: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
}
