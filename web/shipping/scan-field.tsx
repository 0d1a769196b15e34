import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { CameraButton } from '#web/phone/camera-button.tsx'
import type { ScanAnswer } from '#web/phone/scanner.ts'
import type { PickingLineShown } from '#contract/admin/pickings.ts'
import { classes } from '#web/ui/classes.ts'
import { type Translation, useTranslation } from '#web/ui/translation.ts'
import type { Counted, Counting } from './use-counting.ts'

/** Takes barcodes of a scanner, which types them and presses Enter. What is typed elsewhere on the page goes into it. */
export function ScanField({ counting, isPaused }: { counting: Counting; isPaused: boolean }) {
  const translation = useTranslation()
  const { t } = translation
  const id = useId()
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
  async function countScanned(scanned: string): Promise<ScanAnswer> {
    const counted = await count({ code: scanned })
    if (counted === null) return { tone: 'success', text: scanned }
    return 'error' in counted
      ? { tone: 'danger', text: counted.error }
      : { tone: 'success', text: countedText(counted.line, translation) }
  }
  const total = picking.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const picked = picking.lines.reduce((sum, line) => sum + line.picked, 0)
  return (
    <form
      noValidate
      className="sticky top-14 z-10 flex flex-col gap-2 rounded-panel border border-line bg-surface p-3 shadow-sm print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        const text = code.trim()
        if (text !== '') void count({ code: text })
        setCode('')
      }}
    >
      <div className="flex flex-col gap-1 text-13 font-medium">
        <label htmlFor={id}>{t('administration.pickings.scan')}</label>
        <div className="flex gap-2">
          <input
            ref={field}
            id={id}
            value={code}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="done"
            placeholder={t('administration.pickings.scanHint')}
            onChange={({ target }) => setCode(target.value)}
            className="field h-11 min-w-0 flex-1 px-3 text-15"
          />
          <CameraButton title={t('camera.open')} onCode={countScanned} />
        </div>
      </div>
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

function countedText({ name, picked, quantity, unit }: PickingLineShown, { t, formatQuantity }: Translation): string {
  return t('administration.pickings.counted', {
    name,
    picked: formatQuantity(picked),
    quantity: formatQuantity(quantity),
    unit,
  })
}

/** What the last scan counted, or why it did not. */
function Outcome({ last }: { last: Counted | null }) {
  const translation = useTranslation()
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
            {'error' in last ? last.error : countedText(last.line, translation)}
          </span>
        </>
      )}
    </p>
  )
}
