import { wrong } from "./read-finding.ts"
import { isList, type Reader } from "./read-value.ts"

/** One of something, or a list of some; entries that cannot be read are left out. The list may be empty. */
export function readSome<T>(reader: Reader<T>): Reader<readonly T[]> {
  return (value, path, what, report) => {
    if (!isList(value)) {
      const one = reader(value, path, what, report)
      return one === undefined ? undefined : [one]
    }
    return value
      .map((entry, index) => reader(entry, [...path, index], `An entry of ${what}`, report))
      .filter((read) => read !== undefined)
  }
}

/** The same where an empty list would say nothing. */
export function readOneOrMore<T>(reader: Reader<T>): Reader<readonly T[]> {
  const readAll = readSome(reader)
  return (value, path, what, report) =>
    isList(value) && value.length === 0
      ? wrong(report, "EMPTY", path, `${what} is an empty list.`, "Name one, or leave the key out.")
      : readAll(value, path, what, report)
}
