import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type AdminOffer, answerOffer, refuseOfferRequest } from '#contract/admin/offers.ts'
import { roundLineNoteMax, roundNoteMax } from '#contract/shop/offer-rounds.ts'
import { mayFollow } from '#domain/orders/negotiation.ts'
import { writeAmount } from '#domain/money/typed-amount.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import { priceDecimals } from '#domain/text/format.ts'
import { unitText } from '#domain/text/unit-text.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { useMayChange } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { AmountInput } from '#web/product/amount-field.tsx'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { TalksHistory } from './talks-history.tsx'
import { pricesNow, typedPrice } from './typed-price.ts'

/** Days that a version is valid unless the user changes it. */
const validDays = 7

/** What dealer and store have asked and answered, and the form of the store's next answer. */
export function AdminTalks({ offer }: { offer: AdminOffer }) {
  const { t } = useTranslation()
  const mayChange = useMayChange()
  const { talks } = offer
  if (talks.rounds.length === 0) return null
  const isOpen = !offer.isCancel && offer.becameOrder === null && mayFollow('version', talks.state, false)
  return (
    <AdminPanel title={t('administration.offers.talks.title')}>
      {/* A new round starts with an empty form. */}
      {isOpen && mayChange && <AnswerForm key={talks.last} offer={offer} />}
      <TalksHistory talks={talks} />
    </AdminPanel>
  )
}

type Line = { price: string; note: string }

