import { useMemo, useState } from "react"
import { stringify } from "yaml"
import { Button } from "../../parts/button.tsx"
import { CopiedText } from "../../parts/copied-text.tsx"
import type { ProcessView } from "./process-page.tsx"

/** The process as it was written, as YAML or JSON. */
export function SourceTab({ view }: { readonly view: ProcessView }) {
  const [as, setAs] = useState<"YAML" | "JSON">("YAML")
  const text = useMemo(
    () => (as === "YAML" ? stringify(view.source) : JSON.stringify(view.source, undefined, 2)),
    [view.source, as],
  )
  return (
    <div className="stack">
      <fieldset className="row source-formats">
        <legend className="unseen">Format</legend>
        {(["YAML", "JSON"] as const).map((format) => (
          <Button
            key={format}
            look={format === as ? "main" : "plain"}
            aria-pressed={format === as}
            onClick={() => setAs(format)}
          >
            {format}
          </Button>
        ))}
      </fieldset>
      <CopiedText label={`${view.name} as ${as}`} text={text} />
    </div>
  )
}
