import { isMap, isScalar, LineCounter, type Node, parseDocument } from "yaml"
import { meant } from "../model/names.ts"
import { withoutPassword } from "../store/address.ts"
import type { Given } from "./given.ts"
import {
  type Setting,
  type SettingPath,
  type Settings,
  settingFlagOf,
  settingPaths,
  settings,
  variableOf,
} from "./settings.ts"
import { Trouble } from "./trouble.ts"
import { wrongTogether } from "./wrong-channels.ts"
import { wrongSources } from "./wrong-sources.ts"

export interface SettingSources {
  /** The configuration file, if there is one. */
  readonly file?: { readonly name: string; readonly text: string }
  readonly env: Readonly<Record<string, string | undefined>>
  readonly given: Given
}

/** Flags over environment over file over defaults. Everything that is wrong is told at once, each with its place. */
export function readSettings({ file, env, given }: SettingSources): Settings {
  const problems: string[] = []
  const values = new Map<SettingPath, unknown>()
  for (const path of settingPaths) if (settings[path].default !== undefined) values.set(path, settings[path].default)
  if (file) for (const [path, value] of fileSettings(file, problems)) values.set(path, value)
  for (const [path, value] of environmentSettings(env, problems)) values.set(path, value)
  for (const path of settingPaths) {
    const flag = settingFlagOf(path)
    if (!given.has(flag)) continue
    const written = settings[path].many ? given.list(flag) : [given.value(flag)]
    const wrong = written.map((value) => settings[path].wrong?.(value)).find((problem) => problem !== undefined)
    if (wrong !== undefined) problems.push(`--${flag} ${wrong}`)
    values.set(path, settings[path].many ? written : written[0])
  }
  if (given.has("auth")) values.set("auth.required", given.is("auth"))
  if (values.has("smtp") && !values.has("mailFrom")) problems.push("smtp needs mailFrom: whom mail comes from")
  const together = problems.length > 0 ? undefined : wrongTogether(values.get("webhooks") as never, values.get("smtp"))
  if (together !== undefined) problems.push(together)
  const alike = problems.length > 0 ? undefined : wrongSources(values.get("sources") as never)
  if (alike !== undefined) problems.push(alike)
  if (problems.length > 0)
    throw new Trouble("SETTINGS_INVALID", problems.join("\n  "), "'exlet help serve' lists the settings.")
  return nested(values)
}

/** As in a file, secrets masked. */
export function shownSettings(effective: Settings): object {
  const masked = settingPaths.map((path) => {
    const value = path
      .split(".")
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], effective)
    const isThere = value !== undefined && !(Array.isArray(value) && value.length === 0)
    if (path === "store") return [path, withoutPassword(String(value))] as const
    return [path, isThere && settings[path].secret ? "********" : value] as const
  })
  return nested(new Map(masked.filter(([, value]) => value !== undefined)))
}

/** Variables of the command line that are no settings. */
export const otherVariables = [
  "EXLET_URL",
  "EXLET_TOKEN",
  "EXLET_AS",
  "EXLET_CONFIG",
  "EXLET_ITEM",
  "EXLET_KEY",
  "EXLET_ATTEMPT",
]

function environmentSettings(env: SettingSources["env"], problems: string[]): ReadonlyMap<SettingPath, unknown> {
  const byName = new Map(settingPaths.map((path) => [variableOf(path), path]))
  const found = new Map<SettingPath, unknown>()
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith("EXLET_") || text === undefined || text === "" || otherVariables.includes(name)) continue
    const path = byName.get(name)
    if (path === undefined) {
      problems.push(`environment: there is no setting ${name}. ${meant(name, byName.keys(), "")}`.trim())
      continue
    }
    const values = valuesIn(settings[path], text)
    const wrong = values.map((value) => wrongWith(settings[path], value)).find((problem) => problem !== undefined)
    if (wrong !== undefined) problems.push(`environment: ${name} ${wrong}`)
    else found.set(path, settings[path].many ? values : values[0])
  }
  return found
}

