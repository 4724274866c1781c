import { type Client, connect } from "../../src/client.ts"
import type { Journal } from "./journal.ts"

/** All nodes show the same, and what was answered under a key once is answered so by each of them. */
export async function checkAlike(urls: readonly string[], journal: Journal): Promise<readonly string[]> {
  const found: string[] = []
  const compare = async (what: string, ask: (client: Client) => Promise<unknown>, as?: string) => {
    const views = await Promise.all(
      urls.map(async (url) => JSON.stringify(await ask(connect({ url, ...(as && { as }) })).catch(String))),
    )
    if (new Set(views).size > 1) found.push(`${what} differs between nodes:\n  ${views.join("\n  ")}`)
    return views[0] ?? ""
  }
  for (const id of [...journal.started.keys()].slice(-30))
    await compare(`case ${id}`, (client) => client.case({ case: id }))
  for (const agent of ["ann", "bob", "cy", "boss", "eve", "fay"]) {
    await compare(`the worklist of ${agent}`, (client) => client.worklist({ agent, limit: 500 }), agent)
    await compare(`what ${agent} was told`, (client) => client.notifications({ agent, limit: 500 }), agent)
  }
  await compare("what is counted", (client) => client.counts({}))
  for (const { key, process, data, of } of journal.answered.slice(-10)) {
    const answer = await compare(`the answer to ${key}`, (client) =>
      client.start({ process, data: { ...data } }, { key }),
    )
    if (!answer.includes(`"case":"${of}"`)) found.push(`${key} was answered with ${of} before, and now with ${answer}`)
  }
  return found
}
