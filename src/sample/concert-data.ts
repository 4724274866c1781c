import type { JsonObject } from "../messages/json.ts"
import type { Chance } from "./chance.ts"

export const promoters = ["olga", "rita", "ann"] as const
export const boxOffice = ["nils", "gina"] as const
export const crew = ["hugo", "ivy"] as const

type Several<Value> = readonly [Value, ...Value[]]

const bands = [
  "The Postmen",
  "Velvet Harbour",
  "Nine Lanterns",
  "Rosa and the Thorns",
  "Static Orchard",
  "The Late Trams",
  "Copper Fox",
  "Marigold Riot",
  "Paper Elephants",
  "The Quiet Giants",
  "Nordlicht",
  "Salt & Sirens",
  "Tin Cathedral",
  "Los Relojes",
  "Blue Ladder",
  "Hotel Mirage",
  "The Second Cousins",
  "Glass Menagerie",
  "Winter Ferry",
  "Kid Comet",
  "Les Pamplemousses",
  "Avenue of Owls",
] as const

const stadiums: Several<readonly [string, number, number]> = [
  ["Olympic Stadium, Munich", 69_000, 610_000],
  ["Volksparkstadion, Hamburg", 57_000, 480_000],
  ["Ernst Happel Stadium, Vienna", 50_000, 430_000],
  ["St. Jakob Park, Basel", 38_000, 350_000],
  ["Letzigrund, Zurich", 26_000, 280_000],
  ["Strahov, Prague", 60_000, 390_000],
  ["Parken, Copenhagen", 38_000, 370_000],
  ["Råsunda, Stockholm", 36_000, 340_000],
  ["Estádio do Bessa, Porto", 28_000, 240_000],
  ["Olympic Stadium", 20_000, 250_000],
  ["Stade de la Meinau, Strasbourg", 26_000, 230_000],
  ["Riverside Ground, Leeds", 22_000, 210_000],
]

const midVenues: Several<readonly [string, number]> = [
  ["Sports Hall", 15_000],
  ["Velodrome", 18_000],
  ["Trade Fair Hall 4", 16_500],
  ["Ice Palace", 14_000],
]

const smallVenues: Several<readonly [string, number]> = [
  ["Town Hall", 9000],
  ["Old Brewery", 6500],
  ["Tram Depot", 8000],
  ["Theatre on the Quay", 5500],
]

export const storms = [
  "The weather service expects a storm on that evening",
  "Gusts of 110 km/h are forecast for the night of the show",
  "The town closes all open-air places because of the storm",
] as const

/** Who plays where, and for how much. */
export function show(chance: Chance): JsonObject & { readonly seating: number } {
  const [venueName, seating, venueCost] = chance.pick(stadiums)
  return {
    ...{ band: chance.pick(bands), venueName, seating, venueCost },
    ticketCost: chance.pick([45, 55, 60, 65, 70, 80, 80, 95, 120, 160]),
  }
}

export function midVenue(chance: Chance): JsonObject {
  const [venueName, seating] = chance.pick(midVenues)
  return { venueName, seating, venueCost: seating * chance.whole(7, 11) }
}

export function smallVenue(chance: Chance): JsonObject {
  const [venueName, seating] = chance.pick(smallVenues)
  return { venueName, seating, venueCost: seating * chance.whole(6, 9) }
}

const day = 24 * 60 * 60_000

/** An evening in some days, at a weekend more often than not. */
export function evening(chance: Chance, from: number, days: number): number {
  const date = new Date(from + days * day)
  date.setHours(chance.whole(19, 22), chance.whole(0, 59), 0, 0)
  if (chance.next() < 0.6) date.setDate(date.getDate() + ((12 - date.getDay()) % 7))
  return date.getTime()
}

/** As processes write it. */
export function dateText(moment: number): string {
  const date = new Date(moment)
  const two = (number: number) => String(number).padStart(2, "0")
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
