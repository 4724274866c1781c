import type { Output } from "../api/operations.ts"

/** The way of an exception: a line for each stage, what was looked at there below it. */
export function ladderLines(ladder: Output<"ladder">): readonly string[] {
  const { class: name, place, state, causes, rungs, recurrenceOf, recurredAs } = ladder
  return [
    `${name} at ${place}: ${state}`,
    ...(recurrenceOf === undefined ? [] : [`  came back, after ${recurrenceOf} had been handled`]),
    ...(recurredAs === undefined ? [] : [`  came back as ${recurredAs}`]),
    ...causes.map((cause) => `  because of ${cause.class} at ${cause.at} (${cause.exception})`),
    ...rungs.flatMap((rung) => [...rungLines(rung), ...rung.came.map((text) => `  → ${text}`)]),
  ]
}

export function outlookLines({ on, scopes, involvement, stages, answers }: Output<"applies">): readonly string[] {
  return [
    `${on} would be asked about at ${scopes.join(", ")}`,
    `people are involved: ${involvement}`,
    answers === undefined ? "nothing would be done" : `it would be answered by: ${answers}`,
    ...stages.filter(({ considered, says }) => considered.length > 0 || says).flatMap(stageLines),
  ]
}

type Rung = Pick<Output<"applies">["stages"][number], "stage" | "considered" | "says">

function stageLines({ passes, ...stage }: Output<"applies">["stages"][number]): readonly string[] {
  const [first = "", ...rest] = rungLines(stage)
  return [passes ? `${first}, and it goes on` : first, ...rest]
}

function rungLines({ stage, considered, says }: Rung): readonly string[] {
  return [
    `${stage}: ${says?.join(", ") ?? "no answer"}`,
    ...considered.map(({ what, why }) => (why === undefined ? `  ${what}` : `  not ${what}: ${why}`)),
  ]
}
