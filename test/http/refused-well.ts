import { expect } from "vitest"
import { doorStatus } from "../../src/api/problems.ts"
import { rejectionStatus } from "../../src/main.ts"
import type { Got } from "./world.ts"

const statuses: Readonly<Record<string, number>> = { ...doorStatus, ...rejectionStatus }

/** A refusal says what is wrong and what to do, in the form of RFC 9457, with a code that is known and its status. */
export function expectRefusal(got: Got, about: string): void {
  expect(whatIsWrongWith(got), `${about} was answered ${got.status} ${got.text.slice(0, 300)}`).toEqual([])
}

/** Nothing, or everything that is not as a refusal should be. */
export function whatIsWrongWith(got: Got): readonly string[] {
  const problem = (got.json ?? {}) as Readonly<Record<string, unknown>>
  const wrong = (isSo: boolean, what: string) => (isSo ? [what] : [])
  return [
    ...wrong(got.status < 400 || got.status >= 500, `status ${got.status}`),
    ...wrong(!String(got.headers["content-type"]).startsWith("application/problem+json"), "not a problem"),
    ...wrong(problem.status !== got.status, "another status inside"),
    ...wrong(statuses[String(problem.code)] !== got.status, `code ${problem.code}`),
    ...["type", "title", "detail", "remedy"].flatMap((name) =>
      wrong(typeof problem[name] !== "string" || problem[name] === "", `no ${name}`),
    ),
    ...wrong(/node_modules|\.ts:\d+|\bat \w+ \(/.test(got.text), "tells of its insides"),
  ]
}
