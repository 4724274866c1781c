import { spawn } from "node:child_process"
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { text } from "node:stream/consumers"
import { gunzipSync } from "node:zlib"
import { describe, expect, test } from "vitest"
import { writeRecords } from "../../src/archive/archive-file.ts"
import { type RecordsDoor, takeOut } from "../../src/archive/taking.ts"
import { accepted, openEngine } from "../../src/main.ts"
import { newFolder } from "../contracts/sqlite-home.ts"
import { shop } from "./shop.ts"

const cli = resolve(import.meta.dirname, "../../src/cli/main.ts")
const options = { now: () => Date.parse("2026-01-20"), fileSize: 4000 }

/** Whoever asks for something the n-th time is gone, before it is done or after it. */
function dying(door: RecordsDoor, at: number, when: "before" | "after"): RecordsDoor {
  let asked = 0
  const lived = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const isLast = ++asked === at
    if (isLast && when === "before") throw new Error("killed")
    const result = await work()
    if (isLast) throw new Error("killed")
    return result
  }
  return { page: (after) => lived(() => door.page(after)), forget: (families) => lived(() => door.forget(families)) }
}

/** The families in the files of an archive, one entry for each time they are there. */
function archivedIn(folder: string): readonly string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl.gz"))
  return files.flatMap((name) =>
    gunzipSync(readFileSync(join(folder, name)))
      .toString("utf8")
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => (JSON.parse(line) as { family: string }).family),
  )
}

