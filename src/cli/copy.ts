import { realpath } from "node:fs/promises"
import { type Copied, type CopyRefusal, copyStore } from "../runtime/copying.ts"
import { storeKind, withoutPassword } from "../store/address.ts"
import { openStore } from "../store/open-store.ts"
import type { Store } from "../store/port.ts"
import { copiedKinds, type RowCounts } from "../store/whole-store.ts"
import type { Command, Output } from "./command.ts"
import { exitCode } from "./exit-codes.ts"
import { file, jsonFlag, yes } from "./flags.ts"
import type { Given } from "./given.ts"
import { isStoreThere, storeIn } from "./paths.ts"
import { progressText } from "./progress.ts"
import { Interrupted, Trouble, UsageError } from "./trouble.ts"

export const copy: Command = {
  section: "Looking after it",
  summary: "Moves all there is from one store to another: from a file to a database, back, or to another file",
  more: [
    "Nobody may have either open. Both are compared at the end, row by row, and the state of every family as its history tells it.",
    "If it is interrupted or killed, the same command goes on; until then nobody else can open the copy. The store it is made of stays as it is.",
  ],
  arguments: [
    { name: "from", kind: file, about: "A file (also sqlite:…), or a database (postgres://…)" },
    { name: "to", kind: file, about: "The same; there must be nothing in it, or the unfinished copy of FROM" },
  ],
  flags: [
    { name: "dry-run", kind: yes, about: "Only tells how much there is to copy" },
    {
      name: "sample",
      kind: { type: "integer", least: 0 },
      about: "Compares the state of about so many families, not of all",
    },
    jsonFlag,
  ],
  async run(given, output, around) {
    const [from, to] = [storeIn(around.folder, given.sure("from")), storeIn(around.folder, given.sure("to"))]
    await refuseSenseless(from, to, given)
    const started = around.now()
    const source = await openStore(from)
    try {
      await refuseInUse(source, from)
      const rows = await source.whole.count()
      if (Object.values(rows).every((count) => count === 0))
        throw new Trouble(
          "STORE_NOT_FOUND",
          `There is nothing in ${withoutPassword(from)}`,
          "Name what is to be copied first.",
        )
      if (given.is("dry-run")) return told(output, given, { rows }, [`${withoutPassword(from)} has`, ...rowLines(rows)])
      const target = await openStore(to, { isBeingWritten: true })
      try {
        await refuseInUse(target, to)
        const copied = await copyStore(source, target, {
          source: withoutPassword(from),
          signal: around.signal,
          onProgress: ({ stage, done, of }) => output.progress?.(progressText(`rows ${stage}`, done, of)),
          ...(given.has("sample") && { sample: Number(given.number("sample")) }),
        })
        output.progress?.("")
        if (!copied.ok) throw troubleOf(copied, withoutPassword(to))
        return summary(copied, { output, given, to: withoutPassword(to), seconds: (around.now() - started) / 1000 })
      } finally {
        await target.close()
      }
    } catch (error) {
      throw around.signal.aborted ? new Interrupted() : error
    } finally {
      await source.close()
    }
  },
}

async function refuseSenseless(from: string, to: string, given: Given): Promise<void> {
  for (const name of ["from", "to"])
    if (storeKind(given.sure(name)) === "memory") throw new UsageError("What is in memory cannot be copied.")
  if (!(await isStoreThere(from)))
    throw new Trouble(
      "STORE_NOT_FOUND",
      `There is no file ${given.sure("from")}`,
      "Check the path.",
      exitCode.unreachable,
    )
  const [one, other] = await Promise.all([from, to].map((path) => realpath(path).catch(() => path)))
  if (one === other) throw new UsageError("FROM and TO are the same store.")
}

/** Of a file nobody but one can have it open; a database tells who is there. */
async function refuseInUse(store: Store, name: string): Promise<void> {
  const others = (await store.nodes?.countOthers()) ?? 0
  if (others === 0) return
  throw new Trouble(
    "STORE_IN_USE",
    `${others === 1 ? "A server runs" : `${others} servers run`} on ${withoutPassword(name)}`,
    "Stop all servers first; one that was killed is forgotten after ten seconds.",
    exitCode.unreachable,
  )
}

function troubleOf(refusal: CopyRefusal, to: string): Trouble {
  switch (refusal.why) {
    case "taken":
      return new Trouble(
        "COPY_TARGET_TAKEN",
        `There is something in ${to} already`,
        "Name a file that does not exist, or a database or schema with nothing in it.",
        exitCode.refused,
      )
    case "other":
      return new Trouble(
        "COPY_OF_ANOTHER",
        `${to} is the unfinished copy of another store, or of this one before it was changed: ${refusal.source}`,
        "Finish that one, or drop what is there and begin anew.",
        exitCode.refused,
      )
    case "changed":
      return new Trouble(
        "COPY_SOURCE_CHANGED",
        "Somebody wrote to the store while it was copied",
        `Stop all servers, drop ${to} and begin anew.`,
        exitCode.refused,
      )
    case "different": {
      const { what, at, there, here } = refusal.difference
      const place = at === undefined ? what : `${what} of ${at}`
      return new Trouble(
        "COPY_DIFFERS",
        `${to} is not the same (${place}): ${shortened(there)} has become ${shortened(here)}`,
        "Nobody can open it as it is. Drop it and begin anew; if it happens again, that is a bug.",
        exitCode.refused,
      )
    }
  }
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing"
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

const longest = 300

function summary(
  { rows, families, replayed, isResumed }: Copied,
  { output, given, to, seconds }: { output: Output; given: Given; to: string; seconds: number },
): number {
  const how = replayed === families ? "all" : String(replayed)
  return told(output, given, { to, rows, families, replayed, resumed: isResumed, seconds }, [
    `${to} has${isResumed ? ", what was there before included," : ""}`,
    ...rowLines(rows),
    `All rows are the same, and so is the state of ${how} of ${families} families, replayed. ${seconds.toFixed(1)} s.`,
  ])
}

const rowLines = (rows: RowCounts): readonly string[] =>
  copiedKinds.flatMap((kind) => (rows[kind] === 0 ? [] : `  ${String(rows[kind]).padStart(9)} ${names[kind] ?? kind}`))

const names: Readonly<Record<string, string>> = {
  treeChanges: "changes of rule trees",
  expectations: "cases that expect messages",
}

function told(output: Output, given: Given, value: object, lines: readonly string[]): number {
  for (const line of given.is("json") ? [JSON.stringify(value)] : lines) output.out(line)
  return exitCode.done
}
