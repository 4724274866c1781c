import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { expect, test } from "vitest"
import { Desk } from "../access/desk.ts"
import { accepted, administrator, openEngine } from "../main.ts"
import { EntryFeed } from "./entry-feed.ts"
import { EventWriter } from "./event-writer.ts"
import { followHistory } from "./follow-history.ts"

/** Keeps what is written. */
class Page extends EventWriter {
  readonly texts: string[] = []
  readonly #onWrite: (text: string) => void

  constructor(onWrite: (text: string) => void) {
    super(new ServerResponse(new IncomingMessage(new Socket())), 1000)
    this.#onWrite = onWrite
  }

  override async write(text: string): Promise<boolean> {
    this.texts.push(text)
    this.#onWrite(text)
    return true
  }
}

test("[HTTP42] entries of a page are written in one go, and the rights of their reader are checked once", async () => {
  const engine = await openEngine()
  accepted(await engine.deploy("process: p\nflow: [ { task: a } ]"))
  const feed = new EntryFeed(engine)
  await feed.end()
  for (let count = 0; count < 250; count++) accepted(await engine.start("p"))
  const stopping = new AbortController()
  const writer = new Page((text) => void (text.includes("id: 250\n") && stopping.abort()))
  let checks = 0
  await followHistory(
    { feed, heartbeat: 60_000 },
    {
      desk: new Desk(engine, { agent: administrator, by: "development", scope: {} } as never),
      filter: {},
      after: 0,
      writer,
      gone: new AbortController().signal,
      stopping: stopping.signal,
      turnedAway: async () => void checks++ as undefined,
    },
  )
  const ids = writer.texts.slice(1).map((text) => text.match(/^id: \d+$/gm)?.map((line) => Number(line.slice(4))) ?? [])
  expect(ids.flat()).toEqual(Array.from({ length: 250 }, (_, index) => index + 1))
  expect([ids.length, checks]).toEqual([3, 3])
  await engine.stop()
})
