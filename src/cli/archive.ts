import { resolve } from "node:path"
import { type RecordsDoor, type Taken, takeOut } from "../archive/taking.ts"
import { type Client, RefusedError, type Told } from "../client.ts"
import { damageTold, fileTrouble, momentOf } from "./archive-flags.ts"
import type { Command, Output } from "./command.ts"
import { connected, connectionFlags } from "./connecting.ts"
import { counted } from "./counted.ts"
import { exitCode } from "./exit-codes.ts"
import { file, jsonFlag, text, yes } from "./flags.ts"
import type { Given } from "./given.ts"
import { progressText } from "./progress.ts"
import { Interrupted } from "./trouble.ts"

export const archive: Command = {
  section: "Looking after it",
  summary: "Takes families that are over out of the store, into compressed files",
  more: [
    "Over: all cases have ended, the last before that moment, and nothing is live, open or waiting. A file is safe on the disk before its families go; if it is interrupted or killed, the same command finishes what was begun.",
    "'exlet archived' looks into the files, 'exlet unarchive' brings families back. A line of a file is a family, so zgrep works, too.",
    "exlet archive old --ended-before P90D          every night",
  ],
  arguments: [{ name: "folder", kind: file, about: "Where the files are; it is made if it is not there" }],
  flags: [
    {
      name: "ended-before",
      kind: text,
      label: "MOMENT|DURATION",
      required: true,
      about: "Before this moment, or so long ago: 2026-01-05, P90D, P1Y",
    },
    { name: "process", kind: text, label: "PROCESS", about: "Only families begun with this process" },
    { name: "dry-run", kind: yes, about: "Only tells how many there are" },
    jsonFlag,
    ...connectionFlags,
  ],
  run: (given, output, around) =>
    connected(given, around, async ({ client }) => {
      const { now } = sure(await client.server({}))
      const endedBefore = momentOf(given, "ended-before", now)
      if (endedBefore === undefined) throw new Error("--ended-before is required")
      const door = doorOf(client, { endedBefore, process: given.text("process") })
      try {
        if (given.is("dry-run")) return await count(door, given, output, around.signal)
        const folder = resolve(around.folder, given.sure("folder"))
        const taken = await fileTrouble(() =>
          takeOut(door, folder, {
            now: () => around.now(),
            signal: around.signal,
            onProgress: (families) => output.progress?.(progressText("families archived", families)),
          }),
        )
        output.progress?.("")
        return told(taken, given, output)
      } catch (error) {
        throw around.signal.aborted ? new Interrupted() : error
      }
    }),
}

function doorOf(
  client: Client,
  { endedBefore, process }: { readonly endedBefore: number; readonly process: string | undefined },
): RecordsDoor {
  return {
    page: async (after) =>
      sure(
        await client.records({
          endedBefore,
          limit: 1000,
          ...(process !== undefined && { process }),
          ...(after !== undefined && { after }),
        }),
      ),
    forget: async (families) => sure(await client.forgetFamilies({ families })).rows,
  }
}

/** Whatever is refused ends it. */
function sure<Value>(answer: Told<Value>): Value {
  if (answer.ok) return answer.value
  throw new RefusedError(answer.rejection, answer.status)
}

async function count(door: RecordsDoor, given: Given, output: Output, signal: AbortSignal): Promise<number> {
  let families = 0
  const tooLarge: string[] = []
  for (let after: string | undefined; ; ) {
    signal.throwIfAborted()
    const page = await door.page(after)
    families += page.rows.length
    tooLarge.push(...page.tooLarge)
    output.progress?.(progressText("families", families))
    if (page.next === undefined) break
    after = page.next
  }
  output.progress?.("")
  const lines = [`${counted(families, "family")} would be archived.`, ...largeLines(tooLarge)]
  for (const line of given.is("json") ? [JSON.stringify({ families, tooLarge })] : lines) output.out(line)
  return exitCode.done
}

function told(taken: Taken, given: Given, output: Output): number {
  const { families, files, kept, tooLarge, finished, damaged } = taken
  if (given.is("json")) output.out(JSON.stringify({ families, files, kept, tooLarge, finished }))
  else {
    const where = families === 0 ? "" : ` in ${counted(files.length, "file")}`
    output.out(`${counted(families, "family")} archived${where}.`)
    if (finished > 0) output.out(`Of these files ${finished} had been begun before.`)
    if (kept > 0) output.out(`${counted(kept, "family")} stayed: something has happened there meanwhile.`)
    for (const line of largeLines(tooLarge)) output.out(line)
  }
  return damageTold(damaged, given, output)
}

const largeLines = (families: readonly string[]): readonly string[] =>
  families.map((family) => `${family} stays: it is too large to be brought back in one piece.`)
