import {
  addMonthsAndMilliseconds,
  calendarMonths,
  fixedMilliseconds,
  formatMoment,
  parseDuration,
  parseMoment,
} from "./time.ts"

/** A timestamp while an expression is evaluated. A date stays a date as long as only whole days are added to it. */
export class Moment {
  readonly epochMs: number
  readonly isDate: boolean

  constructor(epochMs: number, isDate = false) {
    this.epochMs = epochMs
    this.isDate = isDate
  }

  static parse(text: string): Moment | undefined {
    const epochMs = parseMoment(text)
    return epochMs === undefined ? undefined : new Moment(epochMs, !text.includes(":"))
  }

  plus(span: Span, sign: 1 | -1): Moment {
    const epochMs = addMonthsAndMilliseconds(this.epochMs, sign * span.months, sign * span.milliseconds)
    return new Moment(epochMs, this.isDate && span.milliseconds % DAY === 0)
  }

  toString(): string {
    const text = formatMoment(this.epochMs)
    return this.isDate ? text.slice(0, text.indexOf("T")) : text
  }
}

/** A duration while an expression is evaluated: months by the calendar, and milliseconds of the same sign. */
export class Span {
  readonly months: number
  readonly milliseconds: number

  constructor(months: number, milliseconds: number) {
    this.months = months
    this.milliseconds = milliseconds
  }

  /** ISO 8601 (`P1DT2H`) or the form of CEL (`1h30m`, `-90s`). */
  static parse(text: string): Span | undefined {
    const duration = parseDuration(text)
    if (duration !== undefined) return new Span(calendarMonths(duration), fixedMilliseconds(duration))
    return parseUnits(text)
  }

  /** For comparing: a month counts as the 365.2425 / 12 days it has on average. */
  get length(): number {
    return this.months * AVERAGE_MONTH + this.milliseconds
  }

  /** Undefined where months and days would get different signs, which ISO 8601 cannot write. */
  plus(other: Span, sign: 1 | -1): Span | undefined {
    const sum = new Span(this.months + sign * other.months, this.milliseconds + sign * other.milliseconds)
    return sum.months * sum.milliseconds < 0 ? undefined : sum
  }

  toString(): string {
    const [months, milliseconds] = [Math.abs(this.months), Math.abs(this.milliseconds)]
    const seconds = (milliseconds % 60_000) / 1000
    const days = unit(Math.floor(milliseconds / DAY), "D")
    const hours = unit(Math.floor(milliseconds / 3_600_000) % 24, "H")
    const clock = hours + unit(Math.floor(milliseconds / 60_000) % 60, "M") + unit(seconds, "S")
    const text = unit(Math.floor(months / 12), "Y") + unit(months % 12, "M") + days + (clock && `T${clock}`)
    return text === "" ? "PT0S" : `${this.months < 0 || this.milliseconds < 0 ? "-" : ""}P${text}`
  }
}

const DAY = 86_400_000
const AVERAGE_MONTH = (365.2425 * DAY) / 12
const UNITS: ReadonlyMap<string, number> = new Map([
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
  ["ms", 1],
  ["us", 1e-3],
  ["ns", 1e-6],
])

function unit(amount: number, letter: string): string {
  return amount === 0 ? "" : `${amount}${letter}`
}

function parseUnits(text: string): Span | undefined {
  if (!/^[+-]?(?:\d{1,12}(?:\.\d{1,9})?(?:h|ms|m|s|us|ns))+$/.test(text)) return undefined
  let sum = 0
  for (const [, amount, name] of text.matchAll(/([\d.]+)([a-z]+)/g))
    sum += Number(amount) * (UNITS.get(name ?? "") ?? 0)
  return new Span(0, Math.round(text.startsWith("-") ? -sum : sum) + 0)
}
