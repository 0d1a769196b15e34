/** An empty box in the theme's colors. */
export function BoxIllustration({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 120 120"
      width="88"
      height="88"
      fill="none"
      strokeWidth="1.75"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <g stroke="var(--ink-2)">
        <path d="M18 42 60 60v44L18 84z" fill="var(--fill)" />
        <path d="M102 42 60 60v44l42-20z" fill="color-mix(in oklab, var(--brand) 78%, white)" />
        <path d="m18 42 42-18 42 18-42 18z" fill="var(--brand-soft)" />
        <path d="m39 33 42 18v13" />
      </g>
    </svg>
  )
}
