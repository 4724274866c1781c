import { canonicalEvent, PLAIN_EVENTS, plainEvent } from "./event-names.ts"
import { isName, meant, quoted } from "./names.ts"
import { checkKeys } from "./read-fields.ts"
import { type ReadReport, wrong } from "./read-finding.ts"
import { isMap, type Reader, readName, wrongKind } from "./read-value.ts"

/** Every place there is. */
export const EVERYWHERE = "everywhere"

/** What a rule is about, in its canonical name. Plain events are understood, but not yet in force. */
export const readEvent: Reader<{ readonly on: string; readonly isInForce: boolean }> = (value, path, what, report) => {
  if (typeof value !== "string") return wrongKind(value, path, what, EVENT_FORMS, report)
  const plain = plainEvent(value)
  if (plain === undefined) {
    const on = readName(value, path, what, report)
    return on === undefined ? undefined : { on: canonicalEvent(on), isInForce: true }
  }
  const { word, about } = plain
  if (!PLAIN_EVENTS.some((known) => known === word)) {
    const remedy = meant(
      word,
      PLAIN_EVENTS,
      `The events with brackets are ${PLAIN_EVENTS.map((known) => `${known}(…)`).join(", ")}.`,
    )
    return wrong(report, "UNKNOWN_EVENT", path, `There is no event ${quoted(`${word}(…)`)}.`, remedy)
  }
  if (about === "")
    return wrong(report, "EMPTY", path, `${what} says '${word}()' of nothing.`, `Write what it is about: '${word}(…)'.`)
  report(notInForce(path, `Rules on events such as '${word}(…)'`))
  return { on: `${word}(${about})`, isInForce: false }
}

/** Where a rule holds. Scopes that are no places of a process are understood, but not yet in force. */
export const readScope: Reader<{ readonly at: string; readonly isInForce: boolean }> = (value, path, what, report) => {
  if (isMap(value)) return readOtherScope(value, path, what, report)
  if (typeof value !== "string") return wrongKind(value, path, what, SCOPE_FORMS, report)
  const parts = value.split("/")
  if (parts.length <= 2 && parts.every(isName)) return { at: value, isInForce: true }
  return wrong(report, "BAD_SCOPE", path, `${what} cannot be ${quoted(value)}.`, `Write ${SCOPE_FORMS}.`)
}

const OTHER_SCOPES = ["role", "unit", "agent", "class"] as const

const readOtherScope: typeof readScope = (value, path, what, report) => {
  if (!isMap(value)) return undefined
  checkKeys({ map: value, path, what: "the scope", report }, OTHER_SCOPES)
  const [kind, second] = OTHER_SCOPES.filter((key) => Object.hasOwn(value, key))
  if (kind === undefined || second !== undefined) {
    const message = kind === undefined ? `${what} names no scope.` : `${what} is two scopes in one.`
    return wrong(
      report,
      "BAD_SCOPE",
      path,
      message,
      "Write one of { role: … }, { unit: … }, { agent: … }, { class: … }.",
    )
  }
  const name = readName(value[kind] ?? null, [...path, kind], `'${kind}'`, report)
  if (name === undefined) return undefined
  report(notInForce(path, `Rules at a ${kind === "class" ? "data class" : kind}`))
  return { at: `${kind}:${name}`, isInForce: false }
}

function notInForce(path: Parameters<typeof readScope>[1], what: string): Parameters<ReadReport>[0] {
  const message = `${what} are read, but this version does not act on them yet.`
  return { code: "NOT_IN_FORCE", severity: "warning", path, message, remedy: "Do not rely on it." }
}

const EVENT_FORMS = "one checkpoint, class or event, and a rule for each,"
const SCOPE_FORMS = "'process/task', 'process/activity', 'process', 'everywhere', or a map such as { role: … }"
