import type { Output } from "../../client.ts"

export type Right = Output<"me">["rights"][number]
