import { parseMoment } from "../../expressions/time.ts"

/** Returns the moment written as text or as milliseconds; undefined if it is none. */
export function momentOf(written: string | number): number | undefined {
  return typeof written === "string" ? parseMoment(written) : written
}
