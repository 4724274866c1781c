import {
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query"
import type { Client, Input, OperationName, Output, Told } from "../../client.ts"
import { RefusedError } from "../../client.ts"
import { useClient } from "./client.ts"
import { familyIn, familyOf } from "./families-of.ts"
import type { Asked } from "./outdated.ts"
import { sharedRows } from "./shared-rows.ts"

/** The verbs that look at something, or ask what would be. */
export type Question = Exclude<OperationName, "events" | "backup">

export interface AskOptions {
  /** Anything in the family it is about, where the input does not say: what happens there makes the answer old at once. Without a family it is old whenever anything happens. */
  readonly of?: string | undefined
  /** Not asked while false. */
  readonly when?: boolean
  /** The answer before stays until the new one is there: for filters. */
  readonly keep?: boolean
  /** Asked again after so many milliseconds, though nothing told that it is old. */
  readonly every?: number
}

/** Asks the server, keeps the answer, and asks again when something happens that it may depend on. */
export function useAsk<Name extends Question>(
  name: Name,
  input: Input<Name>,
  { of, when = true, keep = false, every }: AskOptions = {},
): UseQueryResult<Output<Name>> {
  const client = useClient()
  return useQuery({
    queryKey: [name, input],
    meta: { asked: askedAbout(name, input, of) },
    queryFn: ({ signal }) => ask(client, name, input, signal),
    enabled: when,
    ...(keep && { placeholderData: keepPreviousData }),
    ...(every !== undefined && { refetchInterval: every }),
  })
}

type Listed = { [Name in Question]: Output<Name> extends Page ? Name : never }[Question]
interface Page {
  readonly rows: readonly unknown[]
  readonly next?: string
}

/** A list page by page; `fetchNextPage` brings more. */
export function useList<Name extends Listed>(
  name: Name,
  input: Input<Name>,
  { of, when = true, keep = true }: AskOptions = {},
): UseInfiniteQueryResult<{ readonly pages: readonly Output<Name>[] }> {
  const client = useClient()
  return useInfiniteQuery({
    queryKey: [name, input, "pages"],
    meta: { asked: askedAbout(name, input, of) },
    queryFn: ({ signal, pageParam }) =>
      ask(client, name, { ...input, ...(pageParam !== undefined && { after: pageParam }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last as Page).next,
    enabled: when,
    maxPages: 50,
    structuralSharing: sharedRows,
    ...(keep && { placeholderData: keepPreviousData }),
  })
}

/** What is asked, and about which family. */
export function askedAbout(name: Question, input: unknown, of?: string): Asked {
  const family = of === undefined ? familyOf(input) : familyIn(of)
  return { name, ...(family !== undefined && { of: family }) }
}

/** One answer, or a `RefusedError`. */
export async function ask<Name extends Question>(
  client: Client,
  name: Name,
  input: Input<Name>,
  signal?: AbortSignal,
): Promise<Output<Name>> {
  const verb = client[name] as Verb<Name>
  const told = await verb(input, signal ? { signal } : {})
  if (!told.ok) throw new RefusedError(told.rejection, told.status)
  return told.value
}

type Verb<Name extends Question> = (
  input: Input<Name>,
  options: { readonly signal?: AbortSignal; readonly key?: string; readonly expected?: number },
) => Promise<Told<Output<Name>>>
