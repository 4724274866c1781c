import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { resolve } from "node:path"
import type { Browser, Page } from "playwright-core"
import { bundleFiles } from "../../src/cli/bundle-folder.ts"
import { accepted } from "../../src/main.ts"
import type { Clock } from "../../src/runtime/clock.ts"
import type { Engine } from "../../src/runtime/engine.ts"
import { openServer } from "../../src/server.ts"
import { buildWindow } from "./built-window.ts"
import { launchChromium } from "./chromium.ts"
import { watchTraffic } from "./traffic.ts"

interface WindowWanted {
  /** Texts of bundles. */
  readonly bundles?: readonly string[]
  /** Names of examples. */
  readonly examples?: readonly string[]
  readonly clock?: Clock
}

interface PageWanted {
  /** Acts as this agent, and not as the administrator. */
  readonly as?: string
  readonly width?: number
  readonly height?: number
  readonly isDark?: boolean
  /** With a finger instead of a mouse. */
  readonly hasTouch?: boolean
}

/** A development server of its own, and a browser to look at it with. */
export interface Window {
  readonly url: string
  readonly engine: Engine
  /** In a browser that shares nothing with those opened before. */
  open(path: string, wanted?: PageWanted): Promise<Page>
  /** Closes all pages, so that none of them asks any more. */
  leave(): Promise<void>
  /** What pages wrote to their consoles as errors; what the server refuses is none. */
  readonly errors: readonly string[]
  close(): Promise<void>
}

export async function openWindow({ bundles = [], examples = [], clock }: WindowWanted = {}): Promise<Window> {
  buildWindow()
  const server = await openServer({ mode: "development", limits: { rate: 0 }, ...(clock && { clock }) })
  for (const name of examples) {
    const folder = resolve(import.meta.dirname, "../../examples", name)
    accepted(await server.engine.deploy(await bundleFiles(folder)))
  }
  for (const bundle of bundles) accepted(await server.engine.deploy(bundle))
  const served = await server.listen({ port: 0, grace: 100 })
  const browser = await launchChromium()
  const errors: string[] = []
  return {
    url: served.url,
    engine: server.engine,
    errors,
    open: async (path, wanted = {}) => {
      const page = await blankPage(browser, wanted)
      watchTraffic(page)
      page.on("pageerror", (error) => errors.push(error.message))
      page.on("console", (message) => {
        const isRefusal = message.text().startsWith("Failed to load resource")
        if (message.type() === "error" && !isRefusal) errors.push(message.text())
      })
      await page.goto(`${served.url}${path}`)
      return page
    },
    async leave() {
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    async close() {
      await browser.close()
      await served.stop()
    },
  }
}

async function blankPage(
  browser: Browser,
  { as, width = 1280, height = 800, isDark = false, hasTouch = false }: PageWanted,
) {
  const context = await browser.newContext({
    hasTouch,
    viewport: { width, height },
    colorScheme: isDark ? "dark" : "light",
    reducedMotion: "reduce",
  })
  context.setDefaultTimeout(15_000)
  if (as !== undefined) await context.addInitScript(`sessionStorage.setItem("exlet-as", ${JSON.stringify(as)})`)
  return context.newPage()
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** What keeps somebody from using the page as it stands: each rule of WCAG A and AA that is broken, and where; or only colours. */
export async function obstacles(page: Page, only: "all" | "colours" = "all"): Promise<readonly string[]> {
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(axe)
  const rules = only === "all" ? ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] : ["color-contrast"]
  const found = (await page.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(rules)}, resultTypes: ["violations"] })`,
  )) as { readonly violations: readonly Violation[] }
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`))
}

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly string[] }[]
}
