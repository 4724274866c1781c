import type { ComponentProps } from "react"
import { Button } from "../../parts/button.tsx"
import type { GoingOn } from "./going-on.ts"

interface Props extends Pick<GoingOn, "onNext">, Omit<ComponentProps<typeof Button>, "onClick" | "icon" | "children"> {}

/** Goes to the next item; pressed by a key, also into its form. */
export function NextButton({ onNext, ...rest }: Props) {
  return (
    <Button look="quiet" icon="right" onClick={({ detail }) => onNext(detail === 0)} {...rest}>
      Next item
    </Button>
  )
}
