import { Check } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { answerNameMax, answerNoteMax, answerPublicQuote, type PublicQuote } from '#contract/shop/public-quotes.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { LastDay, Moment } from '#web/app/moment.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type QuoteAnswerProps = { token: string; quote: PublicQuote }
type Answer = 'accepted' | 'declined'

/** What the customer has answered, or the buttons to do it. Not printed. */
export function QuoteAnswer({ token, quote }: QuoteAnswerProps) {
  const { t, formatMoney } = useTranslation()
  const [answer, setAnswer] = useState<Answer | null>(null)
  const { state, answeredAt, expiresAt } = quote
  const seller = quote.user_address.name
  if (state !== 'open') {
    return (
      <MessageStrip tone={state === 'accepted' ? 'info' : 'warning'} role="status" className="print:hidden">
        <span className="font-semibold">{t(`offers.public.${state}`)}</span>{' '}
        {answeredAt !== null && <Moment date={answeredAt} />}
        <span className="block">{t(`offers.public.${state}Text`, { seller })}</span>
      </MessageStrip>
    )
  }
  return (
    <section
      aria-label={t('offers.public.answer')}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-panel border border-line bg-surface p-4 print:hidden"
    >
      <div>
        <p className="text-12 text-ink-2">{t('offers.quote.total')}</p>
        <p className="text-20 font-semibold">{formatMoney(quote.total, quote.currency)}</p>
        <p className="text-12 text-ink-2">
          {t('offers.public.until')} <LastDay end={expiresAt} />
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>button]:flex-1">
        <Button size="lg" variant="danger" onClick={() => setAnswer('declined')}>
          {t('offers.public.decline')}
        </Button>
        <Button
          size="lg"
          variant="solid"
          icon={<Check size={16} aria-hidden="true" />}
          onClick={() => setAnswer('accepted')}
        >
          {t('offers.public.accept')}
        </Button>
      </div>
      {answer !== null && <AnswerDialog token={token} quote={quote} answer={answer} onClose={() => setAnswer(null)} />}
    </section>
  )
}

type AnswerDialogProps = QuoteAnswerProps & { answer: Answer; onClose(): void }

function AnswerDialog({ token, quote, answer, onClose }: AnswerDialogProps) {
  const { t, formatMoney } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, failure, send } = useSubmit()
  const isAccepting = answer === 'accepted'
  const facts = { seller: quote.user_address.name, total: formatMoney(quote.total, quote.currency) }
  const save = (form: FormData) =>
    send(
      async () => {
        const field = formTexts(form)
        const body = { answer, mark: quote.mark, name: field('name'), note: field('note') }
        await call(answerPublicQuote, { params: { token }, body })
        await revalidate()
        onClose()
      },
      // The dealer has changed the quote, or it was answered elsewhere: the page shows what it is now.
      () => revalidate(),
    )
  return (
    <FormDialog
      title={t(isAccepting ? 'offers.public.accept' : 'offers.public.decline')}
      saveLabel={t(isAccepting ? 'offers.public.confirmAccept' : 'offers.public.confirmDecline')}
      saveVariant={isAccepting ? 'solid' : 'danger'}
      isBusy={isBusy}
      onSend={save}
      onClose={onClose}
    >
      <p className="text-13 text-ink-2">{t(`offers.public.${isAccepting ? 'acceptHint' : 'declineHint'}`, facts)}</p>
      <Failure text={failure?.fields['name'] === undefined ? failure?.message : undefined} />
      <TextField
        name="name"
        label={t('offers.public.name')}
        note={isAccepting ? undefined : t('offers.public.optional')}
        error={failure?.fields['name']}
        autoComplete="name"
        maxLength={answerNameMax}
        defaultValue={quote.customer.name}
      />
      <Field label={t(isAccepting ? 'offers.public.note' : 'offers.public.reason')} note={t('offers.public.optional')}>
        {(fieldProps) => (
          <textarea
            {...fieldProps}
            name="note"
            rows={3}
            maxLength={answerNoteMax}
            className="field w-full px-2.5 py-2"
          />
        )}
      </Field>
    </FormDialog>
  )
}