function fileSettings(
  { name, text }: { name: string; text: string },
  problems: string[],
): ReadonlyMap<SettingPath, unknown> {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true })
  const found = new Map<SettingPath, unknown>()
  const place = (offset: number) => `${name}:${lines.linePos(offset).line}:${lines.linePos(offset).col}`
  for (const error of document.errors) problems.push(`${place(error.pos[0])}: ${error.message.split("\n")[0]}`)
  if (problems.length > 0 || document.contents === null) return found
  const read = (node: Node | null | undefined, before: string, at: string): void => {
    const path = before as SettingPath
    if (Object.hasOwn(settings, path)) {
      const value = node?.toJS(document)
      const values = settings[path].many && Array.isArray(value) ? value : [value]
      const wrong = values.flatMap((one, index) => {
        const problem = wrongWith(settings[path], one)
        return problem === undefined ? [] : [`${path}${values.length > 1 ? `[${index}]` : ""} ${problem}`]
      })
      if (wrong.length > 0) problems.push(...wrong.map((problem) => `${at}: ${problem}`))
      else found.set(path, settings[path].many ? values : value)
    } else if (isMap(node)) {
      for (const { key, value } of node.items) {
        const word = isScalar(key) ? String(key.value) : ""
        const where = isScalar(key) && key.range ? place(key.range[0]) : at
        const next = before === "" ? word : `${before}.${word}`
        const isKnown = settingPaths.some((one) => one === next || one.startsWith(`${next}.`))
        if (!isKnown) problems.push(`${where}: there is no setting ${next}. ${meant(next, settingPaths, "")}`.trim())
        else if (isScalar(value) && value.value === null && !Object.hasOwn(settings, next)) continue
        else read(value as Node | null, next, where)
      }
    } else problems.push(`${at}: ${before === "" ? "a configuration is" : `${before} takes`} names and values`)
  }
  read(document.contents, "", `${name}:1:1`)
  return found
}

/** Several are separated by commas; objects are JSON, one or a list of them. */
function valuesIn(setting: Setting, text: string): readonly unknown[] {
  if (setting.kind.type === "object") {
    try {
      const value: unknown = JSON.parse(text)
      return Array.isArray(value) ? value : [value]
    } catch {
      return [text]
    }
  }
  const parts = setting.many ? text.split(",").map((part) => part.trim()) : [text]
  return parts.map((part) => fromText(setting, part))
}

function fromText({ kind }: Setting, text: string): unknown {
  if (kind.type === "boolean")
    return text === "true" || text === "1" ? true : text === "false" || text === "0" ? false : text
  return kind.type === "integer" && /^-?\d+$/.test(text) ? Number(text) : text
}

function wrongWith(setting: Setting, value: unknown): string | undefined {
  return wrongKind(setting, value) ?? setting.wrong?.(value)
}

function wrongKind({ kind }: Setting, value: unknown): string | undefined {
  switch (kind.type) {
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value) ? undefined : "takes names and values"
    case "boolean":
      return typeof value === "boolean" ? undefined : "is true or false"
    case "integer": {
      const { least = -Infinity, most = Infinity } = kind
      const isRight = Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most
      return isRight
        ? undefined
        : `is a whole number, at least ${least}${most === Infinity ? "" : ` and at most ${most}`}`
    }
    case "choice":
      return kind.of.includes(String(value)) ? undefined : `is one of ${kind.of.join(", ")}`
    default:
      return typeof value === "string" && value !== "" ? undefined : "is a text"
  }
}

/** Groups are there even if nothing is in them. */
function nested(values: ReadonlyMap<SettingPath, unknown>): Settings {
  const whole: Record<string, unknown> = {}
  for (const path of settingPaths) {
    const keys = path.split(".")
    const last = keys.pop() ?? ""
    const group = keys.reduce((at, key) => {
      at[key] ??= {}
      return at[key] as Record<string, unknown>
    }, whole)
    if (values.has(path)) group[last] = values.get(path)
  }
  return whole as unknown as Settings
}
