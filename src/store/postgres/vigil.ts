/**
 * Waits for an answer, and looks now and then whether anybody is still at it: what is at the other end of a broken way says nothing, and
 * the way may not say for a quarter of an hour that it is broken. `isAtIt` undefined: nobody could be asked.
 */
export async function waitFor<Answer>(
  answer: Promise<Answer>,
  {
    every,
    isAtIt,
    giveUp,
  }: { readonly every: number; readonly isAtIt: () => Promise<boolean | undefined>; readonly giveUp: () => void },
): Promise<Answer> {
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    const atIt = await isAtIt().catch(() => undefined)
    if (isOver) return
    if (atIt === false) giveUp()
    else wait()
  }
  const wait = () => {
    timer = setTimeout(() => void look(), every)
    timer.unref()
  }
  wait()
  try {
    return await answer
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}
