import { expect, test } from "vitest"
import type { Event } from "../../messages/events.ts"
import { learnNames, nothingKnown, wordsOf } from "./event-words.ts"

test("[WEB5] what happened is said in words, with the names of what it happened to", () => {
  const events = [
    { type: "ItemEnabled", item: "a.i1", case: "a", frame: "a", task: "sellTickets", kind: "work" },
    { type: "ItemStarted", item: "a.i1", agent: "ann", attempt: 1 },
    {
      type: "ExceptionRaised",
      exception: "a.x3",
      class: "TooFew",
      case: "a",
      at: "sellTickets",
      parameters: { message: "9 of 90" },
    },
  ] as unknown as readonly Event[]
  const known = learnNames(events, nothingKnown)
  expect(events.map((event) => wordsOf(event, known).text)).toEqual([
    "“Sell tickets” can begin",
    "ann started “Sell tickets”",
    "Too few at “Sell tickets”: 9 of 90",
  ])
})

test("[WEB5] people are called by their titles, and what the engine says of places by those of steps", () => {
  const events = [
    { type: "ItemAllocated", item: "a.i1", to: "ann" },
    { type: "HoldPlaced", hold: { target: { kind: "case", case: "a" }, reason: "TooFew at sellTickets" } },
    { type: "DecisionMade", on: "itemPre", at: "sellTickets", conclusion: { says: "wait" } },
    { type: "DecisionMade", on: "TooFew", at: "sellTickets", conclusion: { says: "wait" } },
    { type: "DecisionMade", on: "done(concert/sellTickets)", at: "concert", conclusion: { says: "wait" } },
    { type: "DecisionMade", on: "message(paid)", at: "concert", conclusion: { says: "wait" } },
  ] as unknown as readonly Event[]
  const known = {
    ...nothingKnown,
    tasks: new Map([["a.i1", "sellTickets"]]),
    titles: new Map([["sellTickets", "Sell them"]]),
    agent: (name: string) => (name === "ann" ? "Ann Archer" : name),
  }
  expect(events.map((event) => wordsOf(event, known).text)).toEqual([
    "“Sell them” is with Ann Archer",
    "The case is held: Too few at “Sell them”",
    "Before “Sell them”, the rules said “wait”",
    "On “Too few” at “Sell them”, the rules said “wait”",
    "When “Sell them” was done, the rules said “wait”",
    "On the message “paid”, the rules said “wait”",
  ])
})

test("[WEB5] what is lifted or solved is named too, if it was told what it is", () => {
  const events = [
    { type: "ExceptionRaised", exception: "a.x3", class: "TooFew", case: "a", at: "sellTickets", parameters: {} },
    { type: "HoldPlaced", hold: { id: "a.h4", target: { kind: "after", task: "sellTickets" }, reason: "mine" } },
    { type: "HoldLifted", hold: "a.h4" },
    { type: "HoldLifted", hold: "a.h1" },
    { type: "ExceptionResolved", exception: "a.x3", as: "dismissed" },
    { type: "ExceptionResolved", exception: "a.x2" },
  ] as unknown as readonly Event[]
  const known = learnNames(events, nothingKnown)
  expect(events.map((event) => wordsOf(event, known).text)).toEqual([
    "Too few at “Sell tickets”",
    "What follows “Sell tickets” is held: mine",
    "The hold on what follows “Sell tickets” was lifted",
    "A hold was lifted",
    "“Too few” was dismissed",
    "The exception was resolved",
  ])
})
