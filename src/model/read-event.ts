import { canonicalEvent, isCompensating, PLAIN_EVENTS, plainEvent } from "./event-names.ts"
import { isDate, isDateTime, isDuration } from "./moments.ts"
import { isName, isVariableName, meant, quoted } from "./names.ts"
import { wrong } from "./read-finding.ts"
import { isList, type Reader, readName, wrongKind } from "./read-value.ts"

/** What a rule is about, in its canonical name: a checkpoint, class, pattern or event, or a plain event such as `done(B3)`. */
export const readEvent: Reader<string> = (value, path, what, report) => {
  if (typeof value !== "string") return wrongKind(value, path, what, EVENT_FORMS, report)
  const plain = plainEvent(value)
  if (plain === undefined) {
    const on = readName(value, path, what, report)
    return on === undefined ? undefined : canonicalEvent(on)
  }
  const { word, about } = plain
  const known = PLAIN_EVENTS.find((each) => each === word)
  if (known === undefined) {
    const remedy = meant(
      word,
      PLAIN_EVENTS,
      `The events with brackets are ${PLAIN_EVENTS.map((each) => `${each}(…)`).join(", ")}.`,
    )
    return wrong(report, "UNKNOWN_EVENT", path, `There is no event ${quoted(`${word}(…)`)}.`, remedy)
  }
  if (about === "")
    return wrong(report, "EMPTY", path, `${what} says '${word}()' of nothing.`, `Write what it is about: '${word}(…)'.`)
  const { fits, form } = ABOUT[known]
  if (fits(about)) return `${word}(${about})`
  return wrong(report, "BAD_EVENT", path, `${quoted(about)} is nothing for '${word}(…)'.`, `Write ${form}.`)
}

/** Reads one event or a list of several. A list is for rules that say the same about each. */
export const readEvents: Reader<readonly string[]> = (value, path, what, report) => {
  if (!isList(value)) {
    if (typeof value !== "string") return wrongKind(value, path, what, SEVERAL_FORMS, report)
    const event = readEvent(value, path, what, report)
    return event === undefined ? undefined : [event]
  }
  if (value.length === 0)
    return wrong(report, "EMPTY", path, `There are no events in ${what}.`, "Name at least one event.")
  const read = value.map((each, index) => readEvent(each, [...path, index], `An entry of ${what}`, report))
  const events = read.filter((event) => event !== undefined)
  if (events.length < read.length) return undefined
  for (const [index, event] of events.entries()) {
    const own = [...path, index]
    if (events.indexOf(event) < index)
      return wrong(report, "DUPLICATE_NAME", own, `${what} names '${event}' twice.`, "Remove one of them.")
    if (event !== "select" && (!isCompensating(event) || events.every(isCompensating))) continue
    const message = `'${event}' cannot share a rule with other events, because its conclusions differ.`
    return wrong(report, "NOT_ALLOWED", own, message, `Write a rule of its own for '${event}'.`)
  }
  return events
}

interface About {
  readonly fits: (about: string) => boolean
  readonly form: string
}

const step: About = {
  fits: (about) => about.split("/").length <= 2 && about.split("/").every(isName),
  form: "the name of a task, block or process, such as 'done(B3)'",
}
const duration: About = {
  fits: (about) => isDuration(about) && /[1-9]/.test(about),
  form: "a duration of more than nothing, such as P1D or PT1H",
}

const ABOUT: { readonly [word in (typeof PLAIN_EVENTS)[number]]: About } = {
  started: step,
  done: step,
  aborted: step,
  written: { fits: isVariableName, form: "the name of a variable, such as 'written(budget)'" },
  message: { fits: isName, form: "the name of a message, such as 'message(payment-received)'" },
  compensating: {
    fits: isName,
    form: "the class of an exception, such as 'compensating(SupplierFailed)'",
  },
  every: duration,
  after: duration,
  at: {
    fits: (about) => isDateTime(about) || isDate(about),
    form: "a moment, such as 'at(2026-01-05T09:00:00Z)', or a day, such as 'at(2026-01-05)'",
  },
}

const EVENT_FORMS = "a checkpoint, class or event"
const SEVERAL_FORMS = "a checkpoint, class or event, or a list of them,"
