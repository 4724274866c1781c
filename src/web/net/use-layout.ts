import { useQuery } from "@tanstack/react-query"
import ELK, { type ELK as Elk } from "elkjs/lib/elk-api"
import workerUrl from "elkjs/lib/elk-worker.min.js?url"
import type { Drawing } from "../../model/drawing.ts"
import { elkGraph } from "./elk-graph.ts"
import { type LaidOut, laidOut } from "./laid-out.ts"

/** Lays a drawing out, beside everything else the page does; once for each set of open activities. */
export function useLayout(drawing: Drawing | undefined, open: ReadonlySet<string>) {
  const { process, version } = drawing ?? { process: "", version: 0 }
  const opened = [...open].toSorted()
  return useQuery<LaidOut>({
    // What is still being written changes under the same name and version.
    queryKey: ["layout", process, version, opened, version === 0 ? drawing?.nets : undefined],
    queryFn: async () => {
      if (drawing === undefined) throw new Error("nothing to lay out")
      return laidOut(drawing, await worker().layout(elkGraph(drawing, open)))
    },
    enabled: drawing !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before, query) =>
      query?.queryKey[1] === process && query.queryKey[2] === version ? before : undefined,
  })
}

let elk: Elk | undefined

function worker(): Elk {
  elk ??= new ELK({ workerFactory: () => new Worker(workerUrl) })
  return elk
}
