import { spawn } from "node:child_process"
import { copyFile, readFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { run } from "../../src/cli/run.ts"
import { surroundings } from "../../src/cli/surroundings.ts"
import { copyStore } from "../../src/runtime/copying.ts"
import { openStore } from "../../src/store/open-store.ts"
import type { Store } from "../../src/store/port.ts"
import type { Adoption } from "../../src/store/whole-store.ts"
import { postgresServer } from "../contracts/postgres-server.ts"
import { type Folder, newFolder } from "../contracts/sqlite-home.ts"
import { said } from "../contracts/start-postgres.ts"
import { aBatch, anEntry } from "../contracts/store-rows.ts"
import { contentsOf, fillFile } from "./something-of-everything.ts"

const server = postgresServer()
let folder: Folder
let full: string
beforeAll(async () => {
  folder = await newFolder()
  full = folder.file("full.db")
  await fillFile(full)
}, 60_000)
afterAll(() => folder.remove())

let files = 0
const newFile = () => folder.file(`copy${++files}.db`)

async function exlet(...args: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const output = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) }
  const code = await run(args, output, surroundings(new AbortController().signal))
  return { code, out, err }
}

/** The code of what is said to people. */
async function refusal(...args: readonly string[]): Promise<string> {
  const { code, err } = await exlet("copy", ...args, "--json")
  return `${code} ${(JSON.parse(err[0] ?? "{}") as { code?: string }).code}`
}

async function opened<Result>(name: string, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore(name, { isBeingWritten: true })
  return work(store).finally(() => store.close())
}

/** A store with many entries of nothing. */
async function manyEntries(file: string, many: number): Promise<void> {
  await opened(file, (store) =>
    store.commit(aBatch({ entries: Array.from({ length: many }, (_, index) => anEntry(`f${index}`, 1)) })),
  )
}

