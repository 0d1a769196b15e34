import { type ReactNode, useEffect, useRef, useState } from 'react'

type ScrollRegionProps = { label: string; className: string; children: ReactNode }

/** A frame that scrolls sideways when its content is wider; only then the keyboard reaches it, to scroll with the arrows. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [isScrolling, setScrolling] = useState(false)
  useEffect(() => {
    const { current } = frame
    if (current === null) return
    const observer = new ResizeObserver(() => setScrolling(current.scrollWidth > current.clientWidth))
    observer.observe(current)
    for (const child of current.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])
  return (
    // Not a landmark: a page may have many, within sections of the same name.
    <div
      ref={frame}
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls the focused frame
      tabIndex={isScrolling ? 0 : undefined}
      className={`overflow-x-auto ${className}`}
    >
      {children}
    </div>
  )
}
