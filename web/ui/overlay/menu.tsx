import { type KeyboardEvent, type ReactNode, startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import { useDismiss } from './use-dismiss.ts'

type MenuProps = {
  /** Content of the button that opens the menu. */
  trigger: ReactNode
  triggerClassName: string
  triggerLabel?: string
  /** Value of the button's `data-way`, by which other code finds it. */
  dataWay?: string
  align?: 'start' | 'end'
  className?: string
  children: ReactNode
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')]

/** Arrow keys, Home and End move through the items. */
function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsOf(event.currentTarget)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const targets: Record<string, number> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }
  const target = targets[event.key]
  if (target === undefined) return
  event.preventDefault()
  items[target]?.focus()
}

/** A dropdown of actions or choices; closes after a choice. */
export function Menu({
  trigger,
  triggerClassName,
  triggerLabel,
  dataWay,
  align = 'end',
  className,
  children,
}: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  useDismiss(
    isOpen,
    frame,
    useCallback(() => setOpen(false), []),
  )
  useEffect(() => {
    if (!isOpen || menu.current === null) return
    const items = itemsOf(menu.current)
    const first = items.find((item) => item.ariaChecked === 'true') ?? items[0]
    first?.focus({ preventScroll: true })
  }, [isOpen])
  function finish(): void {
    setOpen(false)
    frame.current?.querySelector('button')?.focus()
  }
  return (
    <div ref={frame} className="relative shrink-0">
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={triggerLabel}
        data-way={dataWay}
        // A transition: the menu opens once its items have loaded.
        onClick={() => startTransition(() => setOpen(!isOpen))}
        className={triggerClassName}
      >
        {trigger}
      </button>
      {isOpen && (
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events -- its items have the focus; a key's click comes up from them
        <div
          ref={menu}
          role="menu"
          onKeyDown={moveByKey}
          onClick={(event) => (event.target as Element).closest('[role^=menuitem]') && finish()}
          className={classes(
            'absolute top-full z-40 mt-1 min-w-44 rounded-panel border border-line bg-raised p-1 shadow-float',
            align === 'end' ? 'right-0' : 'left-0',
            className,
          )}
        >
          {children}
        </div>
      )}
    </div>
  )
}
