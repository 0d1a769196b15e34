import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Counted, Counting } from './use-counting.ts'

/** Takes barcodes of a scanner, which types them and presses Enter. What is typed elsewhere on the page goes into it. */
export function ScanField({ counting, isPaused }: { counting: Counting; isPaused: boolean }) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { picking, last, count } = counting
  useEffect(() => {
    if (isPaused) return
    field.current?.focus({ preventScroll: true })
    addEventListener('keydown', takeKey)
    return () => removeEventListener('keydown', takeKey)

    // A scanner types without a tap: what is typed anywhere on the page goes into the field.
    function takeKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): void {
      const isField = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
      if (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey && !isField) field.current?.focus()
    }
  }, [isPaused])
  const total = picking.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const picked = picking.lines.reduce((sum, line) => sum + line.picked, 0)
  return (
    <form
      noValidate
      className="sticky top-14 z-10 flex flex-col gap-2 rounded-panel border border-line bg-surface p-3 shadow-sm print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        const text = code.trim()
        if (text !== '') count({ code: text })
        setCode('')
      }}
    >
      <label className="flex flex-col gap-1 text-13 font-medium">
        {t('administration.pickings.scan')}
        <input
          ref={field}
          value={code}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="done"
          placeholder={t('administration.pickings.scanHint')}
          onChange={({ target }) => setCode(target.value)}
          className="field h-11 w-full px-3 text-15"
        />
      </label>
      <Outcome last={last} />
      <div className="flex items-center gap-3 text-13 text-ink-2">
        <div
          role="progressbar"
          aria-label={t('administration.pickings.columns.picked')}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={picked}
          className="h-2 flex-1 overflow-hidden rounded-full bg-fill"
        >
          <div className="h-full bg-brand" style={{ width: `${(100 * picked) / Math.max(1, total)}%` }} />
        </div>
        <span className="tabular-nums">
          {t('administration.pickings.progress', { picked: String(picked), quantity: String(total) })}
        </span>
      </div>
    </form>
  )
}

/** What the last scan counted, or why it did not. */
function Outcome({ last }: { last: Counted | null }) {
  const { t, formatQuantity } = useTranslation()
  const isError = last !== null && 'error' in last
  const Icon = isError ? CircleAlert : CircleCheck
  return (
    <p
      role="status"
      className={classes(
        'flex min-h-11 items-center gap-2 rounded-control px-3 py-2 text-15 font-semibold empty:hidden',
        isError ? 'bg-danger-soft text-danger' : 'bg-success-soft text-success',
        last === null && 'hidden',
      )}
    >
      {last !== null && (
        <>
          <Icon size={20} aria-hidden="true" className="shrink-0" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {'error' in last
              ? last.error
              : t('administration.pickings.counted', {
                  name: last.line.name,
                  picked: formatQuantity(last.line.picked),
                  quantity: formatQuantity(last.line.quantity),
                  unit: last.line.unit,
                })}
          </span>
        </>
      )}
    </p>
  )
}
