import type { CallOptions, Client, Told } from "../client.ts"
import type { Event } from "../messages/events.ts"
import type { ItemId } from "../messages/ids.ts"
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
import { tasksOf } from "./task-names.ts"
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
    ...(more !== undefined && { more: [more] }),
    ...(meanings.length > 1 && { meanings: meanings.slice(1).map(meaningOf) }),
    arguments: args,
    flags: flagsOf(meanings),
    async run(given, output, around) {
      const meant = meanings.find(({ said }) => said.when?.(given)) ?? meanings.find(({ said }) => !said.when) ?? first
      const input = await inputOf(meant, args, given, around)
      const makes = meant.said.makes === true
      return connected(given, around, ({ client }) => askedFor(client, meant, input, given, output, around), { makes })
    },
  }
}

const meaningOf = ({ operation: { about, more } }: Verb): string => [`${about}.`, more].filter(Boolean).join(" ")

function callOptions(given: Given, signal: AbortSignal): CallOptions {
  const [key, expected] = [given.text("key"), given.number("if-revision")]
  return { signal, ...(key !== undefined && { key }), ...(expected !== undefined && { expected }) }
}

type Fields = Readonly<Record<string, unknown>>

async function askedFor(
  client: Client,
  verb: Verb,
  input: Fields,
  given: Given,
  output: Output,
  around: Surroundings,
): Promise<number> {
  const seek = verb.said.seek as ((input: Fields, client: Client, given: Given) => Promise<Told<Fields>>) | undefined
  const found = await seek?.(input, client, given)
  if (found?.ok === false) return answered(found, given, output)
  return ask(client, verb, { ...input, ...found?.value }, given, output, around)
}

async function ask(
  client: Client,
  { name, operation, said }: Verb,
  input: Fields,
  given: Given,
  output: Output,
  around: Surroundings,
): Promise<number> {
  const call = client[name] as unknown as (input: object, options: CallOptions) => Promise<Told<unknown>>
  const looks = looksOf(output)
  const { exit, warn } = said as Followed
  let code: number = exitCode.done
  let after: unknown
  do {
    const told = await call({ ...input, ...(after !== undefined && { after }) }, callOptions(given, around.signal))
    if (!told.ok) return answered(told, given, output)
    if (given.is("json")) output.out(JSON.stringify(told.value))
    else {
      const tasks = await tasksOf(eventsIn(told.value), client)
      for (const line of lines({ operation, said }, told.value, tasks, given.is("dry-run"), looks)) output.out(line)
    }
    for (const line of (await warn?.(told.value, input, client)) ?? []) output.err(line)
    code = exit?.(told.value) ?? code
    await output.drained?.()
    const next = isPaged(operation) ? (told.value as { readonly next?: string }).next : undefined
    if (next !== undefined && !given.is("all") && !given.is("json"))
      output.err(`There may be more: --after '${next}', or --all.`)
    after = given.is("all") ? next : undefined
  } while (after !== undefined)
  return code
}

/** Of a word, what comes after its answer. */
interface Followed {
  readonly exit?: (answer: unknown) => number
  readonly warn?: (answer: unknown, input: Fields, client: Client) => Promise<readonly string[]>
}

const eventsIn = (answer: unknown): readonly Event[] => (answer as { readonly events?: readonly Event[] }).events ?? []

function lines(
  { operation, said }: Pick<Verb, "operation" | "said">,
  answer: unknown,
  tasks: ReadonlyMap<ItemId, string>,
  isDryRun: boolean,
  looks: Looks,
): readonly string[] {
  const schema = operation.answer as Schema
  const { events } = answer as { readonly events?: readonly Event[] }
  const shown = events
    ? eventLines(events, tasks, looks)
    : said.show
      ? (said.show as (answer: unknown, looks: Looks) => readonly string[])(answer, looks)
      : answerLines(schema, answer, looks, said.columns)
  return isDryRun ? [looks.paint("dim", "Nothing was done. This would happen:"), ...shown] : shown
}
