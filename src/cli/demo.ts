import { accepted, asCaseId, type CaseId, type Engine, familyOf, openEngine, VirtualClock } from "../main.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { packageFile } from "../package-files.ts"
import { bundleFiles } from "./bundle-folder.ts"
import type { Command, Output } from "./command.ts"
import { file, yes } from "./flags.ts"
import { follow } from "./follow.ts"
import { Trouble } from "./trouble.ts"

export const demo: Command = {
  section: "Trying out",
  summary: "Runs the concert example in the terminal: what goes wrong, and what is done about it",
  more: [
    "Deploys examples/concert and lets things go wrong in virtual time: too few tickets, triggers raised by hand, something",
    "nobody has foreseen, a rule learnt while a case waits. Prints what happens as it becomes durable.",
  ],
  arguments: [],
  flags: [
    { name: "store", kind: file, about: "Keeps it in an SQLite file instead of memory" },
    { name: "all", kind: yes, about: "Prints every record, not only those about what goes wrong" },
  ],
  async run(given, output) {
    const folder = packageFile("examples/concert")
    if (folder === undefined)
      throw new Trouble(
        "NOT_SUPPORTED",
        "The examples are not here.",
        "Install the package exlet and run its own command",
      )
    const clock = new VirtualClock()
    const engine = await openEngine({ clock, store: given.text("store") ?? "memory" })
    const { processes, exlets, trees } = accepted(await engine.deploy(await bundleFiles(folder)))
    output.out(`Deployed ${processes.length} processes, ${exlets.length} exlets, ${trees.length} rule trees.`)
    const following = follow(engine, output, { after: await engine.lastPosition(), isAll: given.is("all") })
    const stage = new Stage(engine, output, following)

    await tooFewTickets(stage)
    await triggers(stage)
    await somethingUnforeseen(stage)
    await aRuleLearnt(stage)
    await stage.scene("Its one history, by cause")
    for (const line of await engine.log(familyOf(stage.last), "cause")) await stage.say(`  ${line}`)

    await engine.stop()
    return 0
  },
}

/** Where the demo takes place. */
class Stage {
  readonly engine: Engine
  /** The concert begun last. */
  last = asCaseId("")
  readonly #output: Output
  readonly #following: ReturnType<typeof follow>

  constructor(engine: Engine, output: Output, following: ReturnType<typeof follow>) {
    this.engine = engine
    this.#output = output
    this.#following = following
  }

  async scene(title: string): Promise<void> {
    await this.#caughtUp()
    this.#output.out(`\n== ${title}`)
  }

  async say(text: string): Promise<void> {
    await this.#caughtUp()
    this.#output.out(text)
  }

  /** A concert that is ready for its show, so many tickets sold. */
  async concert(name: string, ticketsSold: number): Promise<CaseId> {
    const started = accepted(await this.engine.start("organise-concert", { by: "ann", data: { seating: 20_000 } }))
    this.#following.name(started.case, name)
    await this.work(started.case, "bookStadium", { showDate: "2026-08-15" })
    await this.work(started.case, "sellTickets", { ticketsSold })
    this.last = started.case
    return started.case
  }

  /** Does a task of a case, or of a worklet of its family. */
  async work(id: CaseId, task: string, data: JsonObject = {}): Promise<void> {
    const family = (await this.engine.case(id))?.family
    const [item] = family ? await this.engine.items({ family, task, live: true }) : []
    if (item) accepted(await this.engine.completeItem(item.id, data, { by: "dee" }))
  }

  async standing(id: CaseId): Promise<void> {
    const view = await this.engine.case(id)
    const open = view?.items.filter(({ endedAt }) => endedAt === undefined) ?? []
    const items = open.map(({ task, held, status }) => `${task} ${held ? "held " : ""}${status}`).join(", ")
    await this.say(
      `  → ${view?.state}; ${view?.data.venueName}, ${view?.data.seating} seats; ${items || "nothing to do"}`,
    )
  }

  async #caughtUp(): Promise<void> {
    await this.engine.idle()
    await this.#following.upTo(await this.engine.lastPosition())
  }
}

