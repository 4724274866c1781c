import { describe, expect, test } from "vitest"
import { problemOf, type Refusal, statusOf } from "../../src/api/problems.ts"
import { retrying } from "../../src/cli/retrying.ts"
import { ConnectionError } from "../../src/client.ts"
import { office } from "./office.ts"

/** A server with some items for programs to do; what is reported is kept. */
function withItems(...data: object[]) {
  const reported: unknown[] = []
  const waiting = data.map((one, index) => ({
    ...{ id: `f${index + 1}.i1`, key: `f${index + 1}.i1`, case: `f${index + 1}`, process: "order", task: "charge" },
    ...{ attempt: 1, data: one, lease: 60_000, leaseUntil: 0 },
  }))
  const fetch = async (url: unknown, { body }: RequestInit = {}) => {
    const path = String(url).replace("http://office/api/v1", "")
    if (path.endsWith("/claim")) return Response.json({ rows: waiting.splice(0, 1) })
    reported.push([path, JSON.parse(String(body))])
    return Response.json({ events: [] })
  }
  return { fetch: fetch as typeof globalThis.fetch, reported }
}

describe("a worker", () => {
  test("[CLI44] runs a command per item: the item comes in, what it prints is the output", async () => {
    const { exletIn } = await office()
    const { fetch, reported } = withItems({ amount: 99 }, { amount: 5 })
    const program = `
      let text = ""
      process.stdin.on("data", (part) => { text += part }).on("end", () => {
        const { data, id } = JSON.parse(text)
        console.log(JSON.stringify({ receipt: "paid " + data.amount, same: id === process.env.EXLET_ITEM }))
      })`
    const told = await exletIn({ fetch }, "worker", "charge", "--once", "--", process.execPath, "-e", program)
    expect(told).toEqual({ code: 0, out: ["f1.i1 charge done", "f2.i1 charge done"], err: [] })
    expect(reported).toEqual([
      ["/items/f1.i1/attempts/1/complete", { data: { receipt: "paid 99", same: true } }],
      ["/items/f2.i1/attempts/1/complete", { data: { receipt: "paid 5", same: true } }],
    ])
  })

  test("[CLI44] another exit code than 0, and output that is no object, are failed attempts", async () => {
    const { exletIn } = await office()
    const failing = async (...command: string[]) => {
      const { fetch, reported } = withItems({})
      await exletIn({ fetch }, "worker", "charge", "--once", "--", ...command)
      return reported
    }
    const failed = (message: unknown) => [["/items/f1.i1/attempts/1/fail", { message }]]
    const node = [process.execPath, "-e"]
    expect(await failing(...node, 'console.error("no card"); process.exit(3)')).toEqual(failed("no card"))
    expect(await failing(...node, "process.exit(3)")).toEqual(failed("exit code 3"))
    expect(await failing(...node, 'console.log("[1]")')).toEqual(failed("the output is no JSON object: [1]"))
    expect(await failing(...node, "")).toEqual([["/items/f1.i1/attempts/1/complete", { data: {} }]])
  })

  test("[CLI47] output that is rejected is told as a failure, and --once ends with 1", async () => {
    const { exletIn } = await office()
    const rejection = { code: "DATA_INVALID", message: "receipt must be text", remedy: "Correct it" } as const
    const reported: string[] = []
    const fetch = async (url: unknown) => {
      if (String(url).endsWith("/claim")) return Response.json({ rows: waiting.splice(0, 1) })
      reported.push(String(url).replace(/.*attempts/, ""))
      if (String(url).endsWith("/complete")) return Response.json(problemOf(rejection), { status: 422 })
      return Response.json({ events: [] })
    }
    const waiting = [{ id: "f1.i1", key: "f1.i1", case: "f1", task: "charge", attempt: 1, data: {}, lease: 60_000 }]
    const around = { fetch: fetch as typeof globalThis.fetch }
    expect(await exletIn(around, "worker", "charge", "--once", "--", process.execPath, "-e", "")).toEqual({
      code: 1,
      out: ["f1.i1 charge failed: receipt must be text"],
      err: [],
    })
    expect(reported).toEqual(["/1/complete", "/1/fail"])
    expect(await exletIn(around, "done", "f1.i1", "1")).toMatchObject({ code: 1 })
  })

  test("[CLI47] a command that is not there is refused before anything is claimed", async () => {
    const { exletIn } = await office()
    const { fetch, reported } = withItems({})
    const told = await exletIn({ fetch }, "worker", "charge", "--once", "--", "no-such-command")
    expect([told.code, told.err[0], reported]).toEqual([
      2,
      "There is no command 'no-such-command' that can be run.",
      [],
    ])
  })

  test("[CLI44] needs a command", async () => {
    const { exlet } = await office()
    expect(await exlet("worker", "charge")).toEqual({
      code: 2,
      out: [],
      err: ["Say what to run: exlet worker NAME -- COMMAND.", "Usage: exlet worker NAME [flags] -- COMMAND…"],
    })
  })

  test("[CLI45] asks again where a server cannot be reached or is too busy, and not where it refuses", async () => {
    const refusal = (code: Refusal["code"], message: string) => {
      const rejection = { code, message, remedy: "" }
      return { ok: false, status: statusOf(code), rejection, problem: problemOf(rejection) } as const
    }
    const [busy, no] = [refusal("TOO_BUSY", "too busy"), refusal("ATTEMPT_OVER", "over")]
    const answers = [() => Promise.reject(new ConnectionError("gone")), async () => busy, async () => no]
    const troubles: string[] = []
    const patience = {
      signal: new AbortController().signal,
      onTrouble: (text: string) => void troubles.push(text),
      first: 0,
    }
    expect(await retrying(async () => answers.shift()?.() ?? busy, patience)).toEqual(no)
    expect(troubles).toEqual(["gone", "too busy"])
    const gone = () => Promise.reject(new ConnectionError("gone"))
    await expect(retrying(gone, { ...patience, attempts: 2 })).rejects.toThrow("gone")
  })
})
