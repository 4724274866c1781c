import type { Output } from "../api/operations.ts"

/** The way of an exception: a line for each stage, what was looked at there below it. */
export function ladderLines(ladder: Output<"ladder">): readonly string[] {
  const { class: name, place, causes, rungs, recurrenceOf, recurredAs } = ladder
  return [
    `${name} at ${place}`,
    ...(recurrenceOf === undefined ? [] : [`  came back, after ${recurrenceOf} had been handled`]),
    ...(recurredAs === undefined ? [] : [`  came back as ${recurredAs}`]),
    ...causes.map((cause) => `  because of ${cause.class} at ${cause.at} (${cause.exception})`),
    ...rungs.flatMap(rungLines),
  ]
}

export function outlookLines({ on, scopes, involvement, stages }: Output<"applies">): readonly string[] {
  return [
    `${on} would be asked about at ${scopes.join(", ")}`,
    `people are involved: ${involvement}`,
    ...stages.filter(({ considered }) => considered.length > 0).flatMap(rungLines),
  ]
}

type Rung = Output<"applies">["stages"][number]

function rungLines({ stage, considered, says }: Rung): readonly string[] {
  return [
    `${stage}: ${says?.join(", ") ?? "no answer"}`,
    ...considered.map(({ what, why }) => (why === undefined ? `  ${what}` : `  not ${what}: ${why}`)),
  ]
}
