import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { parsePaste, pastedRowsMax, textOfLines } from '#domain/cart/pasted-lines.ts'
import { copyText } from '#web/app/copy-text.ts'
import { useKey } from '#web/app/use-key.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { ListText } from './list-text.tsx'
import { PastedRows } from './pasted-rows.tsx'
import { type CheckedRow, usePastedRows } from './use-pasted-rows.ts'

/** `onClose` receives the remaining text, which is shown when the dialog opens again. */
type PasteDialogProps = { text: string; onClose(remainingText: string): void }

/**
 * Adds many lines pasted from a spreadsheet or read from a file: checks them, has problems repaired in place, and adds
 * them. One main button leads through; Ctrl+Enter presses it. Loaded on demand.
 */
export function PasteDialog({ text: given, onClose }: PasteDialogProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(given)
  const pasted = usePastedRows(() => onClose(''))
  const { rows, isAdding, error } = pasted
  const { lines, heading, spoken } = parsePaste(text)
  const columns = `${t('cartPage.quick.code')}\t${t('cart.head.quantity')}`
  const remainingText = rows === null ? text : textOfRows(rows, columns)
  const canCheck = lines.length > 0 && lines.length <= pastedRowsMax
  const validCount = rows?.filter((row) => row.error === undefined).length ?? 0
  const mainButton = useRef<HTMLButtonElement>(null)
  const focusNext = useFocus(mainButton, rows === null)

  function goOn(): void {
    if (isAdding) return
    if (rows === null) {
      if (canCheck) void pasted.check(lines).then(focusNext)
    } else if (validCount === 0) onClose(remainingText)
    else void pasted.add().then(focusNext)
  }
  function goBack(): void {
    setText(remainingText)
    pasted.reset()
  }
  useKey('Enter', goOn, { withCtrl: true, inDialog: true })
  return (
    <Dialog
      open
      onOpenChange={() => onClose(remainingText)}
      title={t('cartPage.paste.title')}
      width="lg"
      actions={
        <>
          {rows === null ? (
            <Button onClick={() => onClose('')}>{t('ui.cancel')}</Button>
          ) : (
            <CheckedActions rows={rows} columns={columns} onBack={goBack} />
          )}
          <Button ref={mainButton} variant="solid" busy={isAdding} disabled={rows === null && !canCheck} onClick={goOn}>
            {rows === null && t('cartPage.paste.check')}
            {rows !== null && validCount === 0 && t('cartPage.paste.finish')}
            {rows !== null && validCount > 0 && t('cartPage.paste.add', { count: validCount })}
          </Button>
        </>
      }
    >
      {error !== null && (
        <p role="alert" className="mb-3 text-13 text-danger">
          {error}
        </p>
      )}
      {rows === null ? (
        <ListText text={text} lineCount={lines.length} onText={setText} />
      ) : (
        <PastedRows pasted={pasted} rows={rows} heading={heading} spoken={spoken} onRepaired={focusNext} />
      )}
    </Dialog>
  )
}

function textOfRows(rows: readonly CheckedRow[], columns: string): string {
  const lines = rows.map(({ line }) => line).toSorted((a, b) => a.row - b.row)
  return textOfLines(lines, columns)
}

/**
 * Returns what moves the focus to the first problem, or to the main button when there is none, once the rows are
 * rendered. Also moves it there when the focused element was removed.
 */
function useFocus(mainButton: RefObject<HTMLButtonElement | null>, isText: boolean): () => void {
  const [request, setRequest] = useState(0)
  const focusNext = useCallback(() => {
    const row = document.querySelector('dialog [data-problem]')
    const field = row?.querySelector<HTMLElement>('[aria-invalid]') ?? row?.querySelector('input')
    const target = field ?? mainButton.current
    target?.focus()
  }, [mainButton])
  useEffect(() => {
    if (request > 0) focusNext()
  }, [request, focusNext])
  useEffect(() => {
    const { activeElement } = document
    if (!isText && (activeElement === document.body || activeElement?.tagName === 'DIALOG')) focusNext()
  })
  return useCallback(() => setRequest((count) => count + 1), [])
}

type CheckedActionsProps = { rows: readonly CheckedRow[]; columns: string; onBack(): void }

function CheckedActions({ rows, columns, onBack }: CheckedActionsProps) {
  const { t } = useTranslation()
  const refused = rows.filter((row) => row.error !== undefined)
  return (
    <>
      {refused.length > 0 && <CopyButton copy={() => copyText(textOfRows(refused, columns), null)} onFailed={onBack} />}
      <Button onClick={onBack}>{t('cartPage.paste.back')}</Button>
    </>
  )
}

/** How long the button confirms the copy, in milliseconds. */
const copiedDuration = 2500

type CopyButtonProps = { copy(): Promise<boolean>; onFailed(): void }

/** If the browser cannot copy, the text is shown for copying by hand. */
function CopyButton({ copy, onFailed }: CopyButtonProps) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedDuration)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <Button variant="ghost" onClick={() => void copy().then((isDone) => (isDone ? setCopied(true) : onFailed()))}>
      {t(isCopied ? 'cartPage.paste.copied' : 'cartPage.paste.copy')}
    </Button>
  )
}
