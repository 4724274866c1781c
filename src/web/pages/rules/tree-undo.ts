import { useCallback } from "react"
import { useToast } from "../../parts/toasts.tsx"
import { useAct } from "../../server/act.ts"

/** Tells that a tree was changed, with the way back. */
export function useTreeUndo(tree: string): (text: string) => void {
  const undo = useAct("undoRule")
  const toast = useToast()
  return useCallback(
    (text) =>
      toast({
        text,
        undo: async () => {
          const told = await undo({ tree, reason: `Taken back: ${text}` })
          if (told.ok) toast({ text: "It was taken back" })
          else toast({ text: told.rejection.message, tone: "trouble" })
        },
      }),
    [undo, toast, tree],
  )
}
