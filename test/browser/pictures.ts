/**
 * Takes the pictures of the README and the guide, from a window with the sampled days in it: `npm run pictures`, or
 * `npm run pictures -- FOLDER --all` for every page, 1280 and 1920 wide, light and dark, full and empty.
 */
import { mkdirSync } from "node:fs"
import { resolve } from "node:path"
import type { Engine } from "../../src/runtime/engine.ts"
import { openSampledWindow } from "./sampled.ts"
import { openWindow, type Window } from "./window.ts"

const [first, ...flags] = process.argv.slice(2)
const folder = resolve(first && !first.startsWith("--") ? first : resolve(import.meta.dirname, "../../docs/pictures"))
const isAll = [first, ...flags].includes("--all")
mkdirSync(folder, { recursive: true })

const window = await openSampledWindow()
const places = await placesIn(window.engine)
if (isAll) {
  const empty = await openWindow()
  for (const width of [1280, 1920])
    for (const isDark of [false, true]) {
      const looks = `${width}-${isDark ? "dark" : "light"}`
      await take(window, places, { width, isDark, name: (place) => `${place}-${looks}` })
      await take(empty, places, { width, isDark, name: (place) => `${place}-empty-${looks}` })
    }
  await empty.close()
} else {
  await take(window, places, { width: 1280, isDark: false, name: (place) => place })
}
await window.close()

type Places = Readonly<Record<string, string>>

/** What is worth a picture: each page about something that has gone wrong. */
async function placesIn(engine: Engine): Promise<Places> {
  const running = await engine.cases({ process: "organise-concert", state: "running", limit: 1000 })
  const views = await Promise.all(running.map(({ id }) => engine.case(id)))
  const handled = views.find((view) => view?.runs.some(({ worklets }) => worklets.length > 0)) ?? views[0]
  const questions = await engine.interventions({})
  const question = questions.find((each) => each.class === "WrongGoods") ?? questions[0]
  const item = (await engine.worklist("ann", {})).find(({ held }) => !held)
  const tree = "itemPre organise-concert/doShow"
  const [decision] = (await engine.decisions({ tree })).toReversed()
  if (!handled || !question || !item || !decision) throw new Error("the sampled days are not what they should be")
  const lesson = new URLSearchParams({
    ...{ on: "itemPre", at: "organise-concert/doShow" },
    ...{ family: decision.family, version: String(decision.version) },
  })
  return {
    overview: "/",
    work: `/work/${item.id}`,
    cases: "/cases?process=requisition",
    case: `/cases/${handled.id}`,
    raise: `/cases/${handled.id}/raise`,
    intervention: `/interventions/${question.id}`,
    rules: "/rules?process=organise-concert",
    tree: `/rules/${encodeURIComponent(tree)}`,
    "new-rule": `/rules/new?${lesson}`,
    exlets: "/exlets/move-to-mid-venue",
    processes: "/processes",
    process: "/processes/requisition",
    organisation: "/organisation",
  }
}

interface Looks {
  readonly width: number
  readonly isDark: boolean
  readonly name: (place: string) => string
}

async function take({ open, url }: Window, addresses: Places, { width, isDark, name }: Looks): Promise<void> {
  const page = await open("/", { width, height: Math.round(width * 0.62), isDark })
  for (const [place, address] of Object.entries(addresses)) {
    await page.goto(`${url}${address}`)
    await page.locator("h1, .problem, .empty").first().waitFor()
    await page.locator(".skeleton").first().waitFor({ state: "detached" })
    await page.waitForLoadState("load")
    // Nets are framed once they know how much room they have.
    await page.waitForTimeout(1500)
    await page.screenshot({ path: resolve(folder, `${name(place)}.png`) })
    console.log(`${name(place)}.png`)
  }
  await page.close()
}
