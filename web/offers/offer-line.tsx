import { Link } from 'react-router'
import type { Offer, OfferItem } from '#contract/shop/offers.ts'
import { formatQuantity } from '#domain/text/format.ts'
import { convert } from '#domain/money/money.ts'
import { Price } from '#web/app/price.tsx'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { classes } from '#web/ui/classes.ts'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { amountNow, customerPriceNow, type DiscountDraft, discountOf, typedDraft } from './discount-drafts.ts'
import { PercentMode } from './percent-mode.tsx'

type OfferLineProps = { offer: Offer; item: OfferItem; draft: DiscountDraft; onDraft(draft: DiscountDraft): void }

export function OfferLine({ offer, item, draft, onDraft }: OfferLineProps) {
  const { t } = useTranslation()
  const { currency, rates } = offer
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
        {formatQuantity(item.quantity)}{' '}
        <span className="text-12 text-ink-2">
          {item.unit}
          {item.multiplier !== 1 && ` (${formatQuantity(item.multiplier)})`}
        </span>
      </Cell>
      <Cell
        align="right"
        className="max-lg:col-span-2 max-lg:col-start-1 max-lg:row-start-3 max-lg:p-0 max-lg:text-left!"
      >
        {item.price !== undefined && <Price value={convert(item.price, currency, rates)} currency={currency} />}
        {customerPrice !== undefined && (
          <span className="block text-12 whitespace-nowrap text-ink-2">
            {t('offers.detail.customerPrice')} <Price value={customerPrice} currency={currency} />
          </span>
        )}
      </Cell>
      <Cell align="right" className="max-lg:col-span-3 max-lg:row-start-4 max-lg:p-0">
        <PercentField offer={offer} item={item} draft={draft} onDraft={onDraft} />
      </Cell>
      <Cell align="right" className="font-semibold max-lg:col-start-3 max-lg:row-start-3 max-lg:p-0 lg:pr-3">
        {amount !== undefined && <Price value={amount} currency={currency} />}
      </Cell>
    </tr>
  )
}

/** The percentage of a line, after the words for discount or mark-up. */
function PercentField({ offer, item, draft, onDraft }: OfferLineProps) {
  const { t } = useTranslation()
  const isInvalid = discountOf(draft) === null
  if (offer.isCancel) {
    return (
      <span className="whitespace-nowrap">
        {draft.text !== '0' && (
          <span className={classes('text-12', draft.isMarkUp ? 'text-info' : 'text-ink-2')}>
            {t(draft.isMarkUp ? 'offers.detail.markUp' : 'offers.detail.discount')}{' '}
          </span>
        )}
        %{draft.text}
      </span>
    )
  }
  return (
    <span className="inline-flex items-center gap-2">
      <PercentMode label={t('offers.detail.modeOf', { name: item.name })} draft={draft} onDraft={onDraft} />
      <input
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        aria-label={t(draft.isMarkUp ? 'offers.detail.markUpOf' : 'offers.detail.percentOf', { name: item.name })}
        aria-invalid={isInvalid || undefined}
        title={isInvalid ? t('offers.detail.rule') : undefined}
        value={draft.text}
        onChange={(event) => onDraft(typedDraft(event.target.value, draft.isMarkUp))}
        onFocus={(event) => event.target.select()}
        className="field h-8 w-19 px-2 text-right pointer-coarse:min-h-11"
      />
    </span>
  )
}
