import type { Entry, Event } from "../messages/events.ts"
import type { ItemId } from "../messages/ids.ts"
import { eventText } from "../runtime/log.ts"
import { localMoment, withLocalMoments } from "./local-moment.ts"
import type { Colour, Looks } from "./looks.ts"
import { namedIn, unnamed } from "./task-names.ts"

/** What a command did, or would do: a line per event. */
export function eventLines(
  events: readonly Event[],
  tasks: ReadonlyMap<ItemId, string>,
  looks: Looks,
): readonly string[] {
  if (events.length === 0) return [looks.paint("dim", "Nothing changed.")]
  return events.map((event) => eventLine(event, tasks, looks))
}

/** Entries of history: a line for each, and under it what happened. `tasks` is kept from one piece to the next. */
export function entryLines(
  entries: readonly (Entry & { readonly position: number })[],
  tasks: Map<ItemId, string>,
  looks: Looks,
): readonly string[] {
  return entries.flatMap(({ position, family, at, by, command, reason, events }) => {
    for (const [item, task] of namedIn(events)) if (task !== unnamed || !tasks.has(item)) tasks.set(item, task)
    const head = `${position} ${localMoment(at)} ${family} ${command} by ${by}${reason ? ` (${reason})` : ""}`
    return [looks.paint("bold", head), ...events.map((event) => `  ${eventLine(event, tasks, looks)}`)]
  })
}

function eventLine(event: Event, tasks: ReadonlyMap<ItemId, string>, { paint }: Looks): string {
  const colour = colours[event.type]
  const line = withLocalMoments(eventText(event, tasks))
  return colour === undefined ? line : paint(colour, line)
}

/** What goes wrong, and what puts it right, is to be seen at once. */
const colours: Readonly<Partial<Record<Event["type"], Colour>>> = {
  ExceptionRaised: "red",
  HoldPlaced: "yellow",
  DecisionMade: "cyan",
  RunStarted: "cyan",
  RunEnded: "green",
  HoldLifted: "green",
  InterventionOpened: "yellow",
  CaseCompleted: "green",
}
