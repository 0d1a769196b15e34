import { type ReactNode, useCallback, useId, useRef, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { useDismiss } from '#web/ui/overlay/use-dismiss.ts'
import { ShareBar } from './share-bar.tsx'

export type DetailLine = { name: string; count: number; date?: string }
type DetailRowProps = {
  rank: number
  name: string
  /** Next to the name in the detail's head. */
  facts: string
  detail: readonly DetailLine[]
  /** The cells after the name. */
  children: ReactNode
}

/** A row whose detail opens on hover, focus and tap, and closes on Escape. */
export function DetailRow({ rank, name, facts, detail, children }: DetailRowProps) {
  const { t, formatQuantity } = useTranslation()
  const id = useId()
  const row = useRef<HTMLTableRowElement>(null)
  const [isOpen, setOpen] = useState(false)
  useDismiss(
    isOpen,
    row,
    useCallback(() => setOpen(false), []),
  )
  return (
    <tr
      ref={row}
      // Mouse only: keyboard and touch use the button.
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpen(false)}
      className={classes('h-8.5 border-b border-line last:border-0', isOpen && 'bg-brand-soft')}
    >
      <Cell align="right" className="pl-3 text-ink-2">
        {rank}
      </Cell>
      <Cell className="relative w-full max-w-0">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          title={isOpen ? undefined : name}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          className="flex min-h-8 w-full min-w-0 items-center text-left font-medium pointer-coarse:min-h-11"
        >
          <span className="truncate">{name}</span>
        </button>
        {isOpen && (
          <div
            id={id}
            role="group"
            aria-label={t('monitoring.search.detailOf', { name })}
            className={classes(
              'left-2 z-30 w-88 max-w-[calc(100vw-4.5rem)] overflow-hidden rounded-dialog border border-line bg-raised font-normal shadow-float absolute',
              // The lower half opens upwards to stay on screen.
              rank > 8 ? 'bottom-full' : 'top-full',
            )}
          >
            <p className="flex gap-3 border-b border-line px-3 py-2">
              <span className="min-w-0 flex-1 truncate font-semibold">
                {t('monitoring.search.resultsOf', { query: name })}
              </span>
              <span className="text-ink-2">{facts}</span>
            </p>
            <ul>
              {detail.map((line, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- two people may have one name
                <li
                  key={`${at} ${line.name}`}
                  className="flex items-center gap-2 border-b border-line px-3 py-1.5 last:border-0"
                >
                  <span className="min-w-0 flex-1 break-words">{line.name}</span>
                  {line.date === undefined ? (
                    <ShareBar value={line.count} max={detail[0]?.count ?? 0} />
                  ) : (
                    <span className="text-12 whitespace-nowrap text-ink-2">{line.date}</span>
                  )}
                  <span className="min-w-8 text-right font-semibold">{formatQuantity(line.count)}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Cell>
      {children}
    </tr>
  )
}
