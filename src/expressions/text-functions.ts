import { type CallSite, type FunctionTable, overload } from "./function-table.ts"
import { kindOf, type Value } from "./value.ts"
import { withArticle } from "./value-type.ts"

/** Positions and sizes count characters, not UTF-16 units. */
export const TEXT_FUNCTIONS: FunctionTable = {
  contains: [overload(["string", "string"], "boolean", ([text, part], site) => scanned(text, site).includes(part))],
  startsWith: [overload(["string", "string"], "boolean", ([text, part]) => text.startsWith(part))],
  endsWith: [overload(["string", "string"], "boolean", ([text, part]) => text.endsWith(part))],
  lowerAscii: [
    overload(["string"], "string", ([text], site) =>
      scanned(text, site).replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
    ),
  ],
  upperAscii: [
    overload(["string"], "string", ([text], site) =>
      scanned(text, site).replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
    ),
  ],
  trim: [overload(["string"], "string", ([text], site) => scanned(text, site).trim())],
  split: [
    overload(["string", "string"], { list: "string" }, ([text, by], site) => split(text, by, -1, site)),
    overload(["string", "string", "number"], { list: "string" }, ([text, by, most], site) =>
      split(text, by, most, site),
    ),
  ],
  join: [
    overload([{ list: "any" }], "string", ([list], site) => join(list, "", site)),
    overload([{ list: "any" }, "string"], "string", ([list, by], site) => join(list, by, site)),
  ],
  replace: [
    overload(["string", "string", "string"], "string", ([text, from, to], site) => replace(text, from, to, -1, site)),
    overload(["string", "string", "string", "number"], "string", ([text, from, to, most], site) =>
      replace(text, from, to, most, site),
    ),
  ],
  substring: [
    overload(["string", "number"], "string", ([text, start], site) => substring(text, start, undefined, site)),
    overload(["string", "number", "number"], "string", ([text, start, end], site) => substring(text, start, end, site)),
  ],
  indexOf: [
    overload(["string", "string"], "number", ([text, part], site) => indexOf(text, part, 0, site)),
    overload(["string", "string", "number"], "number", ([text, part, from], site) => indexOf(text, part, from, site)),
  ],
}

/** How many characters a text has. */
export function characterCount(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

export function scanned(text: string, site: CallSite): string {
  site.chargeText(text.length)
  return text
}

function split(text: string, by: string, most: number, site: CallSite): readonly string[] {
  const parts = by === "" ? Array.from(scanned(text, site)) : scanned(text, site).split(by)
  site.charge(parts.length)
  if (most < 0 || parts.length <= most) return parts
  const kept = Math.trunc(most)
  return kept === 0 ? [] : [...parts.slice(0, kept - 1), parts.slice(kept - 1).join(by)]
}

function join(list: readonly Value[], by: string, site: CallSite): string {
  site.charge(list.length)
  let length = 0
  for (const element of list) {
    if (typeof element !== "string") {
      return site.fail("BAD_OPERANDS", `join needs strings, but the list holds ${withArticle(kindOf(element))}.`)
    }
    length += element.length + by.length
  }
  site.chargeText(length)
  return list.join(by)
}

function replace(text: string, from: string, to: string, most: number, site: CallSite): string {
  const parts = split(text, from, most < 0 ? -1 : most + 1, site)
  // Charged before it is made: a short text can become a very long one.
  site.chargeText(text.length + parts.length * to.length)
  return parts.join(to)
}

function substring(text: string, start: number, end: number | undefined, site: CallSite): string {
  const characters = Array.from(scanned(text, site))
  const last = end ?? characters.length
  if (!(start >= 0 && last >= start && last <= characters.length)) {
    return site.fail("OUT_OF_RANGE", `The text has ${characters.length} characters; ${start} to ${last} is not within.`)
  }
  return characters.slice(start, last).join("")
}

function indexOf(text: string, part: string, from: number, site: CallSite): number {
  const skipped = substring(text, 0, Math.min(Math.max(Math.trunc(from), 0), characterCount(text)), site)
  const at = text.indexOf(part, skipped.length)
  return at < 0 ? -1 : characterCount(text.slice(0, at))
}