function useAnswer(offer: AdminOffer) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, failure, send } = useSubmit()
  const prices = pricesNow(offer, offer.talks)
  const [lines, setLines] = useState<Readonly<Record<number, Line>>>(() =>
    Object.fromEntries(
      offer.offerItems.map(({ order }) => [
        order,
        { price: writeAmount(String(prices.get(order) ?? 0), ','), note: '' },
      ]),
    ),
  )
  const [wrong, setWrong] = useState<readonly number[]>([])
  const [form, setForm] = useState(() => ({
    note: '',
    until: addDays(dayInTurkey(new Date()), validDays),
    locksRates: false,
  }))
  const params = { id: String(offer.id) }
  const round = offer.talks.last

  async function answer(): Promise<void> {
    const typed = Object.entries(lines).map(([line, { price, note }]) => ({
      line: Number(line),
      price: typedPrice(price) ?? undefined,
      note: note.trim(),
    }))
    const invalid = typed.filter(({ price }) => price === undefined).map(({ line }) => line)
    setWrong(invalid)
    if (invalid.length > 0) return
    await send(async () => {
      const body = { ...form, round, lines: typed.map((line) => ({ ...line, price: line.price ?? 0 })) }
      await call(answerOffer, { params, body })
      notify.success(t('administration.offers.talks.sent'))
      await revalidate()
    })
  }
  async function refuse(): Promise<void> {
    const chosen = await showAlert({
      title: t('administration.offers.talks.refuseTitle'),
      text: t('administration.offers.talks.refuseText'),
      actions: [{ label: t('administration.offers.talks.refuse'), value: 'yes', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (chosen !== 'yes') return
    await send(async () => {
      await call(refuseOfferRequest, { params, body: { round, note: form.note } })
      notify.success(t('administration.offers.talks.refused'))
      await revalidate()
    })
  }
  return { lines, setLines, form, setForm, wrong, isBusy, failure, answer, refuse }
}

function AnswerForm({ offer }: { offer: AdminOffer }) {
  const { t } = useTranslation()
  const { lines, setLines, form, setForm, wrong, isBusy, failure, answer, refuse } = useAnswer(offer)
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void answer()
      }}
    >
      <p className="text-13 text-ink-2">{t('administration.offers.talks.hint')}</p>
      <Failure text={failure?.message} />
      <ul className="border-y border-line">
        {offer.offerItems.map((item) => (
          <AnswerRow
            key={item.id}
            offer={offer}
            item={item}
            line={lines[item.order] ?? { price: '', note: '' }}
            isWrong={wrong.includes(item.order)}
            onLine={(line) => setLines((before) => ({ ...before, [item.order]: line }))}
          />
        ))}
      </ul>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          type="date"
          label={t('administration.offers.talks.until')}
          hint={t('administration.offers.talks.untilHint')}
          error={failure?.fields['until']}
          value={form.until}
          onChange={({ target }) => setForm({ ...form, until: target.value })}
        />
        {offer.rateNotes.length > 0 && (
          <label className="flex items-center gap-2 self-center text-13">
            <input
              type="checkbox"
              checked={form.locksRates}
              onChange={({ target }) => setForm({ ...form, locksRates: target.checked })}
            />
            {t('administration.offers.talks.locksRates')}
          </label>
        )}
      </div>
      <Field label={t('administration.offers.talks.note')}>
        {(fieldProps) => (
          <textarea
            {...fieldProps}
            rows={2}
            maxLength={roundNoteMax}
            value={form.note}
            onChange={({ target }) => setForm({ ...form, note: target.value })}
            className="field w-full px-2.5 py-2"
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        {offer.talks.state === 'asked' && (
          <Button variant="danger" size="card" busy={isBusy} onClick={() => void refuse()}>
            {t('administration.offers.talks.refuse')}
          </Button>
        )}
        <Button type="submit" variant="solid" size="card" busy={isBusy}>
          {t(
            offer.talks.state === 'asked' ? 'administration.offers.talks.send' : 'administration.offers.talks.replace',
          )}
        </Button>
      </div>
    </form>
  )
}

type AnswerRowProps = {
  offer: AdminOffer
  item: AdminOffer['offerItems'][number]
  line: Line
  isWrong: boolean
  onLine(line: Line): void
}

/** A line with what the dealer pays now and asks for, and the fields of the answer. */
function AnswerRow({ offer, item, line, isWrong, onLine }: AnswerRowProps) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  const currency = item.price?.currency ?? ''
  const [last] = offer.talks.rounds
  const asked = last?.kind === 'request' ? last.lines.find((each) => each.line === item.order) : undefined
  const now = pricesNow(offer, offer.talks).get(item.order) ?? 0
  const money = (value: number) => formatMoney(value, currency, priceDecimals(value))
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_9rem_minmax(8rem,16rem)] items-center gap-x-3 gap-y-1 border-b border-line py-2 text-13 last:border-0 max-sm:grid-cols-2">
      <span className="min-w-0 max-sm:col-span-2">
        <span className="block font-medium [overflow-wrap:anywhere]">{item.name}</span>
        <ProductCode code={item.code} className="text-12 text-ink-2" />{' '}
        <span className="text-12 text-ink-2">
          · {formatQuantity(item.quantity)} {unitText(item, formatQuantity)} ·{' '}
          {t('administration.offers.talks.now', { price: money(now) })}
        </span>
        {asked !== undefined && (asked.price !== null || asked.note !== '') && (
          <span className="block text-12 font-medium text-warning [overflow-wrap:anywhere]">
            {[
              asked.price === null ? '' : t('administration.offers.talks.wanted', { price: money(asked.price) }),
              asked.note,
            ]
              .filter((text) => text !== '')
              .join(' · ')}
          </span>
        )}
      </span>
      <span>
        <AmountInput
          places={4}
          aria-label={t('administration.offers.talks.priceOf', { name: item.name })}
          aria-invalid={isWrong || undefined}
          value={line.price}
          onChange={(price) => onLine({ ...line, price })}
          className="field h-9 w-full px-2 text-right max-sm:h-11"
        />
        {isWrong && <span className="block text-12 text-danger">{t('offers.talks.wrongPrice')}</span>}
      </span>
      <input
        aria-label={t('offers.talks.noteOf', { name: item.name })}
        placeholder={t('offers.talks.lineNote')}
        maxLength={roundLineNoteMax}
        value={line.note}
        onChange={({ target }) => onLine({ ...line, note: target.value })}
        className="field h-9 w-full min-w-0 px-2 max-sm:h-11"
      />
    </li>
  )
}
