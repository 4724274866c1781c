import type { Path } from "../messages/findings.ts"
import { isName, quoted } from "./names.ts"
import { checkKeys } from "./read-fields.ts"
import { wrong } from "./read-finding.ts"
import { isList, isMap, type Reader, readName, wrongKind } from "./read-value.ts"
import { SCOPE_WORDS } from "./scope-text.ts"

/** Where a rule holds, as text: a place of a process, everywhere, or people and data such as `role:clerk`. */
export const readScope: Reader<string> = (value, path, what, report) => {
  if (isMap(value)) return readWordScope(value, path, what, report)
  if (typeof value !== "string") return wrongKind(value, path, what, SCOPE_FORMS, report)
  const [, word, rest] = /^([a-z]+):(.*)$/s.exec(value) ?? []
  if (word !== undefined && rest !== undefined && SCOPE_WORDS.some((known) => known === word))
    return readWordScope({ [word]: rest }, path, what, (finding) => report({ ...finding, path }))
  const parts = value.split("/")
  if (parts.length <= 2 && parts.every(isName)) return value
  return wrong(report, "BAD_SCOPE", path, `${what} cannot be ${quoted(value)}.`, `Write ${SCOPE_FORMS}.`)
}

/** A scope and where it was written. */
export interface WrittenScope {
  readonly at: string
  readonly path: Path
}

/** One scope, or a list of some. */
export const readScopes: Reader<readonly WrittenScope[]> = (value, path, what, report) => {
  if (!isList(value)) {
    const at = readScope(value, path, what, report)
    return at === undefined ? undefined : [{ at, path }]
  }
  if (value.length === 0) return wrong(report, "EMPTY", path, `${what} is an empty list.`, `Write ${SCOPE_FORMS}.`)
  return value.flatMap((entry, index) => {
    const own = [...path, index]
    const at = readScope(entry, own, `An entry of ${what}`, report)
    return at === undefined ? [] : [{ at, path: own }]
  })
}

const readWordScope: Reader<string> = (value, path, what, report) => {
  if (!isMap(value)) return undefined
  checkKeys({ map: value, path, what: "the scope", report }, SCOPE_WORDS)
  const [word, second] = SCOPE_WORDS.filter((key) => Object.hasOwn(value, key))
  if (word === undefined || second !== undefined) {
    const message = word === undefined ? `${what} names no scope.` : `${what} is two scopes in one.`
    return wrong(report, "BAD_SCOPE", path, message, WORD_FORMS)
  }
  const name = value[word] ?? null
  const own = [...path, word]
  if (word !== "object") {
    const read = readName(name, own, `'${word}'`, report)
    return read === undefined ? undefined : `${word}:${read}`
  }
  if (typeof name === "string" && /^[^/]+\/[^/]+$/.test(name) && name.split("/").every(isName)) return `object:${name}`
  if (typeof name !== "string") return wrongKind(name, own, "'object'", OBJECT_FORM, report)
  return wrong(report, "BAD_SCOPE", own, `'object' cannot be ${quoted(name)}.`, `Write ${OBJECT_FORM}.`)
}

const SCOPE_FORMS = "'process/task', 'process/activity', 'process', 'everywhere', or a map such as { role: … }"
const WORD_FORMS = `Write one of ${SCOPE_WORDS.map((word) => `{ ${word}: … }`).join(", ")}.`
const OBJECT_FORM = "a variable as 'process/variable'"
