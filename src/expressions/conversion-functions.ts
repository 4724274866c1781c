import { type CallSite, type FunctionTable, overload } from "./function-table.ts"
import { LAST_MOMENT } from "./time.ts"
import { Moment, Span } from "./time-value.ts"
import type { Value } from "./value.ts"

/** From one kind of value to another. What cannot be converted fails, with `BAD_CONVERSION`. */
export const CONVERSION_FUNCTIONS: FunctionTable = {
  int: [
    overload(["number"], "number", ([number]) => Math.trunc(number) + 0),
    overload(["string"], "number", ([text], site) => toNumber(text, /^[+-]?\d+$/, "a whole number", site)),
    overload(["timestamp"], "number", ([moment]) => Math.floor(moment.epochMs / 1000)),
  ],
  double: [
    overload(["number"], "number", ([number]) => number),
    overload(["string"], "number", ([text], site) => toNumber(text, DECIMAL, "a number", site)),
  ],
  string: [
    overload(["string"], "string", ([text]) => text),
    overload(["number"], "string", ([number]) => String(number)),
    overload(["boolean"], "string", ([truth]) => String(truth)),
    overload(["timestamp"], "string", ([moment]) => moment.toString()),
    overload(["duration"], "string", ([span]) => span.toString()),
  ],
  bool: [
    overload(["boolean"], "boolean", ([truth]) => truth),
    overload(["string"], "boolean", ([text], site) => TRUTHS.get(text) ?? unreadable(text, "true or false", site)),
  ],
  timestamp: [
    overload(["timestamp"], "timestamp", ([moment]) => moment),
    overload(["string"], "timestamp", ([text], site) => Moment.parse(text) ?? unreadable(text, "a timestamp", site)),
    overload(["number"], "timestamp", ([seconds], site) => fromSeconds(seconds, site)),
  ],
  duration: [
    overload(["duration"], "duration", ([span]) => span),
    overload(["string"], "duration", ([text], site) => Span.parse(text) ?? unreadable(text, "a duration", site)),
  ],
  /** The same value, of which nothing is known before it is there. */
  dyn: [overload(["any"], "any", ([value]) => value)],
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["True", true],
  ["TRUE", true],
  ["t", true],
  ["1", true],
  ["false", false],
  ["False", false],
  ["FALSE", false],
  ["f", false],
  ["0", false],
])

function toNumber(text: string, shape: RegExp, wanted: string, site: CallSite): Value {
  const number = shape.test(text) ? Number(text) + 0 : Number.NaN
  return Number.isFinite(number) ? number : unreadable(text, wanted, site)
}

function fromSeconds(seconds: number, site: CallSite): Moment {
  const epochMs = Math.round(seconds * 1000)
  if (Math.abs(epochMs) <= LAST_MOMENT) return new Moment(epochMs)
  return site.fail("OUT_OF_RANGE", "The result lies outside of time.")
}

function unreadable(text: string, wanted: string, site: CallSite): never {
  return site.fail("BAD_CONVERSION", `"${text.slice(0, 40)}" cannot be read as ${wanted}.`)
}
