import type { Happened } from "./history.ts"
import type { Journal } from "./journal.ts"

/** What was acknowledged is there, and nothing that was asked for once is there twice. */
export function checkAcknowledged({ entries, events }: Happened, journal: Journal): readonly string[] {
  const families = new Set<string>(entries.map(({ family }) => family))
  const completed = new Set(events.flatMap((event) => (event.type === "ItemCompleted" ? [String(event.item)] : [])))
  const received = events.flatMap((event) => (event.type === "MessageReceived" ? [String(event.key)] : []))
  const begun = entries.filter(
    ({ version, command, by }) => version === 1 && command === "StartCase" && by !== "engine",
  )
  return [
    ...[...journal.started.keys()]
      .filter((id) => !families.has(id))
      .map((id) => `case ${id} was acknowledged and is not there`),
    ...begun
      .filter(({ family, reason }) => !journal.started.has(family) && !isSent(reason))
      .map(({ family, by }) => `family ${family} was begun by ${by}, though nobody was told so: twice for one request`),
    ...[...journal.completed.keys()]
      .filter((id) => !completed.has(id))
      .map((id) => `item ${id} was acknowledged and is not completed`),
    ...[...journal.completed]
      .filter(([, keys]) => keys.length > 1)
      .map(([id, keys]) => `item ${id} was given to ${keys.join(" and ")}`),
    ...[...journal.messages]
      .filter((name) => !received.includes(name))
      .map((name) => `message ${name} was acknowledged and is not there`),
    ...received.filter((name, index) => received.indexOf(name) !== index).map((name) => `message ${name} came twice`),
  ]
}

/** A family of its own that an exlet has started. */
const isSent = (reason: string | undefined): boolean => reason !== undefined

/** Nothing ends twice, and no timer rings twice. */
export function checkOnce({ events }: Happened): readonly string[] {
  const seen = new Set<string>()
  return events.flatMap((event) => {
    const name =
      event.type === "ItemCompleted"
        ? `item ${event.item} completed`
        : event.type === "TimerFired"
          ? `timer ${event.timer} fired`
          : event.type === "CaseCompleted"
            ? `case ${event.case} completed`
            : undefined
    if (name === undefined) return []
    const isSecond = seen.has(name)
    seen.add(name)
    return isSecond ? [`${name} twice`] : []
  })
}

/** A case that began after something was taught, and acknowledged, was decided upon with it. */
export function checkTaught({ entries }: Happened, journal: Journal): readonly string[] {
  return entries.flatMap(({ family, events }) => {
    const wanted = journal.probes.get(family)
    return events.flatMap((event) => {
      if (wanted === undefined || event.type !== "DecisionMade" || event.on !== "itemPre") return []
      const versions = event.walks.map(({ version }) => version)
      const isOld = versions.every((version) => version < wanted.least)
      return isOld || event.conclusion === undefined
        ? [
            `probe ${family} was decided upon with version ${versions} where ${wanted.least} was acknowledged before it began`,
          ]
        : []
    })
  })
}
