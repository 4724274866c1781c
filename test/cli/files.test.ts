import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { node } from "../../src/cli/doctor.ts"
import { accepted, openEngine } from "../../src/main.ts"
import { office } from "./office.ts"

/** A store with so many cases in it, closed again. */
async function store(file: string, cases: number): Promise<void> {
  const engine = await openEngine({ store: file })
  accepted(await engine.deploy("process: order\nflow: [ { task: pack } ]"))
  for (let count = 0; count < cases; count++) accepted(await engine.start("order"))
  await engine.stop()
}

/** How many cases there are in a store. */
async function casesIn(file: string): Promise<number> {
  const engine = await openEngine({ store: file })
  const { length } = await engine.cases()
  await engine.stop()
  return length
}

describe("backup", () => {
  test("[CLI41] writes a copy that is whole and ours, or nothing", async () => {
    const { exletIn, folder } = await office()
    await store(join(folder, "live.db"), 3)
    const bytes = readFileSync(join(folder, "live.db"))
    const sends = (body: Uint8Array<ArrayBuffer>) => ({ fetch: (async () => new Response(body)) as typeof fetch })
    expect(await exletIn(sends(bytes), "backup", "copy.db")).toEqual({
      code: 0,
      out: [`Wrote copy.db: ${bytes.length} bytes, 3 entries.`],
      err: [],
    })
    expect(await exletIn(sends(bytes), "backup", "copy.db")).toMatchObject({
      code: 2,
      err: ["FILE_EXISTS: copy.db is there already.", "  Name another file, or say --force."],
    })
    expect(await exletIn(sends(bytes), "backup", "nowhere/copy.db")).toMatchObject({
      code: 2,
      err: ["BACKUP_NOT_POSSIBLE: There is no folder for nowhere/copy.db.", "  Make it first, or name another."],
    })
    const half = await exletIn(sends(bytes.subarray(0, 5000)), "backup", "copy.db", "--force")
    expect(half.code).not.toBe(0)
    expect(await casesIn(join(folder, "copy.db"))).toBe(3)
    expect(readdirSync(folder).toSorted()).toEqual(["copy.db", "live.db"])
  })
})

describe("restore", () => {
  test("[CLI42] puts a backup in place, and keeps what was there", async () => {
    const { exlet, folder } = await office()
    const at = (name: string) => join(folder, name)
    await store(at("backup.db"), 3)
    await store(at("live.db"), 5)
    expect(await exlet("restore", "backup.db", "--store", "new.db")).toMatchObject({ code: 0 })
    expect(await exlet("restore", "backup.db", "--store", "live.db")).toMatchObject({
      code: 2,
      err: ["FILE_EXISTS: live.db is there already.", "  Name another file, or say --force."],
    })
    const { code, out } = await exlet("restore", "backup.db", "--store", "live.db", "--force", "--json")
    expect([code, JSON.parse(out[0] ?? "")]).toEqual([
      0,
      { store: "live.db", bytes: expect.any(Number), entries: 3, kept: at("live.db.before-restore") },
    ])
    expect([
      await casesIn(at("new.db")),
      await casesIn(at("live.db")),
      await casesIn(at("live.db.before-restore")),
    ]).toEqual([3, 3, 5])
    expect(existsSync(at("live.db.part"))).toBe(false)
  })

  test("[CLI42] refuses what is damaged or no store, and a target that is in use", async () => {
    const { exlet, folder } = await office()
    const at = (name: string) => join(folder, name)
    await store(at("backup.db"), 3)
    const damaged = readFileSync(at("backup.db"))
    damaged.fill(255, 4096, 12_288)
    writeFileSync(at("damaged.db"), damaged)
    writeFileSync(at("letter.txt"), "Dear Ann")
    const codeOf = async (...args: string[]) => {
      const { code, err } = await exlet("restore", ...args)
      return [code, err[0]?.split(":")[0]]
    }
    expect((await codeOf("damaged.db", "--store", "x.db"))[0]).not.toBe(0)
    expect(await codeOf("letter.txt", "--store", "x.db")).toEqual([3, "STORE_NOT_OURS"])
    expect(await codeOf("nowhere.db", "--store", "x.db")).toEqual([2, "FILE_NOT_FOUND"])
    expect(existsSync(at("x.db"))).toBe(false)
    const engine = await openEngine({ store: at("busy.db") })
    expect(await codeOf("backup.db", "--store", "busy.db", "--force")).toEqual([3, "STORE_IN_USE"])
    await engine.stop()
  })
})

describe("doctor", () => {
  test("[CLI43] looks at a server and what waits there; warnings are no trouble", async () => {
    const { exlet } = await office()
    expect(await exlet("doctor")).toEqual({
      code: 0,
      out: [
        `OK       node          ${process.versions.node}`,
        "OK       server        http://office: version 1.2.3 on memory",
        "OK       clock         the server's and this machine's agree",
        "OK       quarantine    empty",
        "warning  interventions 1 question for a person",
        "                        See 'exlet interventions'; 'exlet answer' answers one.",
        "warning  people        2 items nobody can have: AllAbsent at sign of order",
        "                        See 'exlet exceptions --class AllAbsent' and 'exlet organisation candidates ITEM'.",
        "warning  programs      2 items waiting for 'charge'",
        "                        See that one asks for them: exlet worker charge -- COMMAND.",
        "OK       stalled       nothing",
        "warning  deliveries    3 letters given up by mail",
        "                        See 'exlet deliveries --given-up'; 'exlet resend --channel mail' tries again.",
      ],
      err: [],
    })
  })

  test("[CLI43] looks at a file, and says what is wrong with it", async () => {
    const { exlet, exletIn, folder } = await office()
    await store(join(folder, "good.db"), 2)
    writeFileSync(join(folder, "letter.txt"), "Dear Ann")
    const verdicts = async (...args: string[]) => {
      const { code, out } = await exlet("doctor", "--json", ...args)
      return [code, out.map((line) => JSON.parse(line)).map(({ what, verdict }) => `${what} ${verdict}`)]
    }
    expect(await verdicts("--store", "good.db")).toEqual([
      0,
      [
        ...["node ok", "file ok", "migration ok", "disk ok", "quarantine ok", "interventions warning"],
        ...["people warning", "programs warning", "stalled ok", "deliveries warning"],
      ],
    ])
    expect(await verdicts("--store", "letter.txt")).toEqual([1, ["node ok", "place trouble"]])
    const late = await exletIn({ now: () => 0 }, "doctor", "--json")
    expect(late.out.map((line) => JSON.parse(line)).find(({ what }) => what === "clock").verdict).toBe("warning")
    expect([node("22.17.0").verdict, node("22.18.0").verdict, node("24.0.0").verdict]).toEqual(["trouble", "ok", "ok"])
  })
})
