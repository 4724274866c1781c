import "./skeleton.css"

/** Something will be here in a moment. */
export function Skeleton({ lines = 4 }: { readonly lines?: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="unseen">Loading</span>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are all alike
        <i key={index} />
      ))}
    </div>
  )
}
