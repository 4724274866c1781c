import type { JsonObject } from "../messages/json.ts"
import { boxOffice, crew, dateText, evening, midVenue, promoters, show, smallVenue, storms } from "./concert-data.ts"
import { inTurn as doneInTurn } from "./doing.ts"
import type { Course, Pause, Scene } from "./scene.ts"

/** What becomes of concerts, and how often. */
export const concerts: readonly (readonly [weight: number, course: Course])[] = [
  [44, concert({ sold: [0.8, 1] })],
  // Not bad enough for the rule, and sad to look at: whoever looks at these may want to teach something.
  [10, concert({ sold: [0.75, 0.8] })],
  [14, concert({ sold: [0.5, 0.74] })],
  [9, concert({ sold: [0.21, 0.49] })],
  [5, concert({ sold: [0.02, 0.19] })],
  [6, concert({ sold: [0.76, 1], aside: refreshments })],
  [4, concert({ sold: [0.76, 1], selling: musician("support-act-break-up") })],
  [3, concert({ sold: [0.76, 1], selling: musician("guitarist-refused-visa") })],
  [3, concert({ sold: [0.85, 1], selling: largerVenue })],
  [3, concert({ sold: [0.8, 1], aside: postponed })],
  [3, concert({ sold: [0.8, 1], selling: cancelled("band-broken-up") })],
  [4, concert({ sold: [0.8, 1], aside: lights })],
  [3, concert({ sold: [0.76, 1], selling: instruments })],
  [2, concert({ sold: [0.8, 1], selling: withdrawn })],
  [2, concert({ sold: [0.8, 1], selling: talkedAbout })],
]

export interface ConcertPlan {
  /** The least and the largest share of the seats that are sold. */
  readonly sold: readonly [number, number]
  /** What comes between, while tickets are sold, or when they are. */
  readonly selling?: Course
  readonly aside?: Course
  /** How many days until the show. */
  readonly days?: readonly [number, number]
  /** In place of what chance would say. */
  readonly details?: JsonObject
}

/** From booking the stadium to the show, whatever the tickets sold make of it. */
export function concert({ sold, selling, aside, days = [4, 15], details }: ConcertPlan): Course {
  return async function* (scene) {
    const { chance } = scene
    const promoter = chance.pick(promoters)
    const seller = chance.pick(boxOffice)
    const drawn = { ...show(chance), ...details }
    const doors = evening(chance, scene.now, chance.between(...days))
    await scene.start("organise-concert", drawn, promoter)
    if (scene.isLate && chance.next() < 0.8) yield* taking(scene, "bookStadium", promoter)
    yield scene.hours(1, 11)
    await scene.complete("bookStadium", { showDate: dateText(doors) }, promoter)
    if (chance.next() < 0.85) yield* taking(scene, "sellTickets", seller)
    if (selling) {
      yield scene.until(scene.now + (doors - scene.now) * chance.between(0.1, 0.6))
      yield* selling(scene)
      if (!(await scene.has("sellTickets"))) return
    }
    yield scene.until(doors - chance.whole(20, 60) * hour)
    await scene.complete("sellTickets", { ticketsSold: Math.round(drawn.seating * chance.between(...sold)) }, seller)
    yield* otherVenue(scene)
    if (aside && (await scene.has("doShow"))) {
      yield scene.hours(1, 3)
      yield* aside(scene)
    }
    yield* played(scene)
  }
}

const hour = 60 * 60_000

/** Somebody takes it, and begins it some time later, or not. */
async function* taking(scene: Scene, task: string, by: string): AsyncGenerator<Pause> {
  yield scene.hours(0.3, 3)
  await scene.take(task, by)
  if (scene.chance.next() < 0.5) {
    yield scene.hours(0.2, 3)
    await scene.begin(task, by)
  }
}

/** The show on its day, unless it is off. */
export async function* played(scene: Scene): AsyncGenerator<Pause> {
  if (!(await scene.has("doShow"))) return
  const by = scene.chance.pick(crew)
  if (scene.isLate && scene.chance.next() < 0.7) {
    yield scene.hours(0.5, 3)
    await scene.take("doShow", by)
  }
  const { showDate } = (await scene.engine.case(scene.case))?.data ?? {}
  yield scene.until(Math.max(new Date(`${showDate}T20:00`).getTime(), scene.now + hour))
  if ((await scene.item("doShow")).status !== "started") await scene.begin("doShow", by)
  yield scene.until(scene.now + 3 * hour)
  await scene.complete("doShow", {}, by)
}

/** What follows from too few tickets. */
async function* otherVenue(scene: Scene): AsyncGenerator<Pause> {
  const { chance } = scene
  const by = chance.pick(promoters)
  if (await scene.has("bookMidVenue")) {
    yield scene.hours(2, 14)
    await scene.complete("bookMidVenue", midVenue(chance), by)
    yield* inTurn(scene, ["swapTickets", "tellBuyers"], [1, 7])
  } else if (await scene.has("bookSmallVenue")) {
    yield scene.hours(2, 14)
    const venue = smallVenue(chance)
    await scene.complete("bookSmallVenue", venue, by)
    yield scene.hours(1, 8)
    await scene.complete("refundTickets", { ticketsSold: Number(venue.seating) }, chance.pick(boxOffice))
    yield* inTurn(scene, ["tellBuyers"], [1, 6])
  } else if (await scene.has("refundAll")) yield* inTurn(scene, ["refundAll", "cancelVenue", "tellPress"], [2, 8])
}

