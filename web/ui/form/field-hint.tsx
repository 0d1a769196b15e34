import { useEffect } from 'react'
import { createPortal } from 'react-dom'

/** How long a hint is displayTime, in milliseconds. */
const displayTime = 6000
/** Maximum width of a hint and the height it needs, in pixels. */
const width = 240
const height = 60

export type FieldHintState = { text: string; field: DOMRect }

/** A short note next to a field, on top of clipping containers. It closes after a while and when the page scrolls. */
export function FieldHint({ hint, onClose }: { hint: FieldHintState; onClose(): void }) {
  const { text, field } = hint
  useEffect(() => {
    const timer = setTimeout(onClose, displayTime)
    window.addEventListener('scroll', onClose, { passive: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', onClose)
    }
  }, [onClose])
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
