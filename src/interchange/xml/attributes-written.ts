import type { XmlAttribute } from "./xml-tree.ts"

/** The attributes of a tag, each with where it is written: the parser tells only what they are. */
export function attributesWritten(
  file: string,
  from: number,
  to: number,
  values: Readonly<Record<string, string>>,
): ReadonlyMap<string, XmlAttribute> {
  const found = new Map<string, XmlAttribute>()
  ATTRIBUTE.lastIndex = from
  for (let match = ATTRIBUTE.exec(file); match !== null && match.index < to; match = ATTRIBUTE.exec(file)) {
    const [whole, name = "", quoted = ""] = match
    const value = values[name]
    if (value === undefined || found.has(name)) continue
    const end = match.index + whole.length - 1
    found.set(name, { value, at: match.index + whole.indexOf(name), start: end + 2 - quoted.length, end })
  }
  return found
}

// Sticky: what is not an attribute ends the search.
const ATTRIBUTE = /\s+([^\s=/>]+)\s*=\s*("[^"]*"|'[^']*')/gy
