import { expect, test } from "vitest"
import { localMoment, withLocalMoments } from "../../src/cli/local-moment.ts"
import { looksOf } from "../../src/cli/looks.ts"
import { progressText } from "../../src/cli/progress.ts"
import { tableLines } from "../../src/cli/table.ts"

const silent = { out: () => undefined, err: () => undefined }
const titles = ["ID", "TASK", "NOTE", "TEXT"]
const rows = [
  ["f1.i1", "pack", "", "a long text that nobody needs to the end"],
  ["f1.i22", "ship", "", "two\nlines"],
]

test("[CLI39] a table fits the terminal: the widest columns give way, empty ones are left out", () => {
  expect(tableLines(titles, rows, looksOf(silent))).toEqual([
    "ID      TASK  TEXT",
    "f1.i1   pack  a long text that nobody needs to the end",
    "f1.i22  ship  two lines",
  ])
  const narrow = tableLines(titles, rows, looksOf({ ...silent, width: 30 }))
  expect(narrow).toEqual(["ID      TASK  TEXT", "f1.i1   pack  a long text tha…", "f1.i22  ship  two lines"])
  expect(narrow.map((line) => line.length <= 30)).toEqual([true, true, true])
})

test("[CLI39] colours are there only where they are wanted, and take no room", () => {
  const colourful = looksOf({ ...silent, colours: true })
  const [head, first] = tableLines(["STATE", "N"], [[colourful.paint("red", "failed"), "1"]], colourful)
  expect([head, first]).toEqual(["\u001b[1mSTATE   N\u001b[0m", "\u001b[31mfailed\u001b[0m  1"])
  expect(looksOf(silent).paint("red", "failed")).toBe("failed")
})

test("[CLI39] moments are local, with their offset", () => {
  const before = process.env.TZ
  process.env.TZ = "Asia/Kolkata"
  expect(localMoment(Date.UTC(2026, 0, 5, 23, 0, 7))).toBe("2026-01-06T04:30:07+05:30")
  expect(withLocalMoments('#1 2026-01-05T23:00:07Z {"at":"2026-01-05T23:00:07Z"}')).toBe(
    '#1 2026-01-06T04:30:07+05:30 {"at":"2026-01-05T23:00:07Z"}',
  )
  process.env.TZ = "America/New_York"
  expect(localMoment(Date.UTC(2026, 6, 5, 9, 0, 0))).toBe("2026-07-05T05:00:00-04:00")
  process.env.TZ = "UTC"
  expect(localMoment(0)).toBe("1970-01-01T00:00:00Z")
  process.env.TZ = before
})

test("[CLI39] progress is a bar where the end is known", () => {
  expect(progressText("decisions", 600, 1200)).toBe("[############------------] 50 % of 1,200 decisions")
  expect(progressText("decisions", 0, 0)).toBe("[########################] 100 % of 0 decisions")
  expect(progressText("entries", 12_345)).toBe("12,345 entries")
})
