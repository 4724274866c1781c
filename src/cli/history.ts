import type { Operation } from "../api/operation.ts"
import { operations } from "../api/operations.ts"
import type { Output as Answer, Input } from "../client.ts"
import type { ItemId } from "../messages/ids.ts"
import { answered } from "./answered.ts"
import type { Command, Output } from "./command.ts"
import { connected, connectionFlags } from "./connecting.ts"
import { exitCode } from "./exit-codes.ts"
import { type Flag, jsonFlag } from "./flags.ts"
import type { Given } from "./given.ts"
import { looksOf } from "./looks.ts"
import { fieldsOf, flagOf } from "./schema-flags.ts"
import { entryLines } from "./show-events.ts"
import { Interrupted } from "./trouble.ts"

type Entry = Answer<"entries">["rows"][number]

export const history: Command = {
  section: "History",
  summary: operations.entries.about,
  more: [
    "Prints the entries after a position, and where to go on. 'follow' goes on by itself, 'export history' takes all.",
  ],
  arguments: [],
  flags: flagsOf(operations.entries),
  run: (given, output, around) =>
    connected(given, around, async ({ client }) => {
      const told = await client.entries(inputOf(operations.entries, given) as Input<"entries">, {
        signal: around.signal,
      })
      if (!told.ok) return answered(told, given, output)
      const { rows, next } = told.value
      const teller = new Teller(given, output)
      for (const entry of rows) teller.tell(entry)
      if (rows.length === 0 && !given.is("json")) output.out("Nothing has happened since.")
      const flag = given.text("order") === "newest" ? "--before" : "--after"
      if (next !== undefined && !given.is("json")) output.err(`There is more: ${flag} ${next}.`)
      return exitCode.done
    }),
}

export const live: Command = {
  section: "History",
  summary: "What has happened, and then each thing as it becomes durable, until Ctrl-C",
  more: ["A connection that breaks is taken up again where it was. --live begins with what happens from now on."],
  arguments: [],
  flags: flagsOf(operations.events),
  run: (given, output, around) =>
    connected(given, around, async ({ client }) => {
      const teller = new Teller(given, output)
      for await (const entry of client.events(inputOf(operations.events, given) as Input<"events">, around)) {
        teller.tell(entry)
        await output.drained?.()
      }
      throw new Interrupted()
    }),
}

/** Tells entries one after the other. */
class Teller {
  readonly #given: Given
  readonly #output: Output
  readonly #tasks = new Map<ItemId, string>()

  constructor(given: Given, output: Output) {
    this.#given = given
    this.#output = output
  }

  tell(entry: Entry): void {
    const lines = this.#given.is("json")
      ? [JSON.stringify(entry)]
      : entryLines([entry as never], this.#tasks, looksOf(this.#output))
    for (const line of lines) this.#output.out(line)
  }
}

function flagsOf({ input }: Operation): readonly Flag[] {
  const own = fieldsOf(input).map(([field, schema, isRequired]) => flagOf(field, schema, isRequired))
  return [...own, { ...jsonFlag, about: "One entry a line, as JSON" }, ...connectionFlags]
}

function inputOf({ input }: Operation, given: Given): object {
  const said = fieldsOf(input).filter(([field]) => given.has(field))
  return Object.fromEntries(said.map(([field]) => [field, given.value(field)]))
}
