import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { OrderTextAside } from '#contract/shop/order-text.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { orderTextMax, parseOrderText } from '#domain/cart/order-text/parse-order-text.ts'
import { textOfLines } from '#domain/cart/order-text/draft-lines.ts'
import { pastedRowsMax } from '#domain/cart/pasted-lines.ts'
import { copyText } from '#web/app/copy-text.ts'
import { useKey } from '#web/app/use-key.ts'
import { AsideList } from '#web/cart/order-text/aside-list.tsx'
import { isAnswered, lineOfAnswer, type Question, questionOfAside } from '#web/cart/order-text/order-text-lines.ts'
import { QuestionList } from '#web/cart/order-text/question-list.tsx'
import { useOrderText } from '#web/cart/order-text/use-order-text.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { ListText } from './list-text.tsx'
import { PastedResult, PastedRows } from './pasted-rows.tsx'
import { type CheckedRow, usePastedRows } from './use-pasted-rows.ts'

/** `onClose` receives the remaining text, which is shown when the dialog opens again. */
type PasteDialogProps = { text: string; onClose(remainingText: string): void }

/**
 * Adds many lines pasted from a message or a sheet, or read from a file: reads and checks them, asks about doubtful ones,
 * has problems repaired in place, and adds them. One main button leads through; Ctrl+Enter presses it. Loaded on demand.
 */
export function PasteDialog({ text: given, onClose }: PasteDialogProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(given)
  const [questions, setQuestions] = useState<readonly Question[]>([])
  const [asides, setAsides] = useState<readonly OrderTextAside[]>([])
  const orderText = useOrderText()
  const pasted = usePastedRows(() => onClose(''))
  const { rows, isAdding } = pasted
  const error = orderText.error ?? pasted.error
  const { lineCount, isEmpty } = useMemo(() => countLines(text), [text])
  const answered = questions.filter(isAnswered)
  const openQuestions = questions.filter((question) => !isAnswered(question))
  const remainingText = rows === null ? text : textOfRest(rows, questions, asides)
  const canCheck = !isEmpty && lineCount <= pastedRowsMax
  const validCount = (rows?.filter((row) => row.error === undefined).length ?? 0) + answered.length
  const mainButton = useRef<HTMLButtonElement>(null)
  const focusNext = useFocus(mainButton, rows === null)

  async function check(): Promise<void> {
    const read = await orderText.read(text)
    if (read === null) return
    setQuestions(read.questions)
    setAsides(read.asides)
    await pasted.check(read.lines)
    focusNext()
  }
  async function add(): Promise<void> {
    const isSent = await pasted.add(answered.map(lineOfAnswer), openQuestions.length > 0)
    if (isSent) setQuestions(openQuestions)
    focusNext()
  }
  function goOn(): void {
    if (isAdding || orderText.isReading) return
    if (rows === null) {
      if (canCheck) void check()
    } else if (validCount === 0) onClose(remainingText)
    else void add()
  }
  function goBack(): void {
    setText(remainingText)
    pasted.reset()
  }
  function make(pieces: readonly OrderTextAside[]): void {
    const last = Math.max(0, ...questions.map(({ key }) => key), ...(rows ?? []).map(({ line }) => line.row))
    setQuestions([...questions, ...pieces.map((piece, i) => questionOfAside(last + 1 + i, piece))])
    setAsides(asides.filter((one) => !pieces.includes(one)))
  }
  const replace = (next: Question) => setQuestions(questions.map((one) => (one.key === next.key ? next : one)))
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
            <CheckedActions rows={rows} onBack={goBack} />
          )}
          <Button
            ref={mainButton}
            variant="solid"
            busy={isAdding || orderText.isReading}
            disabled={rows === null && !canCheck}
            onClick={goOn}
          >
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
        <ListText text={text} lineCount={lineCount} onText={setText} />
      ) : (
        <>
          <PastedResult pasted={pasted} rows={rows} answered={answered.length} open={openQuestions.length} />
          <QuestionList
            questions={questions}
            onChange={replace}
            onDrop={(key) => setQuestions(questions.filter((question) => question.key !== key))}
            onDone={() => mainButton.current?.focus()}
          />
          {rows.length > 0 && <PastedRows pasted={pasted} rows={rows} onRepaired={focusNext} />}
          <AsideList asides={asides} onMake={make} />
        </>
      )}
    </Dialog>
  )
}

function countLines(text: string): { lineCount: number; isEmpty: boolean } {
  const { lines, asides, isTooLong } = parseOrderText(text.slice(0, orderTextMax))
  return { lineCount: isTooLong ? pastedRowsMax + 1 : lines.length, isEmpty: lines.length + asides.length === 0 }
}

/** What is not in the cart, as text that can be read again. */
function textOfRest(
  rows: readonly CheckedRow[],
  questions: readonly Question[],
  asides: readonly OrderTextAside[],
): string {
  const kept = asides.filter(({ reason }) => reason !== 'heading')
  const texts = [...questions.map(({ line }) => line.text), ...kept.map((aside) => aside.text)]
  return [...(rows.length === 0 ? [] : [textOfRows(rows)]), ...texts].join('\n')
}

function textOfRows(rows: readonly CheckedRow[]): string {
  const lines = rows.map(({ line }) => line).toSorted((a, b) => a.row - b.row)
  return textOfLines(lines)
}

/**
 * Returns what moves the focus to the first problem, or to the main button when there is none, once the rows are
 * rendered. Also moves it there when the focused element was removed.
 */
function useFocus(mainButton: RefObject<HTMLButtonElement | null>, isText: boolean): () => void {
  const [request, setRequest] = useState(0)
  const focusNext = useCallback(() => {
    const row = document.querySelector('dialog [data-open]') ?? document.querySelector('dialog [data-problem]')
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

type CheckedActionsProps = { rows: readonly CheckedRow[]; onBack(): void }

function CheckedActions({ rows, onBack }: CheckedActionsProps) {
  const { t } = useTranslation()
  const refused = rows.filter((row) => row.error !== undefined)
  return (
    <>
      {refused.length > 0 && <CopyButton copy={() => copyText(textOfRows(refused), null)} onFailed={onBack} />}
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
