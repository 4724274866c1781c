import { useEffect, useRef } from "react"

interface Paged {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly data: { readonly pages: readonly unknown[] } | undefined
  fetchNextPage(): unknown
}

/** Asks for more pages without being told to, up to some, while too few rows are there: with a condition a page may be short though there is more. */
export function useFurther(list: Paged, isEnough: boolean, most: number): void {
  const latest = useRef(list)
  latest.current = list
  const pages = list.data?.pages.length ?? 0
  useEffect(() => {
    const { hasNextPage, isFetchingNextPage, fetchNextPage } = latest.current
    if (!isEnough && pages > 0 && pages < most && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isEnough, pages, most])
}
