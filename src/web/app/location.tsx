import { type AnchorHTMLAttributes, type MouseEvent, type ReactNode, useMemo, useSyncExternalStore } from "react"

/** Where the window is: what stands in the address bar. Everything one can look at has an address, so it can be sent to somebody. */

const listeners = new Set<() => void>()

export function useLocation(): { readonly path: string; readonly query: URLSearchParams } {
  const address = useSyncExternalStore(subscribe, () => `${location.pathname}${location.search}`)
  return useMemo(() => {
    const [path = "/", search = ""] = address.split("?", 2)
    return { path, query: new URLSearchParams(search) }
  }, [address])
}

export function navigate(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (to === `${location.pathname}${location.search}`) return
  if (replace) history.replaceState(null, "", to)
  else {
    history.pushState(null, "", to)
    scrollTo(0, 0)
  }
  for (const listener of listeners) listener()
}

/** Changes some of the query; `undefined` or an empty text takes one away. Filters replace, so that Back leaves the page. */
export function changeQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "") query.delete(name)
    else query.set(name, value)
  }
  const text = query.toString()
  navigate(`${location.pathname}${text && `?${text}`}`, { replace: true })
}

/** `/cases/:case` filled in, with a query where one is given. */
export function addressOf(
  pattern: string,
  parameters: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ""))
  const given = Object.entries(query).filter((pair): pair is [string, string] => !!pair[1])
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/** The parameters of a path that fits a pattern. */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const wanted = pattern.split("/")
  const given = path.replace(/(.)\/+$/, "$1").split("/")
  if (wanted.length !== given.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? ""
    if (part.startsWith(":")) {
      try {
        parameters[part.slice(1)] = decodeURIComponent(text)
      } catch {
        return undefined
      }
    } else if (part !== text) return undefined
  }
  return parameters
}

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to: string
  readonly children: ReactNode
}

export function Link({ to, children, onClick, ...rest }: LinkProps) {
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !isPlain || rest.target) return
    event.preventDefault()
    navigate(to)
  }
  return (
    <a {...rest} href={to} onClick={go}>
      {children}
    </a>
  )
}

addEventListener("popstate", () => {
  for (const listener of listeners) listener()
})

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
