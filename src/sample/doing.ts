import type { JsonObject } from "../messages/json.ts"
import type { Pause, Scene } from "./scene.ts"

/** Who does which tasks, and how long, in hours of work, each takes. */
export interface Doing {
  readonly by: string
  readonly hours: readonly [number, number]
  readonly data?: JsonObject
}

/**
 * A task is done, mostly by somebody who has taken it before. Long ago nobody did: that would be as many commands more, and
 * nobody would see it.
 */
export async function* done(scene: Scene, task: string, { by, hours, data = {} }: Doing): AsyncGenerator<Pause> {
  if (scene.isLate && scene.chance.next() < 0.85) {
    yield scene.hours(0.1, 0.8)
    await scene.take(task, by)
  }
  yield scene.hours(...hours)
  await scene.complete(task, data, by)
}

/** One after the other. */
export async function* inTurn(scene: Scene, tasks: readonly string[], doing: Doing): AsyncGenerator<Pause> {
  for (const task of tasks) yield* done(scene, task, doing)
}

/** Side by side: all are taken, and done one after the other. */
export async function* together(scene: Scene, tasks: readonly string[], doing: Doing): AsyncGenerator<Pause> {
  if (scene.isLate) {
    yield scene.hours(0.1, 0.8)
    for (const task of tasks) await scene.take(task, doing.by)
  }
  yield* inTurn(scene, tasks, doing)
}
