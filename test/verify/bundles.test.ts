import { readdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { describe, expect, test } from "vitest"
import { bundleFiles } from "../../src/cli/bundle-folder.ts"
import { replay } from "../../src/witness/replay.ts"
import { verifyNets } from "../../src/witness/verify-nets.ts"

const home = resolve(import.meta.dirname, "../..")

/** What is unsound there as it is written, because that is what the patterns are about. */
const unsound: Readonly<Record<string, readonly string[]>> = {
  "patterns/08-multi-merge": ["IMPROPER_COMPLETION", "NO_OPTION_TO_COMPLETE"],
  "patterns/09-structured-discriminator": ["IMPROPER_COMPLETION"],
  "patterns/12-mi-without-synchronisation": ["IMPROPER_COMPLETION"],
  "patterns/16-deferred-choice": ["IMPROPER_COMPLETION", "NO_OPTION_TO_COMPLETE", "WRITE_CONFLICT"],
  "patterns/17-interleaved-parallel-routing": ["IMPROPER_COMPLETION"],
  "patterns/18-milestone": ["IMPROPER_COMPLETION"],
  "patterns/20-cancel-case": ["IMPROPER_COMPLETION"],
  "patterns/21-structured-loop": ["NO_OPTION_TO_COMPLETE"],
  "patterns/28-blocking-discriminator": ["IMPROPER_COMPLETION", "NO_OPTION_TO_COMPLETE"],
  "patterns/30-structured-partial-join": ["IMPROPER_COMPLETION"],
  "patterns/31-blocking-partial-join": ["IMPROPER_COMPLETION", "NO_OPTION_TO_COMPLETE"],
  "patterns/33-generalised-and-join": ["NO_OPTION_TO_COMPLETE"],
  "patterns/38-general-synchronising-merge": ["DEAD_TASK", "IMPROPER_COMPLETION", "NO_OPTION_TO_COMPLETE"],
  "patterns/39-critical-section": ["IMPROPER_COMPLETION"],
  "patterns/40-interleaved-routing": ["IMPROPER_COMPLETION"],
  "patterns/42-thread-split": ["NO_OPTION_TO_COMPLETE"],
  "patterns/43-explicit-termination": ["IMPROPER_COMPLETION"],
  "patterns/51-deadlock": ["DEAD_TASK", "NO_OPTION_TO_COMPLETE"],
  "patterns/61-instances": ["IMPROPER_COMPLETION"],
  "ladder/48-data": ["WRITE_CONFLICT"],
  "ladder/49-moved": ["NO_OPTION_TO_COMPLETE"],
}

describe("[SOUND11] bundles in which nothing is wrong are told nothing about, and the others can be replayed", () => {
  const rooms = ["examples", "test/patterns", "test/handling", "test/ladder", "test/staffing"]
  test.for(rooms)("%s", { timeout: 120_000 }, async (room) => {
    for (const entry of readdirSync(join(home, room), { withFileTypes: true })) {
      if (!entry.isDirectory()) continue
      const name = `${room.replace("test/", "")}/${entry.name}`
      const files = await bundleFiles(join(home, room, entry.name))
      const found = await verifyNets(files)
      expect([name, [...new Set(found.map(({ code }) => code))].sort()]).toEqual([name, unsound[name] ?? []])
      for (const { counterexample = [] } of found)
        expect([name, await replay(files, counterexample)]).toEqual([name, { outcome: "passed" }])
    }
  })
})
