import { connectionFlags } from "./connecting.ts"
import { jsonFlag } from "./flags.ts"
import { isTruth } from "./parse-arguments.ts"

/** What all commands know may also stand before the word: `exlet --json cases`. */
export function leadingFlags(args: readonly string[]): {
  readonly leading: readonly string[]
  readonly rest: readonly string[]
} {
  let end = 0
  while (end < args.length) {
    const [name = "", written] = (args[end] ?? "").split("=", 2)
    const flag = [jsonFlag, ...connectionFlags].find(
      ({ name: long, kind }) => name === `--${long}` || (kind.type === "boolean" && name === `--no-${long}`),
    )
    if (flag === undefined) break
    const isAlone = flag.kind.type === "boolean" && (name.startsWith("--no-") || !isTruth(args[end + 1]))
    end += isAlone || written !== undefined ? 1 : 2
  }
  return { leading: args.slice(0, end), rest: args.slice(end) }
}
