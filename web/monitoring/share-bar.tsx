/** A bar that shows a value as a share of the largest one. */
export function ShareBar({ value, max }: { value: number; max: number }) {
  const share = max === 0 ? 0 : Math.max(4, Math.round((value / max) * 100))
  return (
    <span
      aria-hidden="true"
      className="mr-2 inline-block h-1 w-10 rounded-full max-2xl:w-6 bg-fill align-middle max-sm:hidden"
    >
      <span className="block h-1 rounded-full bg-brand" style={{ width: `${share}%` }} />
    </span>
  )
}
