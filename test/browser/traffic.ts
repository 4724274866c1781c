import type { Page, Request } from "playwright-core"
import { listsAfter } from "../../src/web/server/freshness.ts"

interface Traffic {
  /** What has been asked and not answered. */
  readonly under: Set<Request>
  /** When something was last asked or answered. */
  last: number
}

const traffic = new WeakMap<Page, Traffic>()

/** Begins to watch what a page asks the API; before it goes anywhere, so that nothing is missed. */
export function watchTraffic(page: Page): void {
  const watched: Traffic = { under: new Set(), last: Date.now() }
  traffic.set(page, watched)
  page.on("request", (request) => {
    if (!isQuery(request)) return
    watched.under.add(request)
    watched.last = Date.now()
  })
  const end = (request: Request) => {
    if (watched.under.delete(request)) watched.last = Date.now()
  }
  page.on("requestfinished", end).on("requestfailed", end)
}

/** The paths of all that the page asks from now on, without its stream of events. */
export function queriesOf(page: Page): readonly string[] {
  const asked: string[] = []
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === "GET" && isQuery(request)) asked.push(pathname.slice("/api/v1".length) + search)
  })
  return asked
}

/** Until nothing is on its way, and nothing more has been asked for as long as a list may be waiting to be asked again. */
export async function atRest(page: Page): Promise<void> {
  const watched = traffic.get(page)
  if (watched === undefined) throw new Error("nobody watches this page")
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (watched.under.size > 0 || Date.now() - watched.last < listsAfter + 500) return
      clearInterval(timer)
      resolve()
    }, 50)
  })
}

function isQuery(request: Request): boolean {
  const { pathname } = new URL(request.url())
  return pathname.startsWith("/api/v1/") && !pathname.endsWith("/events")
}
