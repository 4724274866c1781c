import type { Client, Input, Output, Told } from "../../src/client.ts"
import { told } from "./world.ts"

type CaseView = Output<"case">
type Data = Input<"completeItem">["data"]

/** A case as somebody far away works on it: everything by name, everything over HTTP. */
export class Show {
  readonly client: Client
  readonly id: string

  constructor(client: Client, id: string) {
    this.client = client
    this.id = id
  }

  static async of(client: Client, process: string, data: Data = {}): Promise<Show> {
    return new Show(client, told(await client.start({ process, ...(data && { data }) })).case)
  }

  view(): Promise<CaseView> {
    return this.client.case({ case: this.id }).then(told)
  }

  async item(task: string): Promise<string> {
    const { items } = await this.view()
    const item = items.findLast((candidate) => candidate.task === task)
    if (item === undefined) throw new Error(`no item of ${task} in ${JSON.stringify(items.map(({ task: of }) => of))}`)
    return item.id
  }

  async try(task: string, data: Data = {}): Promise<Told<Output<"completeItem">>> {
    return this.client.completeItem({ item: await this.item(task), ...(data && { data }) })
  }

  async complete(task: string, data: Data = {}): Promise<void> {
    told(await this.try(task, data))
  }

  /** Completes one after the other. */
  async completeAll(...tasks: readonly string[]): Promise<void> {
    for (const task of tasks) await this.complete(task)
  }

  async raise(name: string, more: { readonly task?: string; readonly with?: Data } = {}): Promise<void> {
    const item = more.task === undefined ? {} : { item: await this.item(more.task) }
    told(await this.client.raise({ case: this.id, class: name, ...item, ...(more.with && { with: more.with }) }))
  }

  /** The newest case of that process in the same family. */
  async worklet(process: string): Promise<Show> {
    const { rows } = told(await this.client.cases({ family: (await this.view()).family, process }))
    const last = rows.at(-1)
    if (last === undefined) throw new Error(`no ${process} was started for ${this.id}`)
    return new Show(this.client, last.id)
  }

  /** How it stands, in the words stories use. */
  async stands(): Promise<Standing> {
    const { state, held, items, runs, interventions } = await this.view()
    return {
      state,
      held,
      live: Object.fromEntries(
        items
          .filter(({ endedAt, kind }) => endedAt === undefined && kind !== "activity")
          .map(({ task, status, held: isHeld }) => [task, isHeld ? `held ${status}` : status]),
      ),
      runs: runs.map(({ exlet }) => exlet),
      interventions: interventions.length,
    }
  }

  /** The states of all cases of its family, by process. */
  async family(): Promise<Readonly<Record<string, string>>> {
    const { rows } = told(await this.client.cases({ family: (await this.view()).family }))
    return Object.fromEntries(rows.map(({ process, state }) => [process, state]))
  }
}

export interface Standing {
  readonly state: string
  readonly held: boolean
  readonly live: Readonly<Record<string, string>>
  /** What goes on, by exlet. */
  readonly runs: readonly string[]
  readonly interventions: number
}

/** A running case in which nothing is wrong, but for what is said. */
export const running = (live: Standing["live"], more: Partial<Standing> = {}): Standing => ({
  state: "running",
  held: false,
  live,
  runs: [],
  interventions: 0,
  ...more,
})

/** A case that is over. */
export const over = (state: string): Standing => ({ state, held: false, live: {}, runs: [], interventions: 0 })
