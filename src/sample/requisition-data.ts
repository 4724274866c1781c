import type { Chance } from "./chance.ts"

const products = [
  ["a cordless drill", 180],
  ["a work bench", 900],
  ["a drill press", 1900],
  ["a label printer", 240],
  ["two shelves for the store", 410],
  ["a torque wrench", 130],
  ["a compressor", 1250],
  ["safety shoes, size 44", 95],
  ["a pallet truck", 620],
  ["a band saw", 2300],
  ["an oscilloscope", 3400],
  ["a welding set", 1480],
  ["a soldering station", 360],
  ["a lathe", 4600],
  ["ten office chairs", 2750],
  ["a forklift battery", 3900],
  ["a first-aid cabinet", 145],
  ["a vacuum pump", 2120],
  ["a whiteboard", 210],
  ["a water dispenser", 330],
] as const

const suppliers = [
  "Bolt & Co",
  "Hammerstein Tools",
  "Nordwerk",
  "Officina Rossi",
  "Kaiser & Daughters",
  "Pronto Supply",
  "Grimm Brothers",
] as const

export const refusingSupplier = "Grimm Brothers"

export const requesters = ["ann", "ben"] as const

export interface Wanted {
  readonly product: string
  readonly amount: number
}

/** What is to be bought, for about its price. */
export function wanted(chance: Chance, least = 0): Wanted {
  const fitting = products.filter(([, price]) => price >= least)
  const [product, price] = fitting[chance.whole(0, fitting.length - 1)] ?? products[0]
  return { product, amount: Math.round(price * chance.between(least > 0 ? 1 : 0.9, 1.08)) }
}

export const seller = (chance: Chance): string => chance.pick(suppliers)
