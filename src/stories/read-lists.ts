import { type Reader, readEntries, readList } from "../model/read-value.ts"

/** Every entry of a list through one reader; those that cannot be read are left out. */
export function listOf<T>(reader: Reader<T>): Reader<readonly T[]> {
  return (value, path, what, report) =>
    readList(value, path, what, report)?.flatMap(
      (entry, index) => reader(entry, [...path, index], `An entry of ${what}`, report) ?? [],
    )
}

/** The same for the values of a map. */
export function mapOf<T>(reader: Reader<T>): Reader<ReadonlyMap<string, T>> {
  return (value, path, what, report) => readEntries(value, path, what, reader, report)
}
