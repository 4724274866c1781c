/** Why something could not be fetched. Thrown: whoever asked knows what it means for his asker. */
export class FetchFailed extends Error {}

/** The JSON at an address: there and nowhere else, within 5 seconds, and not more than a megabyte of it. */
export async function fetchJson(url: URL): Promise<unknown> {
  try {
    // A redirect would lead where the configuration does not.
    const response = await fetch(url, {
      redirect: "error",
      signal: AbortSignal.timeout(5_000),
      headers: { accept: "application/json" },
    })
    if (response.status !== 200) throw new FetchFailed(`${url.host} answered ${response.status}`)
    return JSON.parse(await bounded(response))
  } catch (error) {
    if (error instanceof FetchFailed) throw error
    throw new FetchFailed(`${url.host} ${error instanceof SyntaxError ? "did not answer in JSON" : "did not answer"}`, {
      cause: error,
    })
  }
}

const mostBytes = 1_000_000

async function bounded({ body, url }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > mostBytes) throw new FetchFailed(`${new URL(url).host} answered at too great a length`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}
