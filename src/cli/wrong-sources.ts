import { type HttpSourceOptions, slotsIn } from "../outside/http-source.ts"

/** What is wrong with an outside source in the settings; undefined: nothing. Values are not repeated, as they may be secret. */
export function wrongSource(value: unknown): string | undefined {
  const { name, url, method, headers, sends, timeout, size, ...others } = value as Record<string, unknown>
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return `has no "${unknown}": it takes name, url, method, headers, sends, timeout and size`
  if (typeof name !== "string" || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    return "needs a name of letters, digits and _, as conditions write it in external.<name>"
  const wrong = wrongUrl(url)
  if (wrong !== undefined) return wrong
  if (method !== undefined && method !== "GET" && method !== "POST") return "has a method that is neither GET nor POST"
  if (headers !== undefined && !isHeaders(headers)) return "has headers that are no map of names to texts"
  if (sends !== undefined && !isTexts(sends)) return "has sends that is no list of variables"
  if (isTexts(sends) && method !== "POST") return "has sends without method: POST"
  if (timeout !== undefined && !isWithin(timeout, 60_000)) return "has a timeout that is not within 1 and 60,000 ms"
  if (size !== undefined && !isWithin(size, 1_048_576)) return "has a size that is not within 1 and 1,048,576 bytes"
  return undefined
}

/** Two with one name would hide each other. */
export function wrongSources(sources: readonly HttpSourceOptions[]): string | undefined {
  const isTwice = new Set(sources.map(({ name }) => name)).size < sources.length
  return isTwice ? "sources has two with the same name: give each a name of its own" : undefined
}

function wrongUrl(url: unknown): string | undefined {
  const wanted = "needs a url, as in https://rates.example/{data.currency}, without a user"
  if (typeof url !== "string") return wanted
  const parsed = URL.parse(url.replaceAll(/\{[^{}]*\}/g, "x"))
  if (parsed === null || (parsed.protocol !== "https:" && parsed.protocol !== "http:") || parsed.username !== "")
    return wanted
  const afterHost = url.replace(/^https?:\/\/[^/?#]*/i, "")
  if (slotsIn(url).length !== slotsIn(afterHost).length) return "has a url whose host is made of data"
  if (parsed.hash !== "") return "has a url with a #, which is never sent"
  const wrong = slotsIn(url).find((slot) => slot !== "case" && slot !== "item" && !/^data\.[A-Za-z_]\w*$/.test(slot))
  return wrong === undefined ? undefined : "has a url with something in {} that is not case, item or data.<variable>"
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string")

function isHeaders(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false
  return Object.entries(value).every(
    ([name, text]) => /^[A-Za-z0-9-]+$/.test(name) && typeof text === "string" && !/[\r\n]/.test(text),
  )
}

const isWithin = (value: unknown, most: number): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= most
