import { useCallback, useEffect, useState } from 'react'
import { type DiscountedCart, getCartDiscount, setCartDiscount } from '#contract/shop/representatives.ts'
import { decimal } from '#domain/money/money.ts'
import { call, CallError } from '#web/app/data/call.ts'
import { useActivity } from '#web/cart/cart-activity.ts'
import { allJobsDone } from '#web/cart/latest-job.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import { useTranslation } from '#web/ui/translation.ts'

type Typed = { total: string; lines: ReadonlyMap<number, string> }

const typedOf = ({ totalPercent, lines }: DiscountedCart): Typed => ({
  total: totalPercent,
  lines: new Map(lines.map(({ unitId, percent }) => [unitId, percent])),
})

type DiscountProps = {
  /** Of the lines on screen: discounts are calculated again when they change. */
  fingerprint: string
  /** Receives the cart with its discounts; null if it cannot be ordered as it is. The same function at every render. */
  onChange(cart: DiscountedCart | null): void
}

/** The discounts that a representative gives: on the whole order and on lines. The server calculates them. */
export function RepresentativeDiscount({ fingerprint, onChange }: DiscountProps) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  const fieldNumber = useFieldNumber()
  const [shown, setShown] = useState<{ key: string; cart: DiscountedCart | null } | null>(null)
  const [typed, setTyped] = useState<Typed | null>(null)
  const [error, setError] = useState<CallError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isSending = useActivity(({ sending }) => sending > 0)
  const plan = useActivity((activity) => activity.plan)
  const key = `${fingerprint} ${plan ?? ''}`
  const accept = useCallback(
    (forKey: string, cart: DiscountedCart | null) => {
      setShown({ key: forKey, cart })
      if (cart !== null) setTyped(typedOf(cart))
      onChange(cart)
    },
    [onChange],
  )

  // Read again whenever the lines or their prices have changed and the changes are saved.
  useEffect(() => {
    if (isSending) return
    let isCurrent = true
    void (async () => {
      await allJobsDone()
      const answer = await call(getCartDiscount).catch(() => null)
      if (isCurrent && answer !== null) accept(key, answer.cart)
    })()
    return () => {
      isCurrent = false
    }
  }, [key, isSending, accept])

  async function save(): Promise<void> {
    if (typed === null) return
    setBusy(true)
    setError(null)
    try {
      const lines = [...typed.lines].map(([unitId, percent]) => ({ unitId, percent }))
      const answer = await call(setCartDiscount, { body: { totalPercent: typed.total, lines } })
      accept(key, answer.cart)
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  const cart = shown?.cart ?? null
  if (cart === null || typed === null) return null
  const saved = typedOf(cart)
  const isChanged =
    typed.total !== saved.total || [...typed.lines].some(([id, percent]) => percent !== saved.lines.get(id))
  const { authority, currency } = cart
  const given = decimal(cart.before).minus(cart.subtotal)
  const fields = error?.fields ?? {}
  return (
    <section
      aria-labelledby="discount-title"
      data-testid="representative-discount"
      aria-busy={shown?.key !== key}
      className="shrink-0 border-line bg-surface p-4 max-sm:border-y sm:rounded-panel sm:border"
    >
      <h2 id="discount-title" className="text-16 font-semibold">
        {t('representatives.discount.title')}
      </h2>
      <p className="mt-0.5 text-13 text-ink-2">
        {t('representatives.discount.authority', {
          line: formatQuantity(authority.linePercent),
          total: formatQuantity(authority.totalPercent),
        })}
      </p>
      <form
        noValidate
        className="mt-3 flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void save()
        }}
      >
        <div className="flex items-end gap-2">
          <TextField
            label={t('representatives.discount.total')}
            name="discount-total"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={fieldNumber(typed.total)}
            error={fields['totalPercent']}
            className="min-w-0 flex-1"
            onChange={({ target }) => setTyped({ ...typed, total: fieldNumber(target.value) })}
          />
          <Button type="submit" size="lg" busy={isBusy} disabled={!isChanged}>
            {t('representatives.discount.apply')}
          </Button>
        </div>
        <details className="text-13">
          <summary className="cursor-pointer py-1 font-medium text-brand-ink pointer-coarse:py-3">
            {t('representatives.discount.lines')}
          </summary>
          <ul className="mt-2 flex flex-col gap-3">
            {cart.lines.map((line) => (
              <li key={line.unitId} className="flex items-center gap-3">
                <span className="min-w-0 flex-1">
                  <span className="line-clamp-2">{line.name}</span>
                  <LinePrice line={line} />
                </span>
                <TextField
                  label={<span className="sr-only">{t('representatives.discount.of', { name: line.name })}</span>}
                  inputMode="decimal"
                  autoComplete="off"
                  placeholder="0"
                  value={fieldNumber(typed.lines.get(line.unitId) ?? '')}
                  error={fields[`line-${line.unitId}`]}
                  className="w-20 shrink-0"
                  onChange={({ target }) =>
                    setTyped({ ...typed, lines: new Map([...typed.lines, [line.unitId, fieldNumber(target.value)]]) })
                  }
                />
              </li>
            ))}
          </ul>
        </details>
      </form>
      <Failure text={error !== null && Object.keys(fields).length === 0 ? error.message : undefined} className="mt-3" />
      {given.greaterThan(0) && (
        <p className="mt-3 text-13">{t('representatives.discount.given', { amount: formatMoney(given, currency) })}</p>
      )}
      {cart.exceeded.length > 0 && (
        <MessageStrip tone="warning" role="status" className="mt-3">
          <b>{t('representatives.discount.waits')}</b>{' '}
          {cart.exceeded.map((part) => t(`representatives.discount.exceeded.${part}`)).join(' ')}
        </MessageStrip>
      )}
    </section>
  )
}

function LinePrice({ line: { price, discounted } }: { line: DiscountedCart['lines'][number] }) {
  const { formatMoney } = useTranslation()
  return (
    <span className="block text-12 text-ink-2 tabular-nums">
      {discounted < price.value && <s>{formatMoney(price.value, price.currency)}</s>}{' '}
      {formatMoney(discounted, price.currency)}
    </span>
  )
}
