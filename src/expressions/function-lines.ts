import { FUNCTIONS } from "./calls.ts"
import { MACROS } from "./macros.ts"
import { describeType } from "./value-type.ts"

/** A function as somebody who writes an expression is told of it. */
export interface FunctionLine {
  readonly name: string
  /** Every way to call it. */
  readonly ways: readonly string[]
  readonly returns: string
  readonly about: string
  readonly example: string
}

/** Every function that is built in, with a line about it. */
export function functionLines(): readonly FunctionLine[] {
  return Object.entries(lines).map(([name, [about, example, returns]]) => ({
    name,
    ways: waysOf(name),
    returns,
    about,
    example,
  }))
}

/** The names there are; whoever adds a function is told by a test that its line is missing. */
export const functionNames = (): readonly string[] => [...Object.keys(FUNCTIONS), ...MACROS.keys(), "has", "matches"]

function waysOf(name: string): readonly string[] {
  if (name === "has") return ["has(name)", "has(object.field)"]
  if (name === "matches") return ["matches(string, string)"]
  const counts = MACROS.get(name)
  if (counts) return counts.map((count) => `list.${name}(${["x", ...Array(count - 1).fill("…")].join(", ")})`)
  return (FUNCTIONS[name] ?? []).map(
    ({ arguments: types, isRepeated }) => `${name}(${types.map(describeType).join(", ")}${isRepeated ? ", …" : ""})`,
  )
}

/** What it does, how it is used, and what it gives. */
const lines: Readonly<Record<string, readonly [about: string, example: string, returns: string]>> = {
  has: ["Whether a name, a field or a result has a value", "has(item.agent)", "boolean"],
  size: ["How many characters, elements or fields there are", "size(done) > 2", "number"],
  subsetOf: ["Whether all of the first list are in the second", '["a"].subsetOf(done)', "boolean"],
  all: ["Whether it is true of every element", 'items.all(x, x.status == "completed")', "boolean"],
  exists: ["Whether it is true of some element", "items.exists(x, x.held)", "boolean"],
  exists_one: ["Whether it is true of exactly one element", "items.exists_one(x, x.held)", "boolean"],
  filter: ["The elements of which it is true", "size(items.filter(x, x.held)) > 1", "list"],
  map: ["Something made of each element", '"ann" in items.map(x, has(x.agent), x.agent)', "list"],
  contains: ["Whether a text has another in it", 'case.process.contains("order")', "boolean"],
  startsWith: ["Whether a text begins with another", 'case.process.startsWith("order")', "boolean"],
  endsWith: ["Whether a text ends with another", 'case.process.endsWith("-small")', "boolean"],
  matches: ["Whether a pattern is found in a text", 'matches(case.process, "^order-[0-9]+$")', "boolean"],
  lowerAscii: ["A text in small letters", 'lowerAscii(case.process) == "order"', "string"],
  upperAscii: ["A text in capital letters", 'upperAscii(case.process) == "ORDER"', "string"],
  trim: ["A text without spaces around it", 'trim(case.process) != ""', "string"],
  split: ["The parts of a text, separated by another", 'size(case.process.split("-")) > 1', "list of string"],
  join: ["The texts of a list as one", 'done.join(", ") == "a, b"', "string"],
  replace: ["A text with one part replaced by another", 'case.process.replace("-", " ") == "a b"', "string"],
  substring: ["A text from one position to another, the first is 0", 'substring(case.process, 0, 1) == "o"', "string"],
  indexOf: ["Where a text begins in another; -1: nowhere", 'indexOf(case.process, "-") >= 0', "number"],
  abs: ["A number without its sign", "abs(case.version - 3) < 2", "number"],
  round: ["The nearest whole number", "round(1.5) == 2", "number"],
  floor: ["The next whole number below", "floor(1.5) == 1", "number"],
  ceil: ["The next whole number above", "ceil(1.5) == 2", "number"],
  min: ["The least of several values, or of a list", "min(case.version, 3) == 3", "any"],
  max: ["The greatest of several values, or of a list", "max(case.version, 3) == 3", "any"],
  sum: ["The sum of a list of numbers", "sum([1, 2]) == 3", "number"],
  int: ["A whole number from a number, a text or a timestamp", 'int("12") == 12', "number"],
  double: ["A number from a text", 'double("1.5") == 1.5', "number"],
  string: ["A value as text", 'string(case.version) == "1"', "string"],
  bool: ["True or false from a text", 'bool("true")', "boolean"],
  timestamp: [
    "A moment from a text such as 2026-12-24 or 2026-12-24T09:00:00Z",
    'now < timestamp("2026-12-24")',
    "timestamp",
  ],
  duration: [
    "A length of time from a text such as P30D or 1h30m",
    'now - case.startedAt > duration("P30D")',
    "duration",
  ],
  dyn: ["The same value, with its type left open", "dyn(case.version) == 1", "any"],
  getFullYear: ["The year of a moment", "now.getFullYear() == 2026", "number"],
  getMonth: ["The month of a moment, January is 0", "now.getMonth() == 11", "number"],
  getDate: ["The day of the month, from 1", "now.getDate() == 24", "number"],
  getDayOfMonth: ["The day of the month, from 0", "now.getDayOfMonth() == 23", "number"],
  getDayOfWeek: [
    "The day of the week, Sunday is 0; in a time zone if one is named",
    'now.getDayOfWeek("Europe/Vienna") == 6',
    "number",
  ],
  getDayOfYear: ["The day of the year, from 0", "now.getDayOfYear() < 31", "number"],
  getHours: ["The hour of a moment, or all hours of a duration", "now.getHours() >= 18", "number"],
  getMinutes: ["The minute of a moment, or all minutes of a duration", "now.getMinutes() < 30", "number"],
  getSeconds: [
    "The second of a moment, or all seconds of a duration",
    "(now - case.startedAt).getSeconds() < 90",
    "number",
  ],
  getMilliseconds: ["The millisecond of a moment or duration", "now.getMilliseconds() == 0", "number"],
}
