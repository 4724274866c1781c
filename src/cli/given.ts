import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Kind } from "./flags.ts"
import type { Parsed } from "./parse-arguments.ts"
import type { Surroundings } from "./surroundings.ts"
import { UsageError } from "./trouble.ts"

/** What a command line says, each value of its kind. */
export class Given {
  readonly #values: ReadonlyMap<string, readonly Json[]>
  /** What stands behind `--`. */
  readonly behind: readonly string[]

  constructor(values: ReadonlyMap<string, readonly Json[]>, behind: readonly string[] = []) {
    this.#values = values
    this.behind = behind
  }

  has(name: string): boolean {
    return this.#values.has(name)
  }

  value(name: string): Json | undefined {
    return this.#values.get(name)?.at(-1)
  }

  text(name: string): string | undefined {
    const value = this.value(name)
    return value === undefined ? undefined : String(value)
  }

  /** Of an argument that must be there. */
  sure(name: string): string {
    return this.text(name) ?? ""
  }

  number(name: string): number | undefined {
    const value = this.value(name)
    return value === undefined ? undefined : Number(value)
  }

  is(name: string): boolean {
    return this.value(name) === true
  }

  list(name: string): readonly Json[] {
    return this.#values.get(name) ?? []
  }

  texts(name: string): readonly string[] {
    return this.list(name).map(String)
  }

  /** `-d name=value` together, over what is given whole. */
  object(name: string, pairs: string): JsonObject | undefined {
    if (!this.has(name) && !this.has(pairs)) return undefined
    const whole = (this.value(name) ?? {}) as JsonObject
    return { ...whole, ...Object.assign({}, ...(this.list(pairs) as JsonObject[])) }
  }
}

/** Makes values of texts. A file that is not there, and a text that is nothing of its kind, is a `UsageError`. */
export async function valuesOf(parsed: Parsed, around: Surroundings): Promise<Given> {
  const values = new Map<string, Json[]>()
  for (const { name, shown, kind, texts } of parsed.written) {
    const all: Json[] = []
    for (const text of texts) all.push(typeof text === "boolean" ? text : await made(kind, text, shown, around))
    values.set(name, all)
  }
  return new Given(values, parsed.behind)
}

async function made(kind: Kind, text: string, shown: string, around: Surroundings): Promise<Json> {
  switch (kind.type) {
    case "text":
    case "file":
      return text
    case "boolean":
      return text === "true"
    case "choice":
      if (!kind.of.includes(text)) throw new UsageError(`${shown} is one of ${kind.of.join(", ")}, not '${text}'.`)
      return text
    case "number":
    case "integer":
      return numberOf(kind, text, shown)
    case "moment":
      return /^\d+$/.test(text) ? Number(text) : text
    case "value":
      return looseValue(text)
    case "pair": {
      const equals = text.indexOf("=")
      if (equals < 1) throw new UsageError(`${shown} takes name=value, not '${text}'.`)
      return { [text.slice(0, equals)]: looseValue(text.slice(equals + 1)) }
    }
    case "json":
      return jsonOf(await whole(text, shown, around), shown)
    case "object": {
      const value = jsonOf(await whole(text, shown, around), shown)
      if (typeof value !== "object" || value === null || Array.isArray(value))
        throw new UsageError(`${shown} takes a JSON object, as in '{"amount": 99}'.`)
      return value
    }
  }
}

function numberOf(
  { type, least, most }: Extract<Kind, { type: "number" | "integer" }>,
  text: string,
  shown: string,
): number {
  const number = text.trim() === "" ? Number.NaN : Number(text)
  const isRight = type === "integer" ? Number.isSafeInteger(number) : Number.isFinite(number)
  if (!isRight)
    throw new UsageError(`${shown} takes ${type === "integer" ? "a whole number" : "a number"}, not '${text}'.`)
  if (least !== undefined && number < least) throw new UsageError(`${shown} is at least ${least}.`)
  if (most !== undefined && number > most) throw new UsageError(`${shown} is at most ${most}.`)
  return number
}

async function whole(text: string, shown: string, around: Surroundings): Promise<string> {
  if (text === "-") return around.stdin()
  if (!text.startsWith("@")) return text
  const path = text.slice(1)
  return readFile(resolve(around.folder, path), "utf8").catch(() => {
    throw new UsageError(`${shown}: there is no file '${path}' that can be read.`)
  })
}

function jsonOf(text: string, shown: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    throw new UsageError(`${shown} takes JSON: ${error instanceof Error ? error.message : error}.`)
  }
}

function looseValue(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