async function tooFewTickets(stage: Stage): Promise<void> {
  await stage.scene("Too few tickets: the tree before doShow, asked for five shows of 20,000 seats")
  const venues: Readonly<Record<number, [string, JsonObject]>> = {
    14999: ["bookMidVenue", { venueName: "Sports Hall", seating: 15_000 }],
    9999: ["bookSmallVenue", { venueName: "Town Hall", seating: 10_000 }],
  }
  for (const sold of [18_000, 15_000, 14_999, 9999, 3999]) {
    await stage.say(`\n${sold} tickets sold:`)
    const id = await stage.concert(`show-${sold}`, sold)
    const venue = venues[sold]
    if (venue) await stage.work(id, ...venue)
    for (const task of ["swapTickets", "refundTickets", "refundRest", "tellBuyers"]) await stage.work(id, task)
    if (sold === 3999) for (const task of ["refundAll", "cancelVenue", "tellPress"]) await stage.work(id, task)
    await stage.standing(id)
  }
}

async function triggers(stage: Stage): Promise<void> {
  await stage.scene("Triggers, raised by hand")
  const { engine } = stage
  const id = await stage.concert("big-show", 18_000)
  const known = await engine.triggers({ case: id })
  await stage.say(
    `What can be raised here: ${known.map(({ title, wouldRun }) => `${title} (${wouldRun})`).join(", ")}.`,
  )
  accepted(await engine.raise({ class: "band-requests-backstage-refreshments", case: id }, { by: "eve" }))
  await stage.standing(id)
  accepted(await engine.raise({ class: "band-broken-up", case: id }, { by: "eve" }))
  for (const task of ["refundAll", "cancelVenue", "tellPress"]) await stage.work(id, task)
  await stage.standing(id)
}

async function somethingUnforeseen(stage: Stage): Promise<void> {
  await stage.scene("Something nobody has foreseen")
  const { engine } = stage
  const id = await stage.concert("roofless", 19_000)
  accepted(await engine.report({ case: id, title: "Stadium roof damaged", text: "by the storm" }, { by: "eve" }))
  await stage.standing(id)
  const [question] = await engine.interventions({ case: id })
  if (question === undefined) throw new Error("somebody should have been asked")
  const teach: Json = { do: "teach", then: "move-to-large-venue" }
  accepted(await engine.answer(question.id, teach, { by: "ann", reason: "the arena has a roof" }))
  for (const task of ["bookLargeVenue", "moveTickets", "tellBuyers"])
    await stage.work(id, task, task === "bookLargeVenue" ? { venueName: "Arena", seating: 40_000 } : {})
  await stage.standing(id)
  const next = await stage.concert("next-show", 17_000)
  const offered = (await engine.triggers({ case: next })).find(({ title }) => title === "Stadium roof damaged")
  await stage.say(`The next show offers it: ${offered?.title} (${offered?.wouldRun ?? "a person is asked"}).`)
}

async function aRuleLearnt(stage: Stage): Promise<void> {
  await stage.scene("A rule learnt while a case waits")
  const { engine } = stage
  const id = await stage.concert("early-bird", 15_500)
  await stage.standing(id)
  const item = (await engine.case(id))?.items.find(({ task }) => task === "doShow")
  if (item === undefined) throw new Error("the show should be waiting")
  const rule = { on: "itemPre", at: "organise-concert/doShow", if: "ticketsSold < seating * 0.8" }
  const lesson = { ...rule, then: "move-to-mid-venue", from: { case: id, item: item.id } }
  const tested = accepted(await engine.backtest(lesson))
  await stage.say(`Backtest: of ${tested.checked} shows so far, ${tested.changed} would have gone otherwise.`)
  const learnt = accepted(await engine.learn(lesson, { by: "ann", reason: "a half empty stadium looks sad" }))
  await stage.say(
    `Learnt as rule ${learnt.node} of "${learnt.tree}" v${learnt.version}. Now somebody wants to start the show:`,
  )
  const start = await engine.startItem(item.id, { by: "dee" })
  await stage.say(start.ok ? "Started." : `Refused: ${start.rejection.message}.`)
  await stage.standing(id)
  const asked = await engine.whatIf({ on: "itemPre", case: id, item: item.id })
  for (const walk of asked?.walks ?? [])
    for (const { if: condition, outcome } of walk.path) await stage.say(`  ${condition}: ${outcome}`)
}