describe("archiving that is cut short", () => {
  test("[ARCHIVE11] loses nothing wherever it is killed, and the next finishes it", async () => {
    for (const when of ["before", "after"] as const)
      for (let at = 1; ; at++) {
        const { sell, door, folder, cases, files } = await shop()
        const old = join(folder, "old")
        const ids = (await sell(5)).toSorted()
        const killed = await takeOut(dying(door, at, when), old, options).then(
          () => false,
          () => true,
        )
        const left = await cases()
        expect([...new Set([...left, ...archivedIn(old)])].toSorted()).toEqual(ids)
        const { families, kept, damaged } = await takeOut(door, old, options)
        expect([kept, damaged, await cases()]).toEqual([0, [], []])
        expect(archivedIn(old).toSorted()).toEqual(ids)
        expect(files().filter((name) => /taking|part/.test(name))).toEqual([])
        if (!killed) {
          expect([at > 4, families]).toEqual([true, 0])
          break
        }
      }
  }, 120_000)

  test("[ARCHIVE11] one that was killed while its last file was written anew is finished, too", async () => {
    const { sell, door, folder, cases, client } = await shop()
    const old = join(folder, "old")
    const ids = await sell(3)
    await takeOut(dying(door, 3, "before"), old, { now: options.now }).catch(() => undefined)
    const [taking = ""] = readdirSync(old)
    expect(taking).toContain(".taking.")
    const lines = gunzipSync(readFileSync(join(old, taking)))
      .toString("utf8")
      .trimEnd()
      .split("\n")
      .slice(1)
    // As if two were out, something had happened to the third, and the file without it was just there.
    const rows = lines.map((line) => JSON.parse(line) as { family: string; digest: string })
    const digests = rows.map(({ family, digest }) => ({ family, digest }))
    await client.forgetFamilies({ families: digests.slice(0, 2) })
    await writeRecords(join(old, taking.replace(".taking", "")), lines.slice(0, 2))
    writeFileSync(join(old, `${taking}.0.part`), "half")
    utimesSync(join(old, `${taking}.0.part`), 0, 0)
    const { families, finished } = await takeOut(door, old, { now: options.now })
    expect([families, finished]).toEqual([3, 1])
    expect([await cases(), archivedIn(old).toSorted()]).toEqual([[], ids.toSorted()])
    expect(readdirSync(old).filter((name) => /taking|part/.test(name))).toEqual([])
  })

  test("[ARCHIVE13] a family something happens to meanwhile stays, and is in no file", async () => {
    const { sell, door, folder, cases } = await shop()
    const old = join(folder, "old")
    const [first = "", second = "", third = ""] = await sell(3)
    const busy: RecordsDoor = {
      ...door,
      forget: (families) =>
        door.forget(families.map((each) => (each.family === second ? { ...each, digest: "of what it was" } : each))),
    }
    const taken = await takeOut(busy, old, { now: options.now })
    expect([taken.families, taken.kept]).toEqual([2, 1])
    expect([await cases(), archivedIn(old)]).toEqual([[second], [first, third]])
    const all = await takeOut(
      { ...door, forget: async (families) => families.map(({ family }) => ({ family, outcome: "kept" })) },
      old,
      { now: options.now },
    )
    expect([all.families, all.kept, all.files]).toEqual([0, 1, []])
    expect([await cases(), archivedIn(old)]).toEqual([[second], [first, third]])
  })

  test("[ARCHIVE14] nobody goes on with a file that is damaged, and what is in the store is archived anew", async () => {
    const { sell, door, folder, cases, exlet } = await shop()
    const old = join(folder, "old")
    const ids = await sell(3)
    await takeOut(dying(door, 3, "before"), old, { now: options.now }).catch(() => undefined)
    const [taking = ""] = readdirSync(old)
    const bytes = readFileSync(join(old, taking))
    writeFileSync(join(old, taking), bytes.subarray(0, bytes.length / 2))
    const { code, out, err } = await exlet("archive", "old", "--ended-before", "P0D")
    expect([code, out, err]).toEqual([
      1,
      ["3 families archived in 1 file."],
      [expect.stringContaining(`ARCHIVE_DAMAGED: ${taking}: it cannot be read to its end`), expect.any(String)],
    ])
    rmSync(join(old, taking))
    expect([await cases(), archivedIn(old).toSorted()]).toEqual([[], ids.toSorted()])
  })

  test("[ARCHIVE12] where a file cannot be written, as on a disk that is full, nothing is forgotten", async () => {
    const { sell, folder, cases, listen, files } = await shop()
    const ids = await sell(5)
    const url = await listen()
    // Files of this process may have 512 bytes: that is what a full disk is like.
    const limited = 'ulimit -S -f 1; exec "$@"'
    const command = [process.execPath, cli, "archive", "old", "--ended-before", "P0D", "--url", url, "--json"]
    const child = spawn("/bin/sh", ["-c", limited, "sh", ...command], {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    })
    const said = await text(child.stderr)
    expect(JSON.parse(said)).toMatchObject({ code: "ARCHIVE_FAILED", detail: expect.stringContaining("EFBIG") })
    expect([(await cases()).toSorted(), files()]).toEqual([ids.toSorted(), []])
  }, 60_000)

  test("[ARCHIVE11] killed with nobody to clean up, again and again, every family is somewhere, and once", async () => {
    const folder = await newFolder()
    const file = folder.file("shop.db")
    const old = folder.file("old")
    const engine = await openEngine({ store: file })
    accepted(await engine.deploy("process: order\nflow: [ { task: pack } ]"))
    const ids = await Promise.all(
      Array.from({ length: 1500 }, async () => {
        const { case: id } = accepted(await engine.start("order"))
        accepted(await engine.removeCase(id))
        return id as string
      }),
    )
    await engine.stop()
    const archive = (kill: number | undefined) =>
      new Promise<number | null>((done) => {
        const args = [cli, "archive", old, "--ended-before", "P0D", "--store", file]
        const child = spawn(process.execPath, args, { stdio: "ignore" })
        child.once("exit", (code) => done(code))
        if (kill === undefined) return
        // From the moment on that there is something in the folder.
        const looking = setInterval(() => {
          const isBegun = (() => {
            try {
              return readdirSync(old).length > kill
            } catch {
              return false
            }
          })()
          if (isBegun) child.kill("SIGKILL")
          if (isBegun || child.exitCode !== null) clearInterval(looking)
        }, 1)
      })
    for (const kill of [0, 0]) {
      await archive(kill)
      const there = await casesIn(file)
      expect(new Set([...there, ...archivedIn(old)])).toEqual(new Set(ids))
    }
    expect(await archive(undefined)).toBe(0)
    expect(await casesIn(file)).toEqual([])
    expect(archivedIn(old).toSorted()).toEqual(ids.toSorted())
    await folder.remove()
  }, 120_000)
})

async function casesIn(file: string): Promise<readonly string[]> {
  const engine = await openEngine({ store: file })
  const rows = await engine.cases({ limit: 10_000 })
  await engine.stop()
  return rows.map(({ id }) => id)
}
