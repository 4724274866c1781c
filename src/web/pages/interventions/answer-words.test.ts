import { expect, test } from "vitest"
import { answerLine } from "./answer-words.ts"

test("[PERSON40] what was answered to a closed question is told in a line", () => {
  expect(answerLine({ do: "run", exlet: "order-again" })).toBe("Run an exlet: order-again")
  expect(answerLine({ do: "reassign", to: "bob" })).toBe("Reassign: bob")
  expect(answerLine({ answer: "yes" })).toBe("Confirm: yes")
  expect(answerLine({ do: "set", data: { seats: 4 } })).toBe("Change data")
})
