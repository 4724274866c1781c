import { expect, test } from "vitest"
import { askedWords } from "./asked.ts"

test("[WEB5] what the engine asks is told by titles, what people ask as they wrote it", () => {
  const asked = [
    "PoliceReportMissing at insuranceClaim",
    "ItemAbort at insuranceClaim: no answer",
    "Who is at insuranceClaim?",
    "Shall we pay?",
  ]
  expect(asked.map((text) => askedWords(text, "insuranceClaim", "A claim"))).toEqual([
    "Police report missing at “A claim”",
    "Item abort at “A claim”: no answer",
    "Who is at insuranceClaim?",
    "Shall we pay?",
  ])
})
