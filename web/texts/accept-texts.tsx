import '#web/app/page-words.ts'
import { FileCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { textPath } from '#contract/core/application-paths.ts'
import { acceptText, listTextsToAccept, type TextToAccept } from '#contract/shop/texts.ts'
import { dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { richText } from '#web/catalog/detail/rich-text.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The texts for which the dialog has opened by itself in this window. */
const openedKey = 'texts-to-accept'

/** Asks the user for the texts of the store that it has to accept: once per window in a dialog, and above every page. */
export function AcceptTexts() {
  const { t } = useTranslation()
  const [items, setItems] = useState<readonly TextToAccept[]>([])
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const show = ({ items: loaded }: { items: readonly TextToAccept[] }) => {
      setItems(loaded)
      const names = loaded.map(({ kind, version }) => `${kind} ${version}`).join(' ')
      if (names === '' || sessionStorage.getItem(openedKey) === names) return
      sessionStorage.setItem(openedKey, names)
      setOpen(true)
    }
    // Nothing is lost if that fails: the strip comes with the next page.
    call(listTextsToAccept).then(show, () => {})
  }, [])
  const [first] = items
  if (first === undefined) return null
  const isLate = items.some((item) => item.isLate)
  return (
    <div className="page-width pt-3 print:hidden">
      <MessageStrip
        tone={isLate ? 'warning' : 'info'}
        actions={
          <Button size="card" onClick={() => setOpen(true)}>
            {t('texts.accept.open')}
          </Button>
        }
      >
        {isLate
          ? t('texts.accept.late')
          : t('texts.accept.strip', { date: formatDay(dayInTurkey(new Date(first.acceptUntil))) })}
      </MessageStrip>
      {isOpen && (
        <AcceptDialog
          key={`${first.kind} ${first.version}`}
          text={first}
          onItems={setItems}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

type AcceptDialogProps = { text: TextToAccept; onItems(items: readonly TextToAccept[]): void; onClose(): void }

function AcceptDialog({ text, onItems, onClose }: AcceptDialogProps) {
  const { t } = useTranslation()
  const { kind, version, publishedAt, isLate, mayAccept } = text
  const { revalidate } = useRevalidator()
  const { isBusy, failure, send } = useSubmit()
  const accept = () =>
    send(
      async () => {
        const { items } = await call(acceptText, { params: { kind }, body: { version } })
        onItems(items)
        await revalidate()
      },
      // A newer version: it is shown instead.
      async ({ status }) => status === 409 && onItems((await call(listTextsToAccept)).items),
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="md"
      title={t(`texts.kinds.${kind}`)}
      actions={
        <>
          <Button size="lg" onClick={onClose}>
            {t(isLate ? 'ui.close' : 'texts.accept.later')}
          </Button>
          {mayAccept && (
            <Button
              size="lg"
              variant="solid"
              busy={isBusy}
              icon={<FileCheck size={16} aria-hidden="true" />}
              onClick={() => void accept()}
            >
              {t(`texts.accept.button.${kind === 'dealer_contract' ? 'contract' : 'notice'}`)}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">
          {t('texts.version', { version, date: formatDay(dayInTurkey(new Date(publishedAt))) })} ·{' '}
          {t(isLate ? 'texts.accept.late' : 'texts.accept.until', {
            date: formatDay(dayInTurkey(new Date(text.acceptUntil))),
          })}
        </p>
        {!mayAccept && <MessageStrip tone="info">{t('texts.accept.ownerOnly')}</MessageStrip>}
        <Failure text={failure?.message} />
        <Changes text={text} />
        <section aria-label={t('texts.accept.whole')}>
          <h3 className="text-14 font-semibold">
            <a href={textPath(kind)} target="_blank" rel="noreferrer" className="text-brand-ink hover:underline">
              {t('texts.accept.whole')}
            </a>
          </h3>
          <div
            className={`mt-2 rounded-control border border-line p-3 text-13 [overflow-wrap:anywhere] ${richText}`}
            dangerouslySetInnerHTML={{ __html: text.html }}
          />
        </section>
      </div>
    </Dialog>
  )
}

function Changes({ text: { summary, changes } }: { text: TextToAccept }) {
  const { t } = useTranslation()
  if (summary === '' && changes.length === 0) return null
  return (
    <section aria-label={t('texts.accept.changes')}>
      <h3 className="text-14 font-semibold">{t('texts.accept.changes')}</h3>
      {summary !== '' && <p className="mt-1 whitespace-pre-line">{summary}</p>}
      <ul className="mt-2 flex flex-col gap-1 text-13">
        {changes.map(({ kind, text }, place) => (
          <li
            key={`${place} ${text}`}
            className={
              kind === 'added'
                ? 'rounded-control bg-success-soft px-2 py-1'
                : 'rounded-control bg-danger-soft px-2 py-1 line-through'
            }
          >
            <span className="sr-only">{t(`texts.accept.${kind}`)}: </span>
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
