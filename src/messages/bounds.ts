/** A bound that holds somewhere, the scope that set it, and how much of it is left. */
export type BoundView =
  | {
      readonly kind: "budget"
      readonly scope: string
      readonly limit: number
      readonly spent: number
      readonly left: number
    }
  | { readonly kind: "deadline"; readonly scope: string; readonly dueAt: number }