describe("copying a store", () => {
  test("[COPY1] everything comes along, from a file to a database and back, at the positions it had", async () => {
    const [database, file] = [await server().newDatabase(), newFile()]
    const there = await exlet("copy", `sqlite:${full}`, database, "--json")
    const back = await exlet("copy", database, file, "--json")
    expect([there.err, back.err]).toEqual([[], []])
    const told = JSON.parse(back.out[0] ?? "") as { rows: Record<string, number>; families: number; replayed: number }
    expect(Object.entries(told.rows).filter(([, count]) => count === 0)).toEqual([])
    expect(told.replayed).toBe(told.families)
    const contents = await opened(full, contentsOf)
    expect(await opened(database, contentsOf)).toEqual(contents)
    expect(await opened(file, contentsOf)).toEqual(contents)
  })

  test("[COPY2] what is appended to a copy comes after every position the source had given", async () => {
    const file = newFile()
    await exlet("copy", full, file)
    const last = await opened(full, (store) => store.lastPosition())
    const next = await opened(file, (store) => store.commit(aBatch({ entries: [anEntry("new", 1)] })))
    expect(next).toEqual({ ok: true, positions: [last + 1] })
  })

  test("[COPY3] a copy that was killed goes on where it was, and nobody opens it before it is whole", async () => {
    const [source, database] = [newFile(), await server().newStore()]
    await manyEntries(source, 20_000)
    const main = resolve(import.meta.dirname, "../../src/cli/main.ts")
    const child = spawn(process.execPath, [main, "copy", source, database], { stdio: "ignore" })
    const ended = new Promise((done) => child.once("exit", (_, signal) => done(signal)))
    const rows = async () => {
      const [mark] = (await said(database, "SELECT value FROM notes WHERE name = 'copy'")) as { value: string }[]
      return mark ? (JSON.parse(mark.value) as { done: number }).done : 0
    }
    while ((await rows()) === 0 && child.exitCode === null) await new Promise((done) => setTimeout(done, 5))
    child.kill("SIGKILL")
    expect(await ended).toBe("SIGKILL")
    const written = await rows()
    expect(written).toBeGreaterThan(0)
    expect(written).toBeLessThan(20_000)
    await expect(openStore(database)).rejects.toMatchObject({ code: "STORE_UNFINISHED" })
    const [first, second] = [await exlet("copy", source, database, "--json"), await refusal(source, database)]
    expect(JSON.parse(first.out[0] ?? "")).toMatchObject({ rows: { entries: 20_000 }, replayed: 20_000, resumed: true })
    expect(second).toBe("1 COPY_TARGET_TAKEN")
    await (await openStore(database)).close()
  })

  test("[COPY3] one that was stopped in a file goes on, too", async () => {
    const file = newFile()
    const stopping = new AbortController()
    await opened(full, (from) =>
      opened(file, async (to) => {
        const onProgress = ({ done }: { done: number }) => void (done > 100 && stopping.abort())
        const copying = copyStore(from, to, { source: "full", onProgress, signal: stopping.signal })
        await expect(copying).rejects.toThrow("aborted")
      }),
    )
    await expect(openStore(file)).rejects.toMatchObject({ code: "STORE_UNFINISHED" })
    expect(await refusal("--sample", "3", full, file)).toBe("0 undefined")
    expect(await opened(file, contentsOf)).toEqual(await opened(full, contentsOf))
  })

  test("[COPY4] where connections are cut it goes on by itself", async () => {
    const database = await server().newDatabase()
    let cuts = 0
    await opened(full, (from) =>
      opened(database, async (to) => {
        const cut = async ({ done }: { done: number }) => {
          if (done === 0 || cuts >= 3) return
          cuts++
          await said(
            database,
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND application_name LIKE 'exlet %'`,
          )
        }
        const adopt = async (adoption: Adoption) => {
          await cut({ done: adoption.items?.length ?? 0 })
          return to.whole.adopt(adoption)
        }
        const copied = await copyStore(from, { ...to, whole: { ...to.whole, adopt } }, { source: "full", pause: 20 })
        expect(copied).toMatchObject({ ok: true })
      }),
    )
    expect(cuts).toBeGreaterThan(0)
    expect(await opened(database, contentsOf)).toEqual(await opened(full, contentsOf))
  })

  test("[COPY5] a copy that is not the same is told, and stays closed", async () => {
    const tampered = (change: (adoption: Adoption) => Adoption) =>
      opened(full, async (from) => {
        const file = newFile()
        const answer = await opened(file, (to) =>
          copyStore(
            from,
            { ...to, whole: { ...to.whole, adopt: (adoption) => to.whole.adopt(change(adoption)) } },
            { source: "full" },
          ),
        )
        await expect(openStore(file)).rejects.toMatchObject({ code: "STORE_UNFINISHED" })
        return answer
      })
    const fewer = await tampered(({ requests, ...rest }) =>
      requests ? { ...rest, requests: requests.slice(1) } : rest,
    )
    expect(fewer).toMatchObject({ why: "different", difference: { what: "requests", there: 2, here: 1 } })
    const others = await tampered(({ requests, ...rest }) =>
      requests ? { ...rest, requests: requests.map((row) => ({ ...row, digest: "another" })) } : rest,
    )
    expect(others).toMatchObject({ why: "different", difference: { what: "requests", here: { digest: "another" } } })
    const late = await tampered(({ entries, ...rest }) =>
      entries ? { ...rest, entries: entries.map((entry) => ({ ...entry, at: entry.at + 1 })) } : rest,
    )
    expect(late).toMatchObject({ why: "different", difference: { what: "histories" } })
  })

  test("[COPY6] nothing is written where something is, or where another copy was begun", async () => {
    const [source, other, file] = [newFile(), newFile(), newFile()]
    await manyEntries(source, 3)
    await manyEntries(other, 3)
    await opened(other, (store) => store.commit(aBatch({ entries: [anEntry("f0", 2)] })))
    const before = await readFile(other)
    expect(await refusal(source, other)).toBe("1 COPY_TARGET_TAKEN")
    expect((await readFile(other)).equals(before)).toBe(true)
    await opened(source, (from) =>
      opened(file, async (to) => {
        await expect(copyStore(from, to, { source: "s", signal: AbortSignal.abort() })).rejects.toThrow()
      }),
    )
    expect(await refusal(other, file)).toBe("1 COPY_OF_ANOTHER")
    expect(await refusal(file, newFile())).toBe("3 STORE_UNFINISHED")
    expect(await refusal(source, file)).toBe("0 undefined")
  })

  test("[COPY7] what somebody has open is not copied, and nothing into it", async () => {
    const [source, database, empty] = [newFile(), await server().newStore(), await server().newStore()]
    await manyEntries(source, 3)
    await opened(source, async () => expect(await refusal(source, newFile())).toBe("3 STORE_IN_USE"))
    await exlet("copy", source, database)
    const node = await openStore(database)
    await node.nodes?.announce([])
    expect(await refusal(database, newFile())).toBe("3 STORE_IN_USE")
    await node.nodes?.leave()
    await node.close()
    expect(await refusal(database, newFile())).toBe("0 undefined")
    const other = await openStore(empty)
    await other.nodes?.announce([])
    expect(await refusal(source, empty)).toBe("3 STORE_IN_USE")
    await other.close()
  })

  test("[COPY7] a source that was written to meanwhile is told", async () => {
    const [source, file] = [newFile(), newFile()]
    await manyEntries(source, 3)
    const answer = await opened(source, (from) =>
      opened(file, (to) => {
        const adopt = async (adoption: Adoption) => {
          if (adoption.processes) await from.commit(aBatch({ entries: [anEntry("late", 1)] }))
          return to.whole.adopt(adoption)
        }
        return copyStore(from, { ...to, whole: { ...to.whole, adopt } }, { source: "s" })
      }),
    )
    expect(answer).toEqual({ ok: false, why: "changed" })
  })

  test("[COPY8] what cannot be copied is refused with what to do", async () => {
    const newer = newFile()
    await copyFile(full, newer)
    const database = new DatabaseSync(newer)
    database.exec("PRAGMA user_version = 999")
    database.close()
    expect(await refusal(folder.file("missing.db"), newFile())).toBe("3 STORE_NOT_FOUND")
    expect(await refusal(await server().newStore(), newFile())).toBe("2 STORE_NOT_FOUND")
    expect(await refusal(newer, newFile())).toBe("3 STORE_TOO_NEW")
    expect(await refusal(full, newer)).toBe("3 STORE_TOO_NEW")
    expect(await refusal(full, join(folder.file("no-folder"), "x.db"))).toBe("3 STORE_UNREACHABLE")
    for (const to of [full, `sqlite:${full}`, "memory"]) expect((await exlet("copy", full, to)).code).toBe(2)
  })

  test("[COPY9] a dry run counts and writes nothing", async () => {
    const file = newFile()
    const { code, out } = await exlet("copy", full, file, "--dry-run", "--json")
    const rows = await opened(full, (store) => store.whole.count())
    expect([code, JSON.parse(out[0] ?? "")]).toEqual([0, { rows }])
    expect(await refusal(file, newFile())).toBe("3 STORE_NOT_FOUND")
  })
})
