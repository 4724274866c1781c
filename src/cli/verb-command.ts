import type { CallOptions, Client, Told } from "../client.ts"
import type { Event } from "../messages/events.ts"
import { answered } from "./answered.ts"
import type { Command, Output } from "./command.ts"
import { connected } from "./connecting.ts"
import { exitCode } from "./exit-codes.ts"
import type { Given } from "./given.ts"
import { type Looks, looksOf } from "./looks.ts"
import type { Schema } from "./schema-flags.ts"
import { answerLines } from "./show-answer.ts"
import { eventLines } from "./show-events.ts"
import type { Surroundings } from "./surroundings.ts"
import { inputOf } from "./verb-input.ts"
import { allVerbs, argumentsOf, flagsOf, isPaged, type Verb } from "./verb-shape.ts"

/** The words of operations that are a question and an answer. */
export function verbWords(): readonly string[] {
  return [...new Set(allVerbs().map(({ said }) => said.word))]
}

/** The command of such a word, made from the schemas of its operations. */
export function verbCommand(word: string): Command | undefined {
  const meanings = allVerbs().filter(({ said }) => said.word === word)
  const [first] = meanings
  if (first === undefined) return undefined
  const args = argumentsOf(meanings)
  const { about, more, tag } = first.operation
  return {
    section: tag,
    summary: about,
    more: [...(more === undefined ? [] : [more]), ...meanings.slice(1).map(({ operation }) => `${operation.about}.`)],
    arguments: args,
    flags: flagsOf(meanings),
    async run(given, output, around) {
      const meant = meanings.find(({ said }) => said.when?.(given)) ?? meanings.find(({ said }) => !said.when) ?? first
      const input = await inputOf(meant, args, given, around)
      const makes = meant.said.makes === true
      return connected(given, around, ({ client }) => ask(client, meant, input, given, output, around), { makes })
    },
  }
}

function callOptions(given: Given, signal: AbortSignal): CallOptions {
  const [key, expected] = [given.text("key"), given.number("if-revision")]
  return { signal, ...(key !== undefined && { key }), ...(expected !== undefined && { expected }) }
}

async function ask(
  client: Client,
  { name, operation, said }: Verb,
  input: Readonly<Record<string, unknown>>,
  given: Given,
  output: Output,
  around: Surroundings,
): Promise<number> {
  const call = client[name] as unknown as (input: object, options: CallOptions) => Promise<Told<unknown>>
  const looks = looksOf(output)
  let after: unknown
  do {
    const told = await call({ ...input, ...(after !== undefined && { after }) }, callOptions(given, around.signal))
    if (!told.ok) return answered(told, given, output)
    if (given.is("json")) output.out(JSON.stringify(told.value))
    else for (const line of lines({ operation, said }, told.value, given.is("dry-run"), looks)) output.out(line)
    await output.drained?.()
    const next = isPaged(operation) ? (told.value as { readonly next?: string }).next : undefined
    if (next !== undefined && !given.is("all") && !given.is("json"))
      output.err(`There may be more: --after '${next}', or --all.`)
    after = given.is("all") ? next : undefined
  } while (after !== undefined)
  return exitCode.done
}

function lines(
  { operation, said }: Pick<Verb, "operation" | "said">,
  answer: unknown,
  isDryRun: boolean,
  looks: Looks,
): readonly string[] {
  const schema = operation.answer as Schema
  const { events } = answer as { readonly events?: readonly Event[] }
  const shown = events
    ? eventLines(events, looks)
    : said.show && !isDryRun
      ? (said.show as (answer: unknown, looks: Looks) => readonly string[])(answer, looks)
      : answerLines(schema, answer, looks, said.columns)
  return isDryRun ? [looks.paint("dim", "Nothing was done. This would happen:"), ...shown] : shown
}
