import { ClipboardPaste, List, Plus } from 'lucide-react'
import { type ClipboardEvent, type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { pastedQuantity } from '#domain/cart/pasted-lines.ts'
import { useQueryCache } from '#web/app/data/use-query.ts'
import { useKey } from '#web/app/use-key.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { CameraButton } from '#web/phone/camera-button.tsx'
import type { ScanAnswer } from '#web/phone/scanner.ts'
import { type AddChoice, type AddResult, addByCode } from './add-by-code.ts'
import { CodeField } from './code-field.tsx'
import { QuickAddOutcome } from './quick-add-outcome.tsx'

const PasteDialog = lazy(async () => ({ default: (await import('./paste-dialog.tsx')).PasteDialog }))

/** Adds lines by code: typed, scanned (a scanner types the code and Enter), or pasted from a spreadsheet. */
export function QuickAdd() {
  const { t } = useTranslation()
  const cache = useQueryCache()
  const codeField = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [quantity, setQuantity] = useState('1')
  const [outcome, setOutcome] = useState<AddResult | null>(null)
  const [failure, setFailure] = useState<AddResult | null>(null)
  const [pasted, setPasted] = useState<string | null>(null)
  // The unfinished list of a closed dialog is restored when it opens again.
  const [unfinished, setUnfinished] = useState('')

  useKey('F9', () => setPasted((current) => current ?? unfinished))

  async function add(request: { code: string; quantity: number | null; unit?: string }): Promise<AddResult> {
    const next = await addByCode(cache, request)
    if (next.error !== undefined) setFailure(next)
    else {
      setOutcome(next)
      setFailure(null)
    }
    return next
  }

  const addChoice = ({ code, unit }: AddChoice, { quantity }: AddResult) =>
    add({ code, quantity, ...(unit !== undefined && { unit }) })

  async function addScanned(scanned: string): Promise<ScanAnswer> {
    const result = await add({ code: scanned, quantity: 1 })
    const { error, choices = [] } = result
    if (error === undefined) return { tone: 'success', text: `${t('cart.added.title')}: ${result.text}` }
    return {
      tone: 'danger',
      text: `${scanned}\n${error}`,
      choices: choices.map((choice) => ({
        label: `${choice.name} · ${choice.code}`,
        async choose(): Promise<ScanAnswer> {
          const chosen = await addChoice(choice, result)
          return chosen.error === undefined
            ? { tone: 'success', text: `${t('cart.added.title')}: ${chosen.text}` }
            : { tone: 'danger', text: chosen.error }
        },
      })),
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    codeField.current?.focus()
    if (code.trim() === '') return
    // Clears the field for the next scan at once; requests are queued.
    setCode('')
    setQuantity('1')
    setOutcome(null)
    void add({ code: code.trim(), quantity: pastedQuantity(quantity.trim()) })
  }

  function paste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text')
    if (!/[\t\r\n]/.test(text.trim())) return
    event.preventDefault()
    setPasted(text)
  }

  function closePaste(text: string): void {
    setUnfinished(text)
    setPasted(null)
  }

  return (
    <section aria-label={t('cartPage.quick.title')} className="mb-3 max-sm:px-4">
      <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
        <CodeField field={codeField} code={code} onCode={setCode} onPaste={paste} />
        <input
          value={quantity}
          onChange={(event) => setQuantity(event.target.value)}
          aria-label={t('cart.head.quantity')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          className="field h-9 w-18 px-2 text-right tabular-nums max-sm:h-11 max-sm:w-14"
        />
        <Button type="submit" size="card" icon={<Plus size={16} aria-hidden="true" />}>
          {t('cart.button.addShort')}
        </Button>
        <CameraButton title={t('camera.open')} onCode={addScanned} />
        <Button
          size="card"
          variant="ghost"
          title="F9"
          aria-keyshortcuts="F9"
          icon={<ClipboardPaste size={16} aria-hidden="true" />}
          onClick={() => setPasted(unfinished)}
          className="sm:ml-auto"
        >
          {t('cartPage.paste.open')}
        </Button>
        <Link to={pages.orderPad} className={buttonClasses('ghost', 'card')}>
          <List size={16} aria-hidden="true" /> {t('shell.orderPad')}
        </Link>
      </form>
      <QuickAddOutcome
        outcome={outcome}
        failure={failure}
        onDismiss={() => setFailure(null)}
        onRetry={({ code, quantity }) => void add({ code, quantity })}
        onChoose={(choice, refused) => void addChoice(choice, refused)}
      />
      <Suspense fallback={null}>{pasted !== null && <PasteDialog text={pasted} onClose={closePaste} />}</Suspense>
    </section>
  )
}
