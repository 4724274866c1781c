import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { accepted, type Engine, type EngineOptions, type InterventionId, openEngine } from "../../src/main.ts"

const nap = (time: string): string => `
process: nap-${time}
flow: [ { wait: ${time} } ]
---`

const bundle = `
${["PT1S", "PT5S", "PT1H", "PT3H", "P100D"].map(nap).join("\n")}
process: print
flow: [ { program: printIt, worker: printer } ]
`

const hour = 3_600_000

/** The machine's own clock, in a time that passes only here; `setClock` is somebody who sets it, `pass` is time that passes. */
async function aMachine(options: EngineOptions = {}) {
  const engine = await openEngine(options)
  onTestFinished(() => engine.stop({ grace: 0 }))
  accepted(await engine.deploy(bundle))
  return engine
}

const setClock = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

async function pass(milliseconds: number, engine: Engine) {
  for (let left = milliseconds; left > 0; left -= 100) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 100))
    await engine.idle()
  }
}

async function sleeper(engine: Engine, time: string): Promise<() => Promise<string | undefined>> {
  const { case: id } = accepted(await engine.start(`nap-${time}`))
  return async () => (await engine.case(id))?.state
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe("a clock that is set while the engine runs", () => {
  test("[CLOCK2] what is overdue after the clock was set forward rings at once, and so does what is armed then", async () => {
    const engine = await aMachine()
    const long = await sleeper(engine, "PT1H")
    const longer = await sleeper(engine, "PT3H")
    await pass(200, engine)
    setClock(2 * hour)
    const short = await sleeper(engine, "PT1S")
    await pass(1500, engine)
    expect([await long(), await short(), await longer()]).toEqual(["completed", "completed", "running"])
    setClock(2 * hour)
    await pass(1000, engine)
    expect(await longer()).toBe("completed")
  })

  test("[CLOCK2] after the clock was set forward nothing else need happen for what is overdue to ring", async () => {
    const engine = await aMachine()
    const far = await sleeper(engine, "P100D")
    await pass(60_000, engine)
    setClock(2400 * hour)
    await pass(1000, engine)
    expect(await far()).toBe("completed")
  })

  test("[CLOCK3] after the clock was set back what is armed then rings in its time, and what was armed before at its moment", async () => {
    const engine = await aMachine()
    const armedBefore = await sleeper(engine, "PT1H")
    await pass(200, engine)
    setClock(-2 * hour)
    const armedAfter = await sleeper(engine, "PT5S")
    await pass(4000, engine)
    expect(await armedAfter()).toBe("running")
    await pass(1500, engine)
    expect([await armedAfter(), await armedBefore()]).toEqual(["completed", "running"])
    setClock(2 * hour)
    await pass(1000, engine)
    expect(await armedBefore()).toBe("running")
    setClock(hour)
    await pass(1000, engine)
    expect(await armedBefore()).toBe("completed")
  })

  test.each([2 * hour, -2 * hour])(
    "[CLOCK4] who waits for work is answered in his time, and counts as there for as long, though the clock moves by %i",
    async (jump) => {
      const engine = await aMachine({ workerGrace: 10_000 })
      const claimed = engine.claim("printer", { wait: 5000 })
      await pass(1000, engine)
      setClock(jump)
      await pass(3500, engine)
      const early = await Promise.race([claimed.then(() => "answered"), Promise.resolve("waiting")])
      await pass(1000, engine)
      expect([early, accepted(await claimed)]).toEqual(["waiting", { rows: [] }])
      setClock(jump)
      const { case: id } = accepted(await engine.start("print"))
      await pass(8000, engine)
      expect((await engine.case(id))?.exceptions).toEqual([])
      await pass(3000, engine)
      expect((await engine.case(id))?.exceptions.map((raised) => raised.class)).toEqual(["ResourceUnavailable"])
    },
  )

  test.each([2 * hour, -2 * hour])(
    "[CLOCK4] what stands still is told in its time, though the clock moves by %i",
    async (jump) => {
      const engine = await aMachine({ workerGrace: 0, watchdog: 60_000 })
      const { case: id } = accepted(await engine.start("print"))
      const [asked] = await engine.interventions()
      accepted(await engine.answer(asked?.id as InterventionId, { do: "dismiss" }))
      await pass(1000, engine)
      setClock(jump)
      const open = async () => (await engine.case(id))?.exceptions.map((raised) => raised.class)
      await pass(50_000, engine)
      expect(await open()).toEqual([])
      await pass(15_000, engine)
      expect(await open()).toEqual(["Stalled"])
    },
  )
})
