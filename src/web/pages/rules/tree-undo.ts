import { useCallback } from "react"
import { sentence } from "../../parts/problem.tsx"
import { useToast } from "../../parts/toasts.tsx"
import { useAct } from "../../server/act.ts"

/** Tells that a tree was changed, with the way back: to before that version, if nobody has changed it since. */
export function useTreeUndo(tree: string): (text: string, version?: number) => void {
  const undo = useAct("undoRule")
  const toast = useToast()
  return useCallback(
    (text, version) =>
      toast({
        text,
        undo: async () => {
          const expected = version === undefined ? {} : { expected: version }
          const told = await undo({ tree, reason: `Taken back: ${text}` }, expected)
          if (told.ok) toast({ text: "It was taken back" })
          else toast({ text: sentence(told.rejection.message), tone: "trouble" })
        },
      }),
    [undo, toast, tree],
  )
}
