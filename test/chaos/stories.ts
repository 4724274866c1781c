import { readdir, readFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { bundleFiles } from "../../src/cli/bundle-folder.ts"
import { connect } from "../../src/client.ts"
import { readStories } from "../../src/stories/read-story.ts"
import type { Story } from "../../src/stories/story.ts"
import type { PostgresServer } from "../contracts/start-postgres.ts"
import { Balancer } from "./balancer.ts"
import { Chance } from "./chance.ts"
import type { Fault } from "./faults.ts"
import { Faults } from "./faults.ts"
import { Fleet } from "./fleet.ts"
import { canBePlayed, StoryPlayer } from "./story-player.ts"

export interface Told {
  readonly played: number
  /** How many different ones. */
  readonly stories: number
  /** Those that cannot be played over real processes in real time. */
  readonly skipped: readonly string[]
  readonly faults: Readonly<Record<string, number>>
  readonly lost: number
  readonly violations: readonly string[]
}

/** The stories of the examples over HTTP, each request at any node, while nodes are killed. */
export async function stories(options: {
  readonly server: PostgresServer
  readonly seed: number
  readonly milliseconds: number
  readonly nodes: number
  readonly faults: ReadonlySet<Fault>
  readonly onProgress?: (line: string) => void
}): Promise<Told> {
  const { server, seed, milliseconds, nodes: size, faults: names, onProgress = () => {} } = options
  const chance = new Chance(seed)
  const violations: string[] = []
  const [closing, over] = [new AbortController(), new AbortController()]
  const store = await server.newStore()
  const fleet = await Fleet.start({
    ...{ store, size, webhook: "http://127.0.0.1:9/", clocks: [] },
    onDeath: (last) => violations.push(`a node ended by itself: ${last}`),
  })
  try {
    const all: Story[] = []
    for (const example of await readdir(examples)) {
      const folder = join(examples, example)
      const deployed = await connect({ url: fleet.urls[0] ?? "" }).deploy({ files: await bundleFiles(folder) })
      if (!deployed.ok) throw new Error(JSON.stringify(deployed.rejection))
      for (const file of (await readdir(folder)).filter((name) => name.endsWith(".story.yaml")))
        for (const { story } of readStories(file, await readFile(join(folder, file), "utf8")))
          if (story) all.push(story)
    }
    const playable = all.filter(canBePlayed)
    const balancer = new Balancer(fleet.urls, chance.branch(), over.signal)
    const faults = new Faults({
      ...{
        fleet,
        store,
        faults: names,
        chance: chance.branch(),
        closing: closing.signal,
        longestPause: 14_000,
        largestSkew: 2000,
      },
      restart: server.restart,
    })
    const failing = faults.run()
    const end = Date.now() + milliseconds
    let [next, played] = [0, 0]
    const tell = async () => {
      // Each at least once, and then again and again while things go wrong.
      for (let number = next++; number < playable.length || Date.now() < end; number = next++) {
        const story = playable[number % playable.length] as Story
        violations.push(...(await new StoryPlayer(balancer).play(story).catch((error) => [`${story.name}: ${error}`])))
        if (++played % 20 === 0) onProgress(`${played} stories, ${balancer.lost} answers lost`)
      }
    }
    await Promise.all(Array.from({ length: 4 }, tell))
    closing.abort()
    await failing
    over.abort()
    const skipped = all.filter((story) => !canBePlayed(story)).map(({ name }) => name)
    return {
      played,
      stories: playable.length,
      skipped,
      faults: Object.fromEntries(faults.counts),
      lost: balancer.lost,
      violations,
    }
  } finally {
    closing.abort()
    over.abort()
    await fleet.stop()
  }
}

const examples = resolve(import.meta.dirname, "../../examples")
