import { operations } from "../api/operations.ts"
import type { Input } from "../client.ts"
import { answered } from "./answered.ts"
import type { Command } from "./command.ts"
import { connected, connectionFlags } from "./connecting.ts"
import { exitCode } from "./exit-codes.ts"
import { jsonFlag } from "./flags.ts"
import { learntFromFlags, soughtFrom } from "./learnt-from.ts"
import { looksOf } from "./looks.ts"
import { progressText } from "./progress.ts"
import { fieldsOf, flagOf } from "./schema-flags.ts"
import { backtestLines } from "./show-rules.ts"

const fields = fieldsOf(operations.backtest.input).filter(([field]) => field !== "from")

export const backtest: Command = {
  section: "Rules",
  summary: operations.backtest.about,
  more: ["Say a rule as for 'rules add', or --tree and --remove. Nothing is changed. Ctrl-C cancels it."],
  arguments: [],
  flags: [
    ...fields.map(([field, schema, isRequired]) => flagOf(field, schema, isRequired)),
    ...learntFromFlags,
    jsonFlag,
    ...connectionFlags,
  ],
  run: (given, output, around) =>
    connected(given, around, async ({ client }) => {
      const found = await soughtFrom(client, given)
      if (!found.ok) return answered(found, given, output)
      const said = fields.filter(([field]) => given.has(field)).map(([field]) => [field, given.value(field)])
      const input = { ...Object.fromEntries(said), ...found.value } as Input<"backtest">
      const { progress } = output
      const told = await client.backtest(input, {
        signal: around.signal,
        ...(progress && { onProgress: ({ checked, of }) => progress(progressText("decisions", checked, of)) }),
      })
      progress?.("")
      if (!told.ok) return answered(told, given, output)
      if (given.is("json")) output.out(JSON.stringify(told.value))
      else for (const line of backtestLines(told.value, looksOf(output))) output.out(line)
      return exitCode.done
    }),
}
