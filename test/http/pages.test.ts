import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { operations } from "../../src/api/operations.ts"
import { doorStatus } from "../../src/api/problems.ts"
import { html } from "../../src/http/html.ts"
import { rejectionStatus } from "../../src/main.ts"
import { openPlace } from "./place.ts"

const idsIn = (page: string) => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)

test("[HTTP17] the reference page has every operation and every shape it speaks of", async () => {
  const { app } = await openPlace()
  const { statusCode, headers, body } = await app.inject("/api/docs")
  expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"])
  const ids = idsIn(body)
  expect(Object.keys(operations).filter((name) => !ids.includes(name))).toEqual([])
  const links = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(links.filter((id) => !ids.includes(id))).toEqual([])
})

test("[HTTP17] the reference begins with its title, and tells each verb's refusals once for all", async () => {
  const { app } = await openPlace()
  const { body } = await app.inject("/api/docs")
  const main = body.slice(body.indexOf("<main>"))
  expect(main.indexOf("<h1>")).toBeLessThan(main.indexOf("<a "))
  const codes = [...body.matchAll(/href="\/docs\/errors#([A-Z_]+)"/g)].map(([, code]) => code)
  expect(codes.toSorted()).toEqual(Object.keys({ ...doorStatus, ...rejectionStatus }).toSorted())
})

test("[HTTP17] pages need no script, and their policy allows nothing but their own style", async () => {
  const { app } = await openPlace()
  for (const url of ["/api/docs", "/docs/errors"]) {
    const { headers, body } = await app.inject(url)
    const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(body) ?? []
    const hash = createHash("sha256").update(style).digest("base64")
    expect(headers["content-security-policy"]).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(body).not.toMatch(/<script|style="|onclick/)
  }
})

test("[HTTP17] every code can be looked up where problems point to", async () => {
  const { app } = await openPlace()
  const ids = idsIn((await app.inject("/docs/errors")).body)
  expect(ids.toSorted()).toEqual(Object.keys({ ...doorStatus, ...rejectionStatus }).toSorted())
})

test("[HTTP17] what stands in a page is text, whatever it says", () => {
  const evil = `<script>alert("1")</script>`
  expect(html`<p title="${evil}">${evil}</p>`.text).not.toContain("<script>")
})
