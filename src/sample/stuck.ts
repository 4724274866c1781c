import { storms } from "./concert-data.ts"
import { inTurn } from "./concerts.ts"
import type { Pause, Scene } from "./scene.ts"

/** Whatever was to come does not. */
const forever: Pause = { until: Number.POSITIVE_INFINITY }

export async function* kept(scene: Scene): AsyncGenerator<Pause> {
  await scene.suspend("rita", "the mayor wants to talk first")
  yield forever
}

export async function* dropped(scene: Scene): AsyncGenerator<Pause> {
  await scene.suspend("mona", "whoever ordered it may leave")
  yield forever
}

export async function* stormUnanswered(scene: Scene): AsyncGenerator<Pause> {
  await scene.report("Storm warning", scene.chance.pick(storms), "hugo")
  yield forever
}

export async function* audition(scene: Scene): AsyncGenerator<Pause> {
  await scene.raise("support-act-break-up", "olga")
  yield* inTurn(scene, ["audition", "signContract"], [3, 14])
}

/** The show is held twice: for another venue, and for the lights. */
export async function* brokenLights(scene: Scene): AsyncGenerator<Pause> {
  await scene.raise("lights-broken", "ivy", { at: "doShow", with: { lamps: 17 } })
  yield forever
}

/** One is borrowed, others are not yet, and the insurer thinks about it. */
export async function* instrumentsMissed(scene: Scene): AsyncGenerator<Pause> {
  await scene.raise("instruments-stolen", "hugo")
  yield scene.hours(1, 4)
  await scene.complete("reportTheft", { claim: "c-4711", stolen: ["two guitars", "the drums", "the horns"] }, "hugo")
  yield* inTurn(scene, ["borrowInstrument"], [2, 6])
  yield forever
}

/** Whoever is at it may finish; then it is changed. */
export async function changeWhileReceiving(scene: Scene): Promise<void> {
  await scene.begin("F", "tara")
  await scene.raise("change_request", "mia")
}

export async function* noController(scene: Scene): AsyncGenerator<Pause> {
  await scene.raise("FinancialControllerUnavailable", "dora", { at: "prApproval" })
  yield forever
}

export async function* wrongUnanswered(scene: Scene): AsyncGenerator<Pause> {
  await scene.raise("WrongGoods", "fred", { at: "matchDocuments" })
  yield forever
}

export async function* answerTakenBack(scene: Scene): AsyncGenerator<Pause> {
  await scene.raise("WrongGoods", "fred", { at: "matchDocuments" })
  yield scene.hours(1, 6)
  const asked = await scene.answer({ do: "dismiss" }, "fred", "it will do")
  await scene.takeBack(asked, "fred", "it will not do, says assembly")
  yield forever
}
