import { gunzipSync } from "node:zlib"
import type { FastifyInstance } from "fastify"
import { beforeAll, expect, test } from "vitest"
import { openServer } from "../../src/server.ts"
import { buildWindow } from "./built-window.ts"

beforeAll(() => buildWindow(), 120_000)

const html = { accept: "text/html,application/xhtml+xml" }
const packed = { "accept-encoding": "gzip" }

async function served() {
  const { app } = await openServer({ mode: "development" })
  return app
}

test("[WEB1] every page's address leads to the window, and only for browsers", async () => {
  const app = await served()
  const answers = await Promise.all(
    ["/", "/cases", "/cases/a.c3?tab=data"].map((url) => app.inject({ url, headers: html })),
  )
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers["content-type"]])).toEqual(
    answers.map(() => [200, "text/html; charset=utf-8"]),
  )
  const [program, api, asset] = await Promise.all([
    app.inject({ url: "/cases" }),
    app.inject({ url: "/api/v1/nothing", headers: html }),
    app.inject({ url: "/assets/nothing.js", headers: html }),
  ])
  expect([program, api, asset].map((answer) => [answer?.statusCode, answer?.json().code])).toEqual([
    [404, "ROUTE_NOT_FOUND"],
    [404, "ROUTE_NOT_FOUND"],
    [404, "ROUTE_NOT_FOUND"],
  ])
})

test("[WEB1] no address leads out of the window's own folder", async () => {
  const app = await served()
  const answers = await Promise.all(
    ["/assets/..%2f..%2fpackage.json", "/assets/../../package.json", "/assets/%2e%2e/index.html"].map((url) =>
      app.inject({ url }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
})

test("[WEB2] the page's policy allows files of the server alone, and the page keeps to it", async () => {
  const app = await served()
  const { body, headers } = await app.inject({ url: "/", headers: html })
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
  expect(body).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=/)
})

test("[WEB6] less than 300 kB of packed script come before the first page shows", async () => {
  const app = await served()
  const { body } = await app.inject({ url: "/", headers: html })
  const names = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? "")
  const first = gunzipSync((await app.inject({ url: names[0] ?? "", headers: packed })).rawPayload).toString()
  const overview = /assets\/overview-page-[\w-]+\.js/.exec(first)?.[0]
  const loaded = await withWhatTheyImport(app, [...names, `/${overview}`])
  const bytes = [...loaded.values()].reduce((sum, size) => sum + size, 0)
  expect(loaded.size).toBeGreaterThan(2)
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThan(300_000)
})

/** The packed sizes of scripts and of all that they import, as a browser loads them. */
async function withWhatTheyImport(
  app: FastifyInstance,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>()
  const waiting = [...names]
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (sizes.has(url)) continue
    const { rawPayload, statusCode } = await app.inject({ url, headers: packed })
    expect([url, statusCode]).toEqual([url, 200])
    sizes.set(url, rawPayload.length)
    const imported = gunzipSync(rawPayload)
      .toString()
      .matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)
    for (const [, name] of imported) waiting.push(`/assets/${name}`)
  }
  return sizes
}
