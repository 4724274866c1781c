import { expect, test } from "vitest"
import { isLoopbackHost, isOwnOrigin } from "./origins.ts"

test("[SIGN18] an origin is the server's own if it is of the same host and port, or said to be", () => {
  const own = (origin: string | undefined, host: string | undefined) =>
    isOwnOrigin({ origin, host }, ["https://exlet.example"])
  expect([
    own(undefined, "flow.example"),
    own("https://flow.example", "flow.example"),
    own("https://flow.example", "FLOW.example:443"),
    own("http://localhost:8080", "localhost:8080"),
    own("https://exlet.example", "10.0.0.7:8080"),
  ]).toEqual([true, true, true, true, true])
  expect([
    own("https://evil.example", "flow.example"),
    own("https://flow.example.evil.example", "flow.example"),
    own("http://localhost:3000", "localhost:8080"),
    own("null", "flow.example"),
    own("", "flow.example"),
    own("file://flow.example", "flow.example"),
    own("https://flow.example", undefined),
    own("https://evil.example", "flow.example@evil.example"),
  ]).toEqual([false, false, false, false, false, false, false, false])
})

test("[SIGN36] a GET names no origin: how the page is related to the server, or which page it is, tells it", () => {
  const own = (provenance: { origin?: string; site?: string; referer?: string }) =>
    isOwnOrigin({ host: "localhost:8080", ...provenance }, ["https://board.example"])
  expect([
    own({ site: "same-origin" }),
    own({ site: "none" }),
    own({ referer: "http://localhost:8080/cases?x=1" }),
    own({ referer: "https://board.example/" }),
    own({ site: "cross-site", origin: "https://board.example" }),
  ]).toEqual(Array(5).fill(true))
  expect([
    own({ site: "cross-site" }),
    own({ site: "same-site" }),
    own({ site: "" }),
    own({ site: "same-origin, cross-site" }),
    own({ site: "cross-site", referer: "http://localhost:8080/" }),
    own({ site: "same-origin", origin: "https://evil.example" }),
    own({ referer: "http://localhost:3000/" }),
    own({ referer: "https://evil.example/http://localhost:8080/" }),
    own({ referer: "about:blank" }),
    own({ referer: "" }),
  ]).toEqual(Array(10).fill(false))
})

test("[SIGN25] only names and addresses of the machine itself are loopback", () => {
  const own = ["localhost", "LOCALHOST:8080", "flow.localhost", "127.0.0.1:8080", "127.8.9.1", "[::1]:8080", "[::1]"]
  const foreign = [
    "evil.example",
    "localhost.evil.example",
    "notlocalhost",
    "127.0.0.1.evil.example",
    "0.0.0.0",
    "10.0.0.1",
  ]
  const odd = ["", "localhost@evil.example", "localhost/evil", "[::2]", "::1", undefined]
  expect(own.filter((host) => !isLoopbackHost(host))).toEqual([])
  expect([...foreign, ...odd].filter((host) => isLoopbackHost(host))).toEqual([])
})
