import { operations } from "../api/operations.ts"
import { basePath, type OperationName, targetOf } from "../api/routes.ts"
import { examples } from "./examples.ts"

type Fields = Readonly<Record<string, unknown>>

/** What an operation could be asked, by where it is sent. */
export function exampleOf(name: OperationName): { readonly parameters: Fields; readonly rest: Fields } {
  const all = Object.entries((examples[name] ?? {}) as Fields)
  const { parameters } = targetOf(name)
  return {
    parameters: Object.fromEntries(all.filter(([field]) => parameters.includes(field))),
    rest: Object.fromEntries(all.filter(([field]) => !parameters.includes(field))),
  }
}

/** The same as one would type it, with the server in `$EXLET` and a key in `$KEY`. */
export function curl(name: OperationName): string {
  const { method, path } = targetOf(name)
  const { parameters, rest } = exampleOf(name)
  const filled = path.replace(/:(\w+)/g, (_, field: string) => encodeURIComponent(String(parameters[field])))
  const written = Object.entries(rest).map(([field, value]): [string, string] => [field, String(value)])
  const query = method === "GET" && written.length > 0 ? `?${new URLSearchParams(written)}` : ""
  const lines = [
    `curl ${flags(name)}"$EXLET${basePath}${filled}${query}"`,
    '-H "Authorization: Bearer $KEY"',
    ...(method === "POST" ? [`-H "Content-Type: application/json"`, `-d ${quoted(JSON.stringify(rest))}`] : []),
  ]
  return lines.join(" \\\n  ")
}

/** Events come as they happen; a file is kept as one. */
function flags(name: OperationName): string {
  const { as } = operations[name] as { readonly as?: "events" | "file" }
  return as === "events" ? "-N " : as === "file" ? "-o exlet-backup.db " : ""
}

/** One word for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
