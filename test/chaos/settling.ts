import { setTimeout as pause } from "node:timers/promises"
import { said } from "../contracts/start-postgres.ts"

/** Families of which one item is left alone on purpose, so that something lives when it is looked at what is there. */
export const isLeft = (id: string): boolean => /[07]$/.test(id.split(".", 1)[0] ?? "")

/** Waits until everything that goes on has come to its end, and says what has not. */
export async function settled(store: string, patience: number): Promise<readonly string[]> {
  const end = Date.now() + patience
  for (;;) {
    const open = await whatIsOpen(store).catch((error: unknown) => [`the database did not answer: ${error}`])
    if (open.length === 0 || Date.now() > end) return open
    await pause(500)
  }
}

async function whatIsOpen(store: string): Promise<readonly string[]> {
  const cases = (await said(store, "SELECT id, process, held FROM cases WHERE state = 'running'")) as readonly Row[]
  const items = (await said(
    store,
    "SELECT case_id, task, status FROM items WHERE status IN ('enabled', 'offered', 'allocated', 'started')",
  )) as readonly Row[]
  const [rest] = (await said(
    store,
    `SELECT (SELECT count(*) FROM broadcasts) AS broadcasts,
       (SELECT count(*) FROM alarms WHERE due_at < extract(epoch FROM now()) * 1000 + 30000) AS alarms,
       (SELECT count(*) FROM deliveries) AS letters`,
  )) as readonly Row[]
  const isWaiting = new Set(items.filter(({ task }) => task === "ship").map((item) => String(item.case_id)))
  return [
    ...cases
      .filter(({ id, process }) => !(process === "order" && isLeft(String(id)) && isWaiting.has(String(id))))
      .map(({ id, process, held }) => {
        const own = items.filter((item) => item.case_id === id).map(({ task, status }) => `${task} ${status}`)
        return `case ${id} (${process}${held ? ", held" : ""}) is not over: ${own.join(", ")}`
      }),
    ...Object.entries(rest ?? {}).flatMap(([what, count]) => (Number(count) > 0 ? [`${count} ${what} are left`] : [])),
  ]
}

type Row = Readonly<Record<string, unknown>>
