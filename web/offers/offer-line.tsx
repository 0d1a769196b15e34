import { TriangleAlert } from 'lucide-react'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import { Link } from '#web/ui/link.tsx'
import type { Offer, OfferItem } from '#contract/shop/offers.ts'
import { convert, roundMoney } from '#domain/money/money.ts'
import { writeAmount } from '#domain/money/typed-amount.ts'
import { unitText } from '#domain/text/unit-text.ts'
import { Price } from '#web/app/price.tsx'
import { AmountInput } from '#web/product/amount-field.tsx'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { classes } from '#web/ui/classes.ts'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import {
  amountNow,
  basePriceOf,
  costOf,
  customerPriceNow,
  discountOf,
  type LineDraft,
  marginNow,
  quantityOf,
  typedDraft,
} from './discount-drafts.ts'
import { percentText } from './percent-text.ts'
import { PercentMode } from './percent-mode.tsx'
import { isFixed } from './offer-status.tsx'

type OfferLineProps = { offer: Offer; item: OfferItem; draft: LineDraft; onDraft(draft: LineDraft): void }

export function OfferLine({ offer, item, draft, onDraft }: OfferLineProps) {
  const { t, formatQuantity } = useTranslation()
  const { currency } = offer
  const amount = amountNow(offer, item, { [item.id]: draft })
  const customerPrice = customerPriceNow(offer, item, { [item.id]: draft })
  return (
    <tr className="border-b border-line last:border-0 max-lg:grid max-lg:grid-cols-[auto_1fr_auto] max-lg:items-center max-lg:gap-x-2 max-lg:gap-y-1 max-lg:p-3 lg:h-13">
      <Cell className="max-lg:col-start-1 max-lg:row-span-2 max-lg:row-start-1 max-lg:p-0 lg:pl-3">
        <ProductImage src={item.image} alt="" width={40} height={40} className="size-10 rounded-control bg-tile" />
      </Cell>
      <Cell className="text-ink-2 max-lg:col-start-2 max-lg:row-start-2 max-lg:p-0">
        <ProductCode code={item.code} />
      </Cell>
      <Cell className="font-medium max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-1 max-lg:p-0">
        {item.url === null ? (
          item.name
        ) : (
          <Link to={item.url} className="hover:underline">
            {item.name}
          </Link>
        )}
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-lg:col-start-3 max-lg:row-start-2 max-lg:p-0">
        <QuantityField offer={offer} item={item} draft={draft} onDraft={onDraft} />{' '}
        <span className="text-12 text-ink-2">{unitText(item, formatQuantity)}</span>
      </Cell>
      <Cell align="right" className="max-lg:col-span-3 max-lg:row-start-3 max-lg:p-0 max-lg:text-left! lg:py-1.5">
        <BasePrice offer={offer} item={item} draft={draft} onDraft={onDraft} />
        {customerPrice !== undefined && (
          <span className="block text-12 whitespace-nowrap text-ink-2">
            {t('offers.detail.customerPrice')} <Price value={customerPrice} currency={currency} />
          </span>
        )}
      </Cell>
      <Cell align="right" className="max-lg:col-span-3 max-lg:row-start-4 max-lg:p-0">
        <PercentField offer={offer} item={item} draft={draft} onDraft={onDraft} />
      </Cell>
      <Cell
        align="right"
        className="font-semibold max-lg:col-span-3 max-lg:row-start-5 max-lg:flex max-lg:flex-row-reverse max-lg:flex-wrap max-lg:items-baseline max-lg:justify-between max-lg:gap-x-3 max-lg:p-0 lg:pr-3"
      >
        {amount !== undefined && <Price value={amount} currency={currency} />}
        <Margin offer={offer} item={item} draft={draft} />
      </Cell>
    </tr>
  )
}

function QuantityField({ offer, item, draft, onDraft }: OfferLineProps) {
  const { t, formatQuantity } = useTranslation()
  // The quantities of agreed prices stay.
  if (isFixed(offer) || item.agreedPrice != null) return <>{formatQuantity(item.quantity)}</>
  const isInvalid = quantityOf(item, draft) === null
  return (
    <input
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      aria-label={t('offers.detail.quantityOf', { name: item.name })}
      aria-invalid={isInvalid || undefined}
      title={isInvalid ? t('offers.detail.rule') : undefined}
      value={draft.quantity ?? String(item.quantity)}
      onChange={(event) => onDraft({ ...draft, quantity: event.target.value })}
      onFocus={(event) => event.target.select()}
      className="field h-8 w-17 px-2 text-right pointer-coarse:min-h-11"
    />
  )
}

