import { setImmediate as nextTurn } from "node:timers/promises"
import type { Desk } from "../access/desk.ts"
import type { HistoryFilter } from "../access/visible-history.ts"
import { asFamilyId } from "../messages/ids.ts"
import type { EntryFeed } from "./entry-feed.ts"
import { entryText } from "./entry-text.ts"
import { type EventWriter, eventText, heartbeatText } from "./event-writer.ts"
import type { TurnedAway } from "./turned-away.ts"

export interface Reader {
  readonly desk: Desk
  readonly family?: string
  readonly filter: HistoryFilter
  /** Entries after this. */
  readonly after: number
  readonly writer: EventWriter
  /** The reader has gone. */
  readonly gone: AbortSignal
  /** The server stops. */
  readonly stopping: AbortSignal
  /** Why he would not be let in any more; asked before he is told anything. */
  readonly turnedAway: TurnedAway
}

export interface Telling {
  readonly feed: EntryFeed
  readonly heartbeat: number
}

/**
 * Tells a reader everything after a position that he may see, in order, and then each thing as it becomes durable. He is told
 * his position now and then even if nothing was for him, so that he can go on from there.
 */
export async function followHistory({ feed, heartbeat }: Telling, reader: Reader): Promise<void> {
  const { desk, filter, writer, gone, stopping } = reader
  const family = reader.family === undefined ? undefined : asFamilyId(reader.family)
  let position = reader.after
  let told = position
  const tellPosition = () => {
    told = position
    return writer.write(eventText("position", "", position))
  }

  await writer.write(`retry: ${comeBackAfter}\n${eventText("position", "", position)}`)
  following: while (writer.isOpen && !gone.aborted && !stopping.aborted && !feed.isOver) {
    const { entries, upTo } = await feed.after(position, family)
    let text = ""
    let read = position
    // Whether the reader may still read is asked once for all that is written in one go.
    const write = async (): Promise<"written" | "away" | "gone"> => {
      if (text === "") return "written"
      if (await reader.turnedAway()) return "away"
      const isThere = await writer.write(text)
      text = ""
      position = read
      told = read
      return isThere ? "written" : "gone"
    }
    for (const entry of entries) {
      if (stopping.aborted) break
      const shown = await desk.history.entry(entry, filter)
      if (shown) text += eventText("entry", entryText(shown.events === entry.events ? entry : shown), entry.position)
      read = entry.position
      if (text.length < largestWrite) continue
      const outcome = await write()
      if (outcome === "away") break following
      if (outcome === "gone") return
    }
    const outcome = await write()
    if (outcome === "away") break
    if (outcome === "gone") return
    position = stopping.aborted ? read : upTo
    if (position - told >= mostUntold && !(await tellPosition())) return
    const quiet = performance.now() - writer.wroteAt
    if (quiet >= heartbeat && (await reader.turnedAway())) break
    if (quiet >= heartbeat && !(await (told < position ? tellPosition() : writer.write(heartbeatText)))) return
    // Pages that need no waiting for would leave nobody else a turn.
    if (entries.length > 0) await nextTurn()
    else await feed.news(position, Math.max(1, heartbeat - quiet), [gone, stopping])
  }
  writer.end(`retry: ${comeBackAfter}\n${eventText("end", "", position)}`)
}

/** Milliseconds after which a reader who was cut off tries again. */
const comeBackAfter = 1000
const mostUntold = 1000
/** Characters that are gathered before they are written. */
const largestWrite = 256 * 1024
