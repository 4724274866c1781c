import { connectionFlags } from "./connecting.ts"
import { jsonFlag } from "./flags.ts"

/** What all commands know may also stand before the word: `exlet --json cases`. */
export function leadingFlags(args: readonly string[]): {
  readonly leading: readonly string[]
  readonly rest: readonly string[]
} {
  let end = 0
  while (end < args.length) {
    const [name = "", written] = (args[end] ?? "").split("=", 2)
    const flag = [jsonFlag, ...connectionFlags].find((one) => name === `--${one.name}`)
    if (flag === undefined) break
    end += flag.kind.type === "boolean" || written !== undefined ? 1 : 2
  }
  return { leading: args.slice(0, end), rest: args.slice(end) }
}
