import { meant } from "../model/names.ts"
import type { Argument, Flag, Kind } from "./flags.ts"
import { UsageError } from "./trouble.ts"

/** A command line taken apart: texts still, each with the kind it must be of. */
export interface Parsed {
  readonly written: readonly Written[]
  /** What stands behind `--`. */
  readonly behind: readonly string[]
}

export interface Written {
  readonly name: string
  /** As messages call it: `--limit`, `ITEM`. */
  readonly shown: string
  readonly kind: Kind
  readonly texts: readonly (string | boolean)[]
}

interface Shape {
  readonly arguments: readonly Argument[]
  readonly flags: readonly Flag[]
  readonly behind?: string
}

/**
 * Flags may stand anywhere. What nobody knows is refused together with the nearest that is known. `--open false` is `--open=false`,
 * unless an argument would be missing then: in `--json true` of a condition the word is the condition.
 */
export function parseArguments(args: readonly string[], shape: Shape): Parsed {
  const { own, behind } = divided(args, shape)
  const isTruthBehind = own.some((word, index) => isTruth(own[index + 1]) && word.startsWith("--"))
  if (!isTruthBehind) return parsed(own, behind, shape, "apart")
  try {
    return parsed(own, behind, shape, "with its flag")
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return parsedElse(() => parsed(own, behind, shape, "apart"), error)
  }
}

/** What is wrong with the usual reading is what people are told. */
function parsedElse(otherReading: () => Parsed, error: UsageError): Parsed {
  try {
    return otherReading()
  } catch {
    throw error
  }
}

function parsed(
  own: readonly string[],
  behind: readonly string[],
  shape: Shape,
  truthBehind: "with its flag" | "apart",
): Parsed {
  const flags = new Map<Flag, (string | boolean)[]>()
  const places: string[] = []
  for (let index = 0; index < own.length; index++) {
    const word = own[index] ?? ""
    if (!word.startsWith("-") || word === "-" || /^-\d/.test(word)) {
      places.push(word)
      continue
    }
    const { flag, written, isNot } = flagIn(word, shape.flags)
    const texts = flags.get(flag) ?? []
    if (texts.length > 0 && !flag.many) throw new UsageError(`--${flag.name} may be written once only.`)
    const takesNext = truthBehind === "with its flag" && written === undefined && !isNot && isTruth(own[index + 1])
    if (flag.kind.type === "boolean") texts.push(truth(flag, takesNext ? own[++index] : written) !== isNot)
    else if (written !== undefined) texts.push(written)
    else texts.push(following(own[++index], flag))
    flags.set(flag, texts)
  }
  const missing = shape.flags.find((flag) => flag.required && !flags.has(flag))
  const placed = inPlaces(places, shape.arguments)
  if (missing) throw new UsageError(`--${missing.name} is missing.`)
  const said = [...flags].map(([{ name, kind }, texts]) => ({ name, shown: `--${name}`, kind, texts }))
  return { written: [...placed, ...said], behind }
}

/** How an argument is called: `INTERVENTION`. */
export const shownArgument = ({ name }: Argument): string => name.toUpperCase()

function divided(args: readonly string[], { behind }: Shape): { own: readonly string[]; behind: readonly string[] } {
  const end = args.indexOf("--")
  if (end < 0) return { own: args, behind: [] }
  if (behind !== undefined) return { own: args.slice(0, end), behind: args.slice(end + 1) }
  throw new UsageError("Nothing may stand behind '--' here.")
}

function flagIn(
  word: string,
  flags: readonly Flag[],
): { readonly flag: Flag; readonly written?: string; readonly isNot: boolean } {
  const equals = word.indexOf("=")
  const name = equals < 0 ? word : word.slice(0, equals)
  const written = equals < 0 ? {} : { written: word.slice(equals + 1) }
  const found = flags.find(({ name: long, short }) => name === `--${long}` || (short && name === `-${short}`))
  if (found) return { flag: found, ...written, isNot: false }
  const turned = flags.find(({ name: long, kind }) => kind.type === "boolean" && name === `--no-${long}`)
  if (turned) return { flag: turned, ...written, isNot: true }
  const known = flags.map(({ name: long }) => `--${long}`)
  throw new UsageError(`There is no flag '${name}' here. ${meant(name, known, "--help lists them.")}`)
}

/** Whether a word behind a flag may be its value, where that is true or false. */
export const isTruth = (word: string | undefined): boolean => word === "true" || word === "false"

function truth({ name }: Flag, written: string | undefined): boolean {
  if (written === undefined || written === "true") return true
  if (written === "false") return false
  throw new UsageError(`--${name} takes no value, or true or false.`)
}

function following(next: string | undefined, { name, kind }: Flag): string {
  const isFlag = next?.startsWith("--") || (next !== undefined && /^-[a-z]$/.test(next) && kind.type !== "text")
  if (next === undefined || isFlag) throw new UsageError(`--${name} needs a value.`)
  return next
}

function inPlaces(places: readonly string[], known: readonly Argument[]): readonly Written[] {
  const written: Written[] = []
  let index = 0
  for (const argument of known) {
    const texts = argument.many ? places.slice(index) : places.slice(index, index + 1)
    index += texts.length
    const shown = shownArgument(argument)
    if (texts.length === 0 && !argument.optional) throw new UsageError(`${shown} is missing.`)
    if (texts.length > 0) written.push({ name: argument.name, shown, kind: argument.kind, texts })
  }
  const left = places[index]
  if (left !== undefined) throw new UsageError(`'${left}' is one argument too many.`)
  return written
}
