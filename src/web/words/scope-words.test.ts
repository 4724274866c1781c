import { expect, test } from "vitest"
import { scopeWords } from "./scope-words.ts"

test("[SHOP2] where rules stand is said in words", () => {
  const titles = {
    process: () => "Organise a concert",
    step: (task: string) => (task === "doShow" ? "Do the show" : undefined),
  }
  const scopes = ["concert/doShow", "concert/sellTickets", "concert", "role:box-office", "class:Customer"]
  expect([...scopes, "object:concert/seating", "everywhere"].map((at) => scopeWords(at, titles))).toEqual([
    "Do the show",
    "Sell tickets",
    "Organise a concert",
    "the role Box office",
    "data of the class Customer",
    "Seating of Organise a concert",
    "everywhere",
  ])
})
