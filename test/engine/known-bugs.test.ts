import { test } from "vitest"
import { given } from "../language/case-story.ts"
import { complete } from "../language/commands.ts"

/** Each of these contradicts concepts.md or language.md. A test that passes moves to the file of its rule. */

test("[CANCEL5] what a task gives to a place it cancels stays there", () => {
  given(`
    net:
      start: { to: [S] }
      S: { to: [X, P] }
      P: { to: [c] }
      c: { condition: true, to: [Y, W] }
      X: { cancels: [Y], to: [c] }
      Y: { to: [end] }
      W: { to: [end] }
  `)
    .after(complete("S"), complete("P"), complete("X"))
    .thenLive({ Y: "enabled", W: "enabled" })
})
