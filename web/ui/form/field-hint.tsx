import { useEffect } from 'react'
import { createPortal } from 'react-dom'

/** How long a hint stands, in milliseconds. */
const shown = 6000
/** Largest width of a hint and the height that it needs, in pixels. */
const width = 240
const height = 60

export type FieldHintState = { text: string; field: DOMRect }

/** A short note at a field, above everything that would cut it; it goes by itself, and when the page is scrolled. */
export function FieldHint({ hint, onEnd }: { hint: FieldHintState; onEnd(): void }) {
  const { text, field } = hint
  useEffect(() => {
    const timer = setTimeout(onEnd, shown)
    window.addEventListener('scroll', onEnd, { passive: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', onEnd)
    }
  }, [onEnd])
  const left = Math.max(8, Math.min(field.left, innerWidth - width - 8))
  const isBelow = field.bottom + height < innerHeight
  return createPortal(
    <p
      role="status"
      data-testid="field-hint"
      style={{
        left,
        maxWidth: width,
        ...(isBelow ? { top: field.bottom + 4 } : { bottom: innerHeight - field.top + 4 }),
      }}
      className="pointer-events-none fixed z-50 rounded-control border border-warning/40 bg-warning-soft px-2.5 py-1.5 text-12 font-medium text-warning shadow-float"
    >
      {text}
    </p>,
    document.body,
  )
}
