import { useState } from 'react'
import { askOfferPrices, type Negotiation, roundLineNoteMax, roundNoteMax } from '#contract/shop/offer-rounds.ts'
import type { Offer, OfferItem } from '#contract/shop/offers.ts'
import { priceDecimals } from '#domain/text/format.ts'
import { unitText } from '#domain/text/unit-text.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { AmountInput } from '#web/product/amount-field.tsx'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { pricesNow, typedPrice } from './typed-price.ts'

type AskDialogProps = { offer: Offer; talks: Negotiation; onSent(): Promise<void>; onClose(): void }
type Wish = { price: string; note: string }
const noWish: Wish = { price: '', note: '' }

/** Asks the store for prices: a target and a note by line, and a note for the whole. */
export function AskDialog({ offer, talks, onSent, onClose }: AskDialogProps) {
  const { t } = useTranslation()
  const { isBusy, failure, send } = useSubmit()
  const [wishes, setWishes] = useState<Readonly<Record<number, Wish>>>({})
  const [note, setNote] = useState('')
  const [wrong, setWrong] = useState<readonly number[]>([])
  const prices = pricesNow(offer, talks)

  async function ask(): Promise<void> {
    const typed = offer.offerItems.map(({ order }) => ({ line: order, ...(wishes[order] ?? noWish) }))
    const lines = typed
      .map((wish) => ({ line: wish.line, price: typedPrice(wish.price), note: wish.note.trim() }))
      .filter((wish) => wish.price !== null || wish.note !== '')
    const invalid = lines.filter(({ price }) => price === undefined).map(({ line }) => line)
    setWrong(invalid)
    if (invalid.length > 0) return
    await send(async () => {
      const asked = lines.map((line) => ({ ...line, price: line.price ?? null }))
      await call(askOfferPrices, {
        params: { id: String(offer.id) },
        body: { round: talks.last, note, lines: asked },
      })
      notify.success(t('offers.talks.asked'), { id: 'offers' })
      await onSent()
      onClose()
    }, onSent)
  }
  return (
    <FormDialog
      title={t('offers.talks.ask')}
      saveLabel={t('offers.talks.send')}
      isBusy={isBusy}
      width="lg"
      onSend={ask}
      onClose={onClose}
    >
      <p className="text-13 text-ink-2">{t('offers.talks.askHint')}</p>
      <Failure text={failure?.message} />
      <ul className="border-y border-line">
        {offer.offerItems.map((item) => (
          <WishRow
            key={item.id}
            item={item}
            price={prices.get(item.order) ?? 0}
            wish={wishes[item.order] ?? noWish}
            isWrong={wrong.includes(item.order)}
            onWish={(wish) => setWishes((before) => ({ ...before, [item.order]: wish }))}
          />
        ))}
      </ul>
      <Field label={t('offers.talks.note')}>
        {(fieldProps) => (
          <textarea
            {...fieldProps}
            rows={3}
            maxLength={roundNoteMax}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            className="field w-full px-2.5 py-2"
          />
        )}
      </Field>
    </FormDialog>
  )
}

type WishRowProps = { item: OfferItem; price: number; wish: Wish; isWrong: boolean; onWish(wish: Wish): void }

function WishRow({ item, price, wish, isWrong, onWish }: WishRowProps) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  const currency = item.price?.currency ?? ''
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_8rem_minmax(8rem,14rem)] items-center gap-x-3 gap-y-1 border-b border-line py-2 text-13 last:border-0 max-sm:grid-cols-2">
      <span className="min-w-0 max-sm:col-span-2">
        <span className="block font-medium [overflow-wrap:anywhere]">{item.name}</span>
        <ProductCode code={item.code} className="text-12 text-ink-2" />{' '}
        <span className="text-12 text-ink-2">
          · {formatQuantity(item.quantity)} {unitText(item, formatQuantity)} ·{' '}
          {formatMoney(price, currency, priceDecimals(price))}
        </span>
      </span>
      <span>
        <AmountInput
          places={4}
          aria-label={t('offers.talks.targetOf', { name: item.name })}
          aria-invalid={isWrong || undefined}
          placeholder={t('offers.talks.target', { currency })}
          value={wish.price}
          onChange={(next) => onWish({ ...wish, price: next })}
          className="field h-9 w-full px-2 text-right max-sm:h-11"
        />
        {isWrong && <span className="block text-12 text-danger">{t('offers.talks.wrongPrice')}</span>}
      </span>
      <input
        aria-label={t('offers.talks.noteOf', { name: item.name })}
        placeholder={t('offers.talks.lineNote')}
        maxLength={roundLineNoteMax}
        value={wish.note}
        onChange={(event) => onWish({ ...wish, note: event.target.value })}
        className="field h-9 w-full min-w-0 px-2 max-sm:h-11"
      />
    </li>
  )
}
