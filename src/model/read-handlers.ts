import type { Path } from "../messages/findings.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { DataType } from "./definition.ts"
import { quoted } from "./names.ts"
import { readConclusion } from "./read-conclusion.ts"
import { readParameters } from "./read-data.ts"
import { readEvents } from "./read-event.ts"
import { checkKeys, type Fields, has, optional, present, required, writtenAs } from "./read-fields.ts"
import type { ReadReport } from "./read-finding.ts"
import { readScopes } from "./read-scope.ts"
import { readExpression, readFlag, readMap, readName, readText } from "./read-value.ts"
import type { BindingDefinition, HandlerDefinition, RemovalDefinition, Repertoire } from "./repertoire.ts"
import type { Locate } from "./source.ts"

export type ReadHandlers = Pick<Repertoire, "handlers" | "bindings" | "removals">

/** The handlers under `handlers`, bound nowhere yet; nothing under a name removes what is there. */
export function readHandlers(value: Json, path: Path, locate: Locate, report: ReadReport): ReadHandlers {
  return readEach(value, path, locate, report, (fields, name) => {
    checkKeys(fields, HANDLER_KEYS, (key) => IN_BIND.get(key))
    const handler = readHandler(fields, name, locate, optional(fields, "mandatory", readFlag) ?? false)
    return handler ? { handlers: [handler], bindings: [] } : nothing
  })
}

/** The handlers under `mandatory`, each bound where it says. */
export function readMandatory(value: Json, path: Path, locate: Locate, report: ReadReport): ReadHandlers {
  return readEach(value, path, locate, report, (fields, name) => {
    checkKeys(fields, MANDATORY_KEYS, (key) => IS_MANDATORY.get(key))
    const handler = readHandler(fields, name, locate, true)
    const scopes = required(fields, "at", readScopes, "Say where it holds: 'at: process/task', 'at: everywhere'.")
    const given = optional(fields, "with", readMap) ?? {}
    const own = fields.path
    const withPath = has(fields.map, "with") ? [...own, "with"] : own
    const bindings = (scopes ?? []).map(
      ({ at, path: atPath }): BindingDefinition => ({
        handler: name,
        at,
        with: given,
        path: own,
        handlerPath: own,
        atPath,
        withPath,
        locate,
      }),
    )
    return handler ? { handlers: [handler], bindings } : nothing
  })
}

const nothing = { handlers: [], bindings: [] }

function readEach(
  value: Json,
  path: Path,
  locate: Locate,
  report: ReadReport,
  read: (fields: Fields, name: string) => Omit<ReadHandlers, "removals">,
): ReadHandlers {
  const handlers: HandlerDefinition[] = []
  const bindings: BindingDefinition[] = []
  const removals: RemovalDefinition[] = []
  for (const [name, entry] of Object.entries(readMap(value, path, `'${path.at(-1)}'`, report) ?? {})) {
    const own = [...path, name]
    const isNamed = readName(name, own, "A handler", (finding) => report({ ...finding, at: "key" })) !== undefined
    if (entry === null) {
      if (isNamed) removals.push({ kind: "handler", name, path: own, locate })
      continue
    }
    const what = `the handler ${quoted(name)}`
    const map = readMap(entry, own, `The handler ${quoted(name)}`, report)
    const found = map && read({ map, path: own, what, report }, name)
    if (!isNamed || !found) continue
    handlers.push(...found.handlers)
    bindings.push(...found.bindings)
  }
  return { handlers, bindings, removals }
}

function readHandler(fields: Fields, name: string, locate: Locate, mandatory: boolean): HandlerDefinition | undefined {
  const { map, path } = fields
  const on = required(fields, "on", readEvents, "Say on which checkpoint, class or event: 'on: Timeout'.")
  const then = required(fields, "then", readConclusion(on?.[0] ?? ""), "Name an exlet, write steps, or 'nothing'.")
  const condition = has(map, "if") ? optional(fields, "if", readExpression) : { source: "true", path }
  const parameters = optional(fields, "parameters", readParameters) ?? new Map<string, DataType>()
  const rest = present({
    title: optional(fields, "title", readText),
    solves: optional(fields, "solves", readFlag),
  })
  if (on === undefined || then === undefined || condition === undefined) return undefined
  return {
    name,
    on,
    parameters,
    if: condition,
    then,
    thenPath: [...path, writtenAs(map, "then")],
    thenSource: map[writtenAs(map, "then")] ?? null,
    except: [],
    mandatory,
    ...rest,
    source: sourceOf(map, mandatory),
    path,
    locate,
  }
}

/** What is bound where is not the handler's own. */
function sourceOf({ at: _, with: __, mandatory: ___, ...rest }: JsonObject, mandatory: boolean): JsonObject {
  return mandatory ? { ...rest, mandatory } : rest
}

const RULE_KEYS = ["on", "parameters", "if", "then", "solves", "title"] as const
const IN_BIND = new Map(
  ["at", "with"].map((key) => [key, "Where it holds, and with which values, stands under 'bind'."]),
)
const IS_MANDATORY = new Map([["mandatory", "Leave it out: whatever stands here is."]])
const HANDLER_KEYS = [...RULE_KEYS, "mandatory"] as const
const MANDATORY_KEYS = [...RULE_KEYS, "at", "with"] as const
