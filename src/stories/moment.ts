import { isDate, isDateTime } from "../model/moments.ts"

/** A day or a moment, as stories write them. */
export function isMoment(text: string): boolean {
  return isDate(text) || isDateTime(text)
}