/** Tasks one after the other, by those at the box office. */
export function inTurn(
  scene: Scene,
  tasks: readonly string[],
  hours: readonly [number, number],
): AsyncGenerator<Pause> {
  return doneInTurn(scene, tasks, { by: scene.chance.pick(boxOffice), hours })
}

export async function* refreshments(scene: Scene): AsyncGenerator<Pause> {
  await scene.raise("band-requests-backstage-refreshments", scene.chance.pick(crew))
  if (await scene.has("buySandwiches")) yield* inTurn(scene, ["buySandwiches"], [0.5, 2])
  else yield* inTurn(scene, ["hireCook", "serve"], [0.5, 2])
}

function musician(trigger: string): Course {
  return async function* (scene) {
    await scene.raise(trigger, scene.chance.pick(promoters))
    yield* inTurn(scene, ["audition", "signContract"], [3, 14])
  }
}

async function* largerVenue(scene: Scene): AsyncGenerator<Pause> {
  await scene.raise("ticket-sales-better-than-expected", scene.chance.pick(boxOffice))
  yield scene.hours(2, 10)
  await scene.complete("bookLargeVenue", { venueName: "The Meadow", seating: 90_000 }, scene.chance.pick(promoters))
  yield* inTurn(scene, ["tellBuyers"], [1, 5])
}

async function* postponed(scene: Scene): AsyncGenerator<Pause> {
  await scene.raise("singer-tired-and-emotional", scene.chance.pick(promoters))
  yield* anotherDay(scene)
}

/** The worklet that postpones a show. */
export async function* anotherDay(scene: Scene): AsyncGenerator<Pause> {
  yield scene.hours(2, 9)
  const showDate = dateText(evening(scene.chance, scene.now, scene.chance.whole(3, 8)))
  await scene.complete("findDate", { showDate }, scene.chance.pick(promoters))
  yield* inTurn(scene, ["tellBuyers"], [1, 5])
}

export function cancelled(trigger: string): Course {
  return async function* (scene) {
    await scene.raise(trigger, scene.chance.pick(promoters))
    yield* inTurn(scene, ["refundAll", "cancelVenue", "tellPress"], [2, 9])
  }
}

async function* lights(scene: Scene): AsyncGenerator<Pause> {
  const by = scene.chance.pick(crew)
  await scene.raise("lights-broken", by, { at: "doShow", with: { lamps: scene.chance.whole(2, 40) } })
  yield scene.hours(1, 5)
  await scene.complete("replaceLamps", {}, by)
}

export async function* instruments(scene: Scene): AsyncGenerator<Pause> {
  const { chance } = scene
  await scene.raise("instruments-stolen", chance.pick(crew))
  const claim = `c-${chance.whole(10_000, 99_999)}`
  const stolen = ["two guitars", "the drums", "a Hammond organ", "the horns"].slice(0, chance.whole(2, 4))
  yield scene.hours(1, 4)
  await scene.complete("reportTheft", { claim, stolen }, chance.pick(crew))
  yield* inTurn(scene, ["borrowInstrument"], [2, 6])
  yield scene.hours(8, 20)
  for (const _ of stolen.slice(1)) await scene.complete("borrowInstrument", {}, chance.pick(crew))
  yield scene.hours(8, 25)
  await scene.decided(claim, chance.whole(3, 30) * 1000)
}

async function* withdrawn(scene: Scene): AsyncGenerator<Pause> {
  yield scene.hours(1, 4)
  await scene.remove(scene.chance.pick(promoters), "the band has signed with somebody else")
}

async function* talkedAbout(scene: Scene): AsyncGenerator<Pause> {
  const by = scene.chance.pick(promoters)
  await scene.suspend(by, "the neighbours want to talk about the noise first")
  yield scene.hours(4, 30)
  await scene.continue(by)
}

/** Nobody has foreseen it; again and again the same is done about it, and nobody teaches it. */
export async function* storm(scene: Scene): AsyncGenerator<Pause> {
  await scene.report("Storm warning", scene.chance.pick(storms), scene.chance.pick(crew))
  yield scene.hours(1, 6)
  await scene.answer({ do: "run", exlet: "postpone" }, scene.chance.pick(["olga", "rita"]), "nobody plays in a storm")
  yield* anotherDay(scene)
}

/** The first time it is unforeseen, and taught; from then on it is known. */
export function roof(isFirst: boolean): Course {
  return async function* (scene) {
    if (isFirst) {
      await scene.report("Stadium roof damaged", "A crane has torn a hole into it", "hugo")
      yield scene.hours(1, 3)
      await scene.answer({ do: "teach", then: "move-to-large-venue" }, "olga", "what has no roof holds no show")
    } else await scene.raise("Stadium roof damaged", scene.chance.pick(crew))
    yield scene.hours(2, 9)
    await scene.complete("bookLargeVenue", { venueName: "The Meadow", seating: 90_000 }, scene.chance.pick(promoters))
    yield* inTurn(scene, ["tellBuyers"], [1, 5])
  }
}

/** Sandwiches for somebody who costs 160: the rule is refined from this case, which gets its dinner. */
export async function* dinnerLearnt(scene: Scene): AsyncGenerator<Pause> {
  await scene.raise("band-requests-backstage-refreshments", "ivy")
  yield scene.hours(0.3, 1)
  await scene.learn(
    {
      ...{ on: "band-requests-backstage-refreshments", at: "organise-concert" },
      ...{ if: "ticketCost >= 95", then: "bring-dinner", title: "Who is expensive dines" },
    },
    "olga",
    "we do not give sandwiches to people whose tickets cost that much",
  )
  yield* inTurn(scene, ["hireCook", "serve"], [0.5, 2])
}
