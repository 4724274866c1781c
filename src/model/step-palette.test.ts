import { expect, test } from "vitest"
import { readBundleValues } from "./bundle.ts"
import { stepPalette } from "./step-palette.ts"

test("[REP16] every step is in the palette with a line, what it takes, and an example that the reader reads", () => {
  for (const { word, example, title, about, parameters } of stepPalette()) {
    const { repertoire, findings } = readBundleValues([{ exlets: { tried: [example] } }])
    expect([word, findings, repertoire.exlets[0]?.steps.map((step) => step.do)]).toEqual([word, [], [word]])
    expect([parameters[0]?.name, title === "", about === ""]).toEqual([word, false, false])
  }
})

test("[REP16] what is told to be required is, and what is not told is not taken", () => {
  for (const { word, example, parameters } of stepPalette()) {
    if (typeof example !== "object" || example === null || Array.isArray(example)) continue
    const codes = (step: object) =>
      readBundleValues([{ exlets: { tried: [step as never] } }]).findings.map(({ code }) => code)
    for (const { name, required } of parameters.slice(1)) {
      const { [name]: given, ...without } = example as Readonly<Record<string, unknown>>
      // Whether an amendment needs `needs` depends on whom it is for.
      if (given !== undefined && word !== "amend")
        expect([word, name, codes(without).length > 0]).toEqual([word, name, required])
    }
    expect([word, codes({ ...example, strange: 1 })]).toEqual([word, ["UNKNOWN_KEY"]])
  }
})