/** The price to which the percentage applies, above the dealer's own price, which the customer never sees. */
function BasePrice({ offer, item, draft, onDraft }: OfferLineProps) {
  const { t, formatMoney } = useTranslation()
  const { currency, rates } = offer
  if (item.price === undefined) return null
  const own = convert(item.price, currency, rates)
  const cost = convert(costOf(item, item.price), currency, rates)
  const isInvalid = basePriceOf(item, draft) === undefined
  const saved = writeAmount(String(item.basePrice ?? roundMoney(own)), ',')
  const costText = (
    <span className="block text-12 whitespace-nowrap text-ink-2">
      {t(item.agreedPrice == null ? 'offers.detail.cost' : 'offers.detail.agreedCost', {
        price: formatMoney(cost, currency),
      })}
    </span>
  )
  if (isFixed(offer)) {
    return (
      <>
        <Price value={item.basePrice ?? own} currency={currency} />
        {(item.basePrice != null || item.agreedPrice != null) && costText}
      </>
    )
  }
  return (
    <>
      <AmountInput
        places={4}
        aria-label={t('offers.detail.basePriceOf', { name: item.name })}
        aria-invalid={isInvalid || undefined}
        title={isInvalid ? t('offers.detail.rule') : undefined}
        value={draft.basePrice ?? saved}
        onChange={(amount) => onDraft({ ...draft, basePrice: amount === saved ? undefined : amount })}
        onFocus={(event) => event.target.select()}
        className="field h-8 w-26 px-2 text-right pointer-coarse:min-h-11"
      />
      {costText}
    </>
  )
}

/** What the dealer earns on the line; below its cost, a warning. */
function Margin({ offer, item, draft }: Omit<OfferLineProps, 'onDraft'>) {
  const { t, formatMoney, formatNumber } = useTranslation()
  const earned = marginNow(offer, item, { [item.id]: draft })
  if (earned === undefined) return null
  const { margin, percent } = earned
  const facts = {
    amount: formatMoney(margin, offer.currency),
    percent: percent === null ? '' : percentText({ t, formatNumber }, percent, 1),
  }
  const isBelowCost = margin.lessThan(0)
  return (
    <span className={classes('block text-12 font-normal', isBelowCost ? 'text-danger' : 'text-ink-2')}>
      {isBelowCost && (
        <span className="font-semibold">
          <TriangleAlert size={12} aria-hidden="true" className="mr-0.5 inline" />
          {t('offers.detail.belowCost')}{' '}
        </span>
      )}
      <span className="whitespace-nowrap">
        {t(percent === null ? 'offers.detail.margin' : 'offers.detail.marginPercent', facts)}
      </span>
    </span>
  )
}

/** The percentage of a line, after the words for discount or mark-up. */
function PercentField({ offer, item, draft, onDraft }: OfferLineProps) {
  const { t, formatNumber } = useTranslation()
  const fieldNumber = useFieldNumber()
  const isInvalid = discountOf(draft) === null
  if (isFixed(offer)) {
    return (
      <span className="whitespace-nowrap">
        {draft.text !== '0' && (
          <span className={classes('text-12', draft.isMarkUp ? 'text-info' : 'text-ink-2')}>
            {t(draft.isMarkUp ? 'offers.detail.markUp' : 'offers.detail.discount')}{' '}
          </span>
        )}
        {percentText({ t, formatNumber }, discountOf(draft) ?? 0)}
      </span>
    )
  }
  return (
    <span className="inline-flex items-center gap-2">
      <PercentMode
        label={t('offers.detail.modeOf', { name: item.name })}
        draft={draft}
        onDraft={(mode) => onDraft({ ...draft, ...mode })}
      />
      <input
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        aria-label={t(draft.isMarkUp ? 'offers.detail.markUpOf' : 'offers.detail.percentOf', { name: item.name })}
        aria-invalid={isInvalid || undefined}
        title={isInvalid ? t('offers.detail.rule') : undefined}
        value={fieldNumber(draft.text)}
        onChange={(event) => onDraft({ ...draft, ...typedDraft(fieldNumber(event.target.value), draft.isMarkUp) })}
        onFocus={(event) => event.target.select()}
        className="field h-8 w-19 px-2 text-right pointer-coarse:min-h-11"
      />
    </span>
  )
}
