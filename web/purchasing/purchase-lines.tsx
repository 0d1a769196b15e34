import { type ReactNode, useState } from 'react'
import { changePurchase, getPurchase, type Purchase, type PurchaseLine } from '#contract/shop/purchases.ts'
import { quantityMax } from '#domain/cart/quantity.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Price } from '#web/app/price.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { ProductImage } from '#web/ui/product-image.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { hasNewPrice } from './purchase-differences.ts'

type PurchaseLinesProps = {
  purchase: Purchase
  isEditing: boolean
  onSaved(purchase: Purchase): void
  /** Somebody else changed it. */
  onChange(purchase: Purchase): void
  onCancel(): void
}

/** The lines with today's prices and stock beside those of the buyer; an approver can change the quantities. */
export function PurchaseLines({ purchase, isEditing, onSaved, onChange, onCancel }: PurchaseLinesProps) {
  const { t } = useTranslation()
  const { id, revision, lines } = purchase
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const { isBusy, failure, send } = useSubmit()
  const params = { id: String(id) }
  const isWrong = (text: string) => !/^\d{1,7}$/.test(text) || Number(text) > quantityMax
  const wanted = lines.map(({ lineNo, quantity }) => ({ lineNo, text: typed[lineNo] ?? String(quantity) }))
  const save = () =>
    send(
      async () => {
        const changed = wanted.map(({ lineNo, text }) => ({ lineNo, quantity: Number(text) }))
        onSaved(await call(changePurchase, { params, body: { revision, lines: changed } }))
        notify.success(t('purchases.action.saved'), { id: 'purchase' })
      },
      async ({ status }) => {
        if (status === 409) onChange(await call(getPurchase, { params }))
      },
    )
  return (
    <section
      aria-label={t('purchases.lines.title')}
      className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
    >
      <h2 className="border-b border-line px-4 py-2.5 text-14 font-semibold">{t('purchases.lines.title')}</h2>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <Line key={line.lineNo} line={line}>
            {isEditing ? (
              <input
                type="text"
                inputMode="numeric"
                autoComplete="off"
                maxLength={7}
                aria-label={t('purchases.lines.quantityOf', { name: line.name })}
                aria-invalid={isWrong(typed[line.lineNo] ?? String(line.quantity)) || undefined}
                value={typed[line.lineNo] ?? String(line.quantity)}
                onChange={({ target }) => setTyped({ ...typed, [line.lineNo]: target.value.trim() })}
                className="field h-10 w-24 px-2.5 text-right tabular-nums max-sm:h-11"
              />
            ) : undefined}
          </Line>
        ))}
      </ul>
      {isEditing && (
        <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3">
          <Failure text={failure?.message} />
          <Button size="lg" onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <Button
            variant="solid"
            size="lg"
            busy={isBusy}
            disabled={wanted.some(({ text }) => isWrong(text))}
            onClick={() => void save()}
          >
            {t('purchases.action.save')}
          </Button>
        </div>
      )}
    </section>
  )
}

function Line({ line, children }: { line: PurchaseLine; children?: ReactNode }) {
  const { t, formatQuantity, formatMoney } = useTranslation()
  const { code, name, image, unit, quantity, quantityBefore, price, priceBefore, amount, problem } = line
  const shown = price ?? priceBefore
  const isOtherPrice = hasNewPrice(line)
  return (
    <li
      data-testid="purchase-line"
      className={classes(
        'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-13',
        quantity === 0 && 'opacity-60',
      )}
    >
      <ProductImage src={image} alt="" width={48} height={48} className="size-12 shrink-0 rounded-control" />
      <div className="min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
        <p className="font-medium">{name}</p>
        <p className="code text-12 text-ink-2">{code}</p>
        <Stock line={line} />
        {problem !== null && problem !== 'no_stock' && (
          <Badge tone="danger" className="mt-1">
            {t(`purchases.problems.${problem}`)}
          </Badge>
        )}
      </div>
      <div className="flex items-start justify-end gap-4 max-sm:w-full max-sm:justify-between max-sm:pl-16">
        {shown && (
          <div className="sm:min-w-24 sm:text-right">
            <p className="text-12 text-ink-2">{t('purchases.lines.price')}</p>
            <Price
              value={shown.value}
              currency={shown.currency}
              className={isOtherPrice ? 'font-semibold text-warning' : 'font-medium'}
            />
            {isOtherPrice && priceBefore && (
              <p className="text-12 text-ink-2">
                {t('purchases.lines.before', { value: formatMoney(priceBefore.value, priceBefore.currency) })}
              </p>
            )}
          </div>
        )}
        <div className="flex flex-col items-end sm:min-w-24">
          <p className="text-12 text-ink-2">{t('purchases.lines.quantity')}</p>
          {children ?? (
            <p className="font-semibold whitespace-nowrap">
              {quantity === 0 ? t('purchases.lines.removed') : `${formatQuantity(quantity)} ${unit}`}
            </p>
          )}
          {quantity !== quantityBefore && (
            <p className="text-12 text-ink-2">
              {t('purchases.lines.before', { value: `${formatQuantity(quantityBefore)} ${unit}` })}
            </p>
          )}
        </div>
        {amount && (
          <div data-testid="purchase-amount" className="text-right whitespace-nowrap sm:min-w-28">
            <p className="text-12 text-ink-2">{t('purchases.lines.amount')}</p>
            <Price value={amount.value} currency={amount.currency} className="font-semibold" />
          </div>
        )}
      </div>
    </li>
  )
}

/** What today's stock lacks. */
function Stock({ line: { isShort, shortage, problem } }: { line: PurchaseLine }) {
  const { t, formatQuantity } = useTranslation()
  if (!isShort) return null
  const isRefused = problem === 'no_stock'
  return (
    <p className={classes('mt-0.5 text-12 font-medium', isRefused ? 'text-danger' : 'text-warning')}>
      {shortage === undefined
        ? t('purchases.lines.short')
        : t('purchases.lines.shortOf', { count: formatQuantity(shortage) })}
      {' · '}
      {t(isRefused ? 'purchases.problems.no_stock' : 'purchases.lines.backOrder')}
    </p>
  )
}
