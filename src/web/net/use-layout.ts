import { useQuery } from "@tanstack/react-query"
import ELK, { type ELK as Elk } from "elkjs/lib/elk-api"
import workerUrl from "elkjs/lib/elk-worker.min.js?url"
import type { Drawing } from "../../model/drawing.ts"
import { bestLayout, type Room } from "./best-layout.ts"
import type { LaidOut } from "./laid-out.ts"

interface Wanted {
  readonly drawing: Drawing | undefined
  readonly open: ReadonlySet<string>
  /** Absent if it is not yet known; "any" if the net goes in one row, whatever its frame. */
  readonly room: Room | "any" | undefined
}

/** Lays a drawing out, beside everything else the page does; once for each set of open activities and each size of its frame. */
export function useLayout({ drawing, open, room }: Wanted) {
  const { process, version } = drawing ?? { process: "", version: 0 }
  const opened = [...open].toSorted()
  const frame = room === undefined || room === "any" ? undefined : rounded(room)
  return useQuery<LaidOut>({
    // What is still being written changes under the same name and version.
    queryKey: ["layout", process, version, opened, frame, version === 0 ? drawing?.nets : undefined],
    queryFn: async () => {
      if (drawing === undefined) throw new Error("nothing to lay out")
      return bestLayout(drawing, open, frame, (graph) => worker().layout(graph))
    },
    enabled: drawing !== undefined && room !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before, query) =>
      query?.queryKey[1] === process && query.queryKey[2] === version ? before : undefined,
  })
}

/** Frames that differ little have the same layout, so that a net stays put when a scroll bar comes. */
function rounded({ width, height }: Room): Room {
  return { width: Math.floor(width / step) * step, height: Math.floor(height / step) * step }
}

const step = 40

let elk: Elk | undefined

function worker(): Elk {
  elk ??= new ELK({ workerFactory: () => new Worker(workerUrl) })
  return elk
}
