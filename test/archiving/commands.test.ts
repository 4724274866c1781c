import { readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import { describe, expect, test } from "vitest"
import { shop } from "./shop.ts"

const linesOf = (file: string): string[] => gunzipSync(readFileSync(file)).toString("utf8").trimEnd().split("\n")
const writeLines = (file: string, lines: readonly string[]) => writeFileSync(file, gzipSync(`${lines.join("\n")}\n`))

describe("exlet archive", () => {
  test("[ARCHIVE10] writes a file with a header and a line for each family, for nobody else's eyes", async () => {
    const { sell, exlet, files, folder, cases } = await shop()
    const ids = await sell(3)
    expect(await exlet("archive", "old", "--ended-before", "P1D")).toEqual({
      code: 0,
      out: ["2 families archived in 1 file."],
      err: [],
    })
    const [name = ""] = files()
    expect(files()).toEqual([expect.stringMatching(/^2026-01-08T090000Z-[0-9a-f]{8}\.jsonl\.gz$/)])
    const file = join(folder, "old", name)
    const [header = "", ...lines] = linesOf(file)
    expect(JSON.parse(header)).toEqual({ exlet: "records", format: 1, families: 2 })
    expect(lines.map((line) => (JSON.parse(line) as { family: string }).family)).toEqual(ids.slice(0, 2))
    expect([statSync(file).mode & 0o777, statSync(join(folder, "old")).mode & 0o777]).toEqual([0o600, 0o700])
    expect(await cases()).toEqual(ids.slice(2))
  })

  test("[ARCHIVE10] only what was begun with a process, and what ended before a date", async () => {
    const { sell, cancel, exlet, cases } = await shop()
    const [first = "", second = ""] = await sell(2)
    const gone = await cancel()
    const told = await exlet("archive", "old", "--ended-before", "2026-01-06", "--process", "order", "--json")
    expect(JSON.parse(told.out[0] ?? "")).toEqual({
      families: 1,
      files: [expect.stringContaining("/old/")],
      kept: 0,
      tooLarge: [],
      finished: 0,
    })
    expect((await cases()).toSorted()).toEqual([second, gone].toSorted())
    expect(await exlet("case", first)).toMatchObject({
      code: 1,
      err: [`CASE_NOT_FOUND: there is no case ${first}.`, expect.stringContaining("exlet archived")],
    })
    await exlet("archive", "old", "--ended-before", "2026-02-01", "--process", "return")
    expect(await cases()).toEqual([second])
  })

  test("[ARCHIVE20] a dry run counts, and takes nothing out", async () => {
    const { sell, exlet, cases } = await shop()
    const ids = await sell(2)
    const said = await exlet("archive", "old", "--ended-before", "P0D", "--dry-run")
    expect(said).toEqual({ code: 0, out: ["2 families would be archived."], err: [] })
    expect(await cases()).toEqual(ids)
    expect(await exlet("archived", "old")).toMatchObject({ code: 2 })
  })

  test("[ARCHIVE17] what makes no sense is refused", async () => {
    const { exlet, folder } = await shop()
    const codes = async (...args: string[]) => {
      const { code, err } = await exlet(...args)
      return [code, err[0]]
    }
    writeFileSync(join(folder, "file"), "no folder")
    expect(await codes("archive", "old")).toEqual([2, expect.stringContaining("--ended-before")])
    expect(await codes("archive")).toEqual([2, expect.stringContaining("FOLDER")])
    for (const moment of ["soon", "-P1D", "P", "2026-02-30", "", "90"])
      expect(await codes("archive", "old", "--ended-before", moment), moment).toEqual(
        moment === "90" ? [0, undefined] : [2, expect.stringContaining("--ended-before takes a moment")],
      )
    expect(await codes("archive", "file", "--ended-before", "P0D")).toEqual([
      1,
      expect.stringContaining("ARCHIVE_FAILED"),
    ])
    expect(await codes("archived", "nowhere")).toEqual([2, "ARCHIVE_NOT_FOUND: There is no folder nowhere."])
    expect(await codes("archived", "old", "--where", "amount >")).toEqual([
      2,
      expect.stringContaining("--where cannot be read"),
    ])
    expect(await codes("archived", "old", "--where", "amount + 1")).toEqual([
      2,
      expect.stringContaining("--where cannot be read"),
    ])
    expect(await codes("archived", "old", "--state", "gone")).toEqual([2, expect.stringContaining("--state is one of")])
    expect(await codes("archived", "old", "--started-after", "x")).toEqual([
      2,
      expect.stringContaining("--started-after takes"),
    ])
    expect(await codes("archived", "old", "--case", "nobody")).toEqual([
      1,
      "CASE_NOT_FOUND: there is no record of nobody in old.",
    ])
    expect(await codes("archived", "file")).toEqual([1, expect.stringContaining("ARCHIVE_FAILED")])
    expect(await codes("unarchive", "nowhere", "f1")).toEqual([2, "ARCHIVE_NOT_FOUND: There is no folder nowhere."])
    for (const none of [[], ["f1", "--all"]])
      expect(await codes("unarchive", "old", ...none)).toEqual([2, "Name cases, or say --all."])
    expect(await codes("unarchive", "old", "f1")).toEqual([1, "CASE_NOT_FOUND: there is no record of f1 in old."])
  })

  test("[ARCHIVE17] whoever may not administer is told so, and nothing is taken out", async () => {
    const { sell, exlet, client, cases } = await shop()
    const ids = await sell(1)
    await client.deploy({
      text: "organisation: { agents: { ann: {}, eve: {} }, permissions: { ann: [administer, see], eve: [see] } }",
    })
    for (const args of [
      ["archive", "old", "--ended-before", "P0D"],
      ["archive", "old", "--ended-before", "P0D", "--dry-run"],
    ])
      expect(await exlet(...args, "--as", "eve")).toMatchObject({
        code: 4,
        err: [expect.stringContaining("NOT_PERMITTED"), expect.anything()],
      })
    expect(await cases()).toEqual(ids)
    expect((await exlet("archive", "old", "--ended-before", "P0D", "--as", "ann")).code).toBe(0)
    expect(await exlet("unarchive", "old", "--all", "--as", "eve")).toMatchObject({ code: 4 })
    expect(await cases()).toEqual([])
  })
})

describe("exlet archived", () => {
  test("[ARCHIVE15] finds families by what is known of them, and shows the history of one", async () => {
    const { sell, cancel, exlet, client, clock } = await shop()
    const [first = "", second = ""] = await sell(2)
    const gone = await cancel()
    const { value: started } = (await client.start({ process: "order" })) as { value: { case: string } }
    await client.raise({ case: started.case, class: "Broken" })
    await client.removeCase({ case: started.case })
    await clock.advance("PT1S")
    await exlet("archive", "old", "--ended-before", "P0D")
    const found = async (...args: string[]) =>
      (await exlet("archived", "old", ...args, "--json")).out.map(
        (line) => (JSON.parse(line) as { family: string }).family,
      )
    expect(await found()).toEqual([first, second, gone, started.case])
    expect(await found("--process", "return")).toEqual([gone])
    expect(await found("--state", "completed")).toEqual([first, second])
    expect(await found("--exception", "Broken")).toEqual([started.case])
    expect(await found("--where", "amount == 100 && customer.startsWith('A')")).toEqual([second])
    expect(await found("--where", "amount > 1", "--process", "return")).toEqual([])
    expect(await found("--text", "changed her MIND")).toEqual([gone])
    expect(await found("--started-after", "2026-01-06T09:00:00Z", "--ended-before", "2026-01-07")).toEqual([second])
    expect(await found("--started-before", "2026-01-06")).toEqual([first])
    expect(await found("--ended-after", "P1DT1S")).toEqual([gone, started.case])
    expect(await exlet("archived", "old", "--process", "order", "--state", "completed")).toEqual({
      code: 0,
      out: [
        expect.stringMatching(/^CASE +PROCESS +STATE +STARTED +ENDED +FILE$/),
        expect.stringMatching(`^${first}  order    completed  2026-01-05T09:00:00Z  2026-01-05T09:00:00Z  2026-`),
        expect.stringMatching(`^${second}  order    completed  2026-01-06T09:00:00Z  2026-01-06T09:00:00Z  2026-`),
      ],
      err: [],
    })
    expect(await exlet("archived", "old", "--state", "failed")).toEqual({ code: 0, out: ["None."], err: [] })
    const { out } = await exlet("archived", "old", "--case", `${second}.i3`)
    expect(out).toEqual([
      expect.stringMatching(`2026-01-06T09:00:00Z ${second} StartCase by administrator$`),
      `  CaseStarted order v1 ${second} {}`,
      "  ItemEnabled pack i1",
      expect.stringMatching(`2026-01-06T09:00:00Z ${second} CompleteItem by administrator$`),
      "  ItemStarted pack i1 by administrator",
      '  ItemCompleted pack i1 {"amount":100,"customer":"Ann"}',
      `  CaseCompleted ${second}`,
    ])
    const whole = await exlet("archived", "old", "--case", second, "--json")
    expect(JSON.parse(whole.out[0] ?? "")).toMatchObject({ family: second, version: 5, digest: expect.any(String) })
  })

  test("[ARCHIVE14] what is damaged is told with its name, and everything else is found and brought back", async () => {
    const { sell, exlet, files, folder, cases } = await shop()
    const old = join(folder, "old")
    const ids: string[] = []
    for (let count = 0; count < 6; count++) {
      ids.push(...(await sell(2)))
      await exlet("archive", "old", "--ended-before", "P0D")
    }
    const [whole = "", cut = "", changed = "", newer = "", short = "", foreign = ""] = files()
    const bytes = readFileSync(join(old, cut))
    writeFileSync(join(old, cut), bytes.subarray(0, bytes.length - 12))
    const lines = linesOf(join(old, changed))
    writeLines(join(old, changed), [
      lines[0] ?? "",
      lines[1] ?? "",
      (lines[2] ?? "").replace('"amount":104', '"amount":1'),
    ])
    expect(lines[2]).not.toBe((lines[2] ?? "").replace("Ann", "Bob"))
    writeLines(join(old, changed), [lines[0] ?? "", lines[1] ?? "", (lines[2] ?? "").replace("Ann", "Bob")])
    writeLines(join(old, newer), ['{"exlet":"records","format":2,"families":2}', "whatever"])
    writeLines(join(old, short), linesOf(join(old, short)).slice(0, 2))
    writeFileSync(join(old, foreign), "this is no gzip")
    writeFileSync(join(old, "notes.txt"), "of no interest")
    const { code, out, err } = await exlet("archived", "old", "--json")
    const problems = err.map((line) => JSON.parse(line) as { code: string; detail: string })
    expect([code, new Set(problems.map((problem) => problem.code))]).toEqual([1, new Set(["ARCHIVE_DAMAGED"])])
    expect(problems.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(`^${cut}: it cannot be read to its end`),
      `${changed}: line 3, ${ids[5]}, was changed`,
      `${newer}: it was written by a newer Exlet (format 2)`,
      `${short}: it should hold 2 families, and holds 1`,
      expect.stringMatching(`^${foreign}: it cannot be read to its end`),
    ])
    const found = out.map((line) => (JSON.parse(line) as { family: string }).family)
    expect(found).toEqual(expect.arrayContaining([ids[0], ids[1], ids[4], ids[8]]))
    expect(found.every((family) => ids.includes(family))).toBe(true)
    expect(whole).not.toBe("")
    const back = await exlet("unarchive", "old", "--all", "--json")
    expect(back.code).toBe(1)
    expect((await cases()).toSorted()).toEqual(found.toSorted())
    expect(JSON.parse(back.out[0] ?? "")).toMatchObject({ adopted: found, refused: [] })
    // Nobody goes on archiving because of a damaged file.
    expect((await exlet("unarchive", "old", String(ids[5]))).code).toBe(1)
  })
})

