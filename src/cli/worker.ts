import { spawn } from "node:child_process"
import { text } from "node:stream/consumers"
import type { Output as Answer, Client, Input, Refusal } from "../client.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Command, Output } from "./command.ts"
import { connected, connectionFlags } from "./connecting.ts"
import { exitCode, exitCodeOf } from "./exit-codes.ts"
import { text as words, yes } from "./flags.ts"
import { isProgram } from "./program-there.ts"
import { retrying } from "./retrying.ts"
import type { Surroundings } from "./surroundings.ts"
import { Interrupted, Trouble, UsageError } from "./trouble.ts"

type Claimed = Answer<"claim">["rows"][number]

export const worker: Command = {
  section: "Programs",
  summary: "Does the items of a program with a command of yours, one run per item",
  more: [
    "The item comes in as JSON on stdin; what the command prints, a JSON object or nothing, is the item's output. Another exit",
    "code than 0 is a failed attempt, told with the last lines of stderr. The lease is renewed while the command runs; a command",
    "whose attempt is over is ended. With --once the exit code is 1 if an attempt failed. EXLET_ITEM, EXLET_KEY and EXLET_ATTEMPT are set; the key is the same for every attempt.",
  ],
  arguments: [{ name: "name", kind: words, about: "The worker, as the process names it" }],
  flags: [
    { name: "concurrency", kind: { type: "integer", least: 1, most: 100 }, about: "Items at a time; 1 unless set" },
    {
      name: "lease",
      kind: { type: "integer", least: 1000, most: 86_400_000 },
      about: "Milliseconds the command may be silent; 60,000 unless set",
    },
    { name: "once", kind: yes, about: "Ends when there is nothing more to do, instead of waiting" },
    ...connectionFlags,
  ],
  behind: "-- COMMAND…",
  run(given, output, around) {
    if (given.behind.length === 0) throw new UsageError("Say what to run: exlet worker NAME -- COMMAND.")
    const [program = ""] = given.behind
    if (!isProgram(program, around)) throw new UsageError(`There is no command '${program}' that can be run.`)
    return connected(given, around, async ({ client }) => {
      const lease = given.number("lease")
      const shop: Shop = {
        client,
        output,
        around,
        command: given.behind,
        claim: {
          worker: given.sure("name"),
          limit: 1,
          wait: given.is("once") ? 0 : 20_000,
          ...(lease !== undefined && { lease }),
        },
      }
      const hands = Array.from({ length: given.number("concurrency") ?? 1 }, () => work(shop))
      const failed = (await Promise.all(hands)).some((hasFailed) => hasFailed)
      if (around.signal.aborted) throw new Interrupted()
      return failed ? exitCode.refused : exitCode.done
    })
  },
}

interface Shop {
  readonly client: Client
  readonly output: Output
  readonly around: Surroundings
  readonly command: readonly string[]
  readonly claim: Input<"claim">
}

/** One item after the other; whether any failed. What is under way when Ctrl-C comes is finished first. */
async function work(shop: Shop): Promise<boolean> {
  const { client, output, around, claim } = shop
  const { signal } = around
  const patience = { signal, onTrouble: output.err, ...(claim.wait === 0 && { attempts: 1 }) }
  let hasFailed = false
  while (!signal.aborted) {
    const claimed = await retrying(() => client.claim(claim, { signal }), patience).catch((error: unknown) => {
      if (signal.aborted) return undefined
      throw error
    })
    if (claimed === undefined) return hasFailed
    if (!claimed.ok) {
      const { code, message, remedy } = claimed.rejection
      throw new Trouble(code, message, remedy, exitCodeOf(claimed.rejection, claimed.status))
    }
    const [item] = claimed.value.rows
    if (item) {
      const { line, isDone } = await done(item, shop)
      output.out(line)
      hasFailed ||= !isDone
    } else if (claim.wait === 0) return hasFailed
  }
  return hasFailed
}

/** Does an item and reports it, and says in a line what came of it. */
async function done(
  item: Claimed,
  { client, command, output }: Shop,
): Promise<{ readonly line: string; readonly isDone: boolean }> {
  const which = { item: item.id, attempt: item.attempt }
  const over = new AbortController()
  const beat = setInterval(async () => {
    const alive = await client.heartbeat({ ...which, lease: item.lease }).catch(() => undefined)
    if (alive?.ok === false) over.abort()
  }, item.lease / 3)
  const result = await ran(item, command, over.signal).finally(() => clearInterval(beat))
  // What is done should not be done again only because nobody could be told: as long as the lease may last.
  const patience = { signal: AbortSignal.timeout(item.lease), onTrouble: output.err }
  const what = `${item.id} ${item.task}`
  const refused = ({ code, message }: Refusal) => ({ line: `${what} ${code}: ${message}`, isDone: false })
  let why = "data" in result ? undefined : result.message
  if ("data" in result) {
    const told = await retrying(() => client.reportOutput({ ...which, data: result.data }), patience)
    if (told.ok) return { line: `${what} done`, isDone: true }
    // A command that has ended cannot correct what it wrote.
    if (told.rejection.code !== "DATA_INVALID") return refused(told.rejection)
    why = told.rejection.message
  }
  const message = why ?? "failed"
  const told = await retrying(() => client.reportFailure({ ...which, message }), patience)
  return told.ok ? { line: `${what} failed: ${message}`, isDone: false } : refused(told.rejection)
}

async function ran(
  item: Claimed,
  [program = "", ...args]: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly data: JsonObject } | { readonly message: string }> {
  const env = { ...process.env, EXLET_ITEM: item.id, EXLET_KEY: item.key, EXLET_ATTEMPT: String(item.attempt) }
  const child = spawn(program, args, { env, signal, stdio: ["pipe", "pipe", "pipe"] })
  // A command that does not read its item is none the worse for it.
  child.stdin.on("error", () => undefined)
  child.stdin.end(JSON.stringify(item))
  const ended = new Promise<number | string>((resolve) => {
    child.on("error", (error) => resolve(error.message))
    child.on("close", (code, killedBy) => resolve(code ?? `killed by ${killedBy}`))
  })
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  if (typeof code === "string") return { message: code }
  if (code !== 0) return { message: err.trim().slice(-2000) || `exit code ${code}` }
  return outputOf(out)
}

function outputOf(out: string): { readonly data: JsonObject } | { readonly message: string } {
  if (out.trim() === "") return { data: {} }
  try {
    const data: unknown = JSON.parse(out)
    if (typeof data === "object" && data !== null && !Array.isArray(data)) return { data: data as JsonObject }
  } catch {
    // Told below, like anything else that is no object.
  }
  return { message: `the output is no JSON object: ${out.trim().slice(0, 200)}` }
}
