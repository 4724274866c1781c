import type { Output } from "../client.ts"
import type { Finding } from "../messages/findings.ts"
import { describeFinding } from "../model/describe-finding.ts"
import { localMoment } from "./local-moment.ts"
import type { Looks } from "./looks.ts"

type Handler = Output<"handlers">["rows"][number]

/** Each handler, and under it where it is bound, with what, since when and by whom. */
export function handlerLines({ rows }: Output<"handlers">, { paint }: Looks): readonly string[] {
  if (rows.length === 0) return ["No handlers."]
  return rows.flatMap(({ name, version, on, title, mandatory, bindings }) => [
    `${paint("bold", name)} v${version} on ${[on].flat().join(" or ")}${mandatory ? ", mandatory" : ""}${title === undefined ? "" : ` (${title})`}`,
    ...(bindings.length === 0 ? [paint("dim", "  bound nowhere")] : bindings.map(bindingLine)),
  ])
}

export function boundLines({ handler, bindings, findings }: Output<"bind">): readonly string[] {
  return [
    ...bindings.map(({ at, isNew }) => `${handler} is ${isNew ? "now" : "already"} bound at ${at}.`),
    ...findings.map((finding) => describeFinding(finding as Finding)),
  ]
}

function bindingLine({ at, with: values, since, by, reason }: Handler["bindings"][number]): string {
  const given = Object.entries(values).map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
  const why = reason === undefined ? "" : `: ${reason}`
  return `  at ${at}${given.length === 0 ? "" : ` with ${given.join(", ")}`}, since ${localMoment(since)} by ${by}${why}`
}