describe("exlet unarchive", () => {
  test("[ARCHIVE16] brings back some, or all, and leaves alone what is there", async () => {
    const { sell, exlet, cases, files, client } = await shop()
    const ids = await sell(4)
    const before = await Promise.all(ids.map((id) => client.case({ case: id })))
    const history = await client.entries({ limit: 1000 })
    await exlet("archive", "old", "--ended-before", "P0D")
    expect([await cases(), await client.entries({})]).toMatchObject([[], { value: { rows: [] } }])
    expect(await exlet("unarchive", "old", `${ids[1]}.i1`, String(ids[2]))).toEqual({
      code: 0,
      out: ["2 families brought back."],
      err: [],
    })
    expect(await cases()).toEqual(ids.slice(1, 3))
    expect(await exlet("unarchive", "old", "--all")).toEqual({
      code: 0,
      out: ["2 families brought back.", "2 families there already."],
      err: [],
    })
    expect(await Promise.all(ids.map((id) => client.case({ case: id })))).toEqual(before)
    expect(await client.entries({ limit: 1000 })).toEqual(history)
    expect(files().length).toBe(1)
    const mixed = await exlet("unarchive", "old", String(ids[0]), "nobody", "--json")
    expect([mixed.code, JSON.parse(mixed.out[0] ?? "")]).toEqual([
      1,
      { adopted: [], there: [ids[0]], refused: [], absent: ["nobody"] },
    ])
  })

  test("[ARCHIVE16] archived again, a family is in two files, and found once", async () => {
    const { sell, exlet, files, cases } = await shop()
    const [id = ""] = await sell(1)
    for (let count = 0; count < 2; count++) {
      expect((await exlet("archive", "old", "--ended-before", "P0D")).out).toEqual(["1 family archived in 1 file."])
      expect((await exlet("archived", "old", "--json")).out.length).toBe(1)
      expect((await exlet("unarchive", "old", "--all")).out).toEqual(["1 family brought back."])
    }
    expect([files().length, await cases()]).toEqual([2, [id]])
  })

  test("[ARCHIVE19] a family of thousands of entries comes and goes like any other", async () => {
    const { sell, exlet, client, cases } = await shop()
    const [small = ""] = await sell(1)
    const { value: long } = (await client.start({ process: "order" })) as { value: { case: string } }
    const text = "x".repeat(1000)
    for (let count = 0; count < 60; count++)
      await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          client.setData({ case: long.case, data: { customer: `${text} ${count} ${index}` } }),
        ),
      )
    await client.removeCase({ case: long.case })
    const before = await client.case({ case: long.case })
    expect((await exlet("archive", "old", "--ended-before", "2100-01-01")).out).toEqual([
      "2 families archived in 1 file.",
    ])
    expect(await cases()).toEqual([])
    expect((await exlet("archived", "old", "--text", "59 99", "--json")).out.length).toBe(1)
    expect((await exlet("unarchive", "old", "--all")).out).toEqual(["2 families brought back."])
    expect((await cases()).toSorted()).toEqual([small, long.case].toSorted())
    expect(await client.case({ case: long.case })).toEqual(before)
  }, 60_000)
})
