import { ListPlus, ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import type { Reorder } from '#contract/shop/bought.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { useMayFillCart } from '#web/app/visitor/use-may-fill-cart.ts'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { AddToList } from './add-to-list.tsx'
import { OrderOutcome } from './order-outcome.tsx'
import { useListOrder } from './use-list-order.ts'

/** Suggestions that are chosen at first and shown. */
const shownItems = 12

/** What is due to be ordered again, in the suggested quantities, with one press. */
export function Reorders({ items }: { items: readonly Reorder[] }) {
  const { t, formatQuantity, formatNumber } = useTranslation()
  const mayFill = useMayFillCart()
  const [excluded, setExcluded] = useState<ReadonlySet<number>>(new Set())
  const { isBusy, outcome, order, close } = useListOrder()
  const shown = items.slice(0, shownItems)
  const chosen = shown.filter(({ productId }) => !excluded.has(productId))
  const title = t('bought.reorders.title')
  const toggle = (id: number) =>
    setExcluded(new Set(excluded.has(id) ? [...excluded].filter((each) => each !== id) : [...excluded, id]))
  return (
    <section
      aria-label={title}
      className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
    >
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-16 font-semibold">{title}</h2>
          <p className="text-13 text-ink-2">{t('bought.reorders.text')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <AddToList
            name={title}
            source={() => ({
              kind: 'products',
              lines: chosen.map(({ productId, unitId, quantity }) => ({ productId, unitId, quantity })),
            })}
          >
            {(open) => (
              <Button
                size="card"
                disabled={chosen.length === 0}
                icon={<ListPlus size={16} aria-hidden="true" />}
                onClick={open}
              >
                {t('bought.reorders.toList')}
              </Button>
            )}
          </AddToList>
          {mayFill && (
            <Button
              variant="solid"
              size="card"
              busy={isBusy}
              disabled={chosen.length === 0}
              icon={<ShoppingCart size={16} aria-hidden="true" />}
              onClick={() => void order(chosen.map(({ code, unit, quantity }) => ({ code, unit, quantity })))}
            >
              {t('bought.reorders.addAll', { count: chosen.length })}
            </Button>
          )}
        </div>
      </div>
      <ul className="grid sm:grid-cols-2 xl:grid-cols-3">
        {shown.map(({ productId, code, name, url, unit, quantity, days, lastOn }) => (
          <li key={productId} data-testid="reorder" className="border-b border-line">
            <label className="flex h-full items-start gap-3 px-4 py-2.5 hover:bg-hover">
              <input
                type="checkbox"
                aria-label={t('lists.chooseOf', { name })}
                checked={!excluded.has(productId)}
                onChange={() => toggle(productId)}
                className="mt-1 size-4 shrink-0 max-sm:size-5"
              />
              <span className="min-w-0 flex-1">
                <ProductCode code={code} className="text-12 text-ink-2" />
                {url === null ? (
                  <span className="line-clamp-2 font-medium">{name}</span>
                ) : (
                  <Link to={url} className="line-clamp-2 font-medium hover:underline">
                    {name}
                  </Link>
                )}
                <span className="block text-12 text-ink-2">
                  {t('bought.reorders.rhythm', {
                    days: formatNumber(Math.round(days), 0),
                    date: formatDay(lastOn),
                  })}
                </span>
              </span>
              <span title={t('bought.reorders.suggested')} className="shrink-0 font-semibold whitespace-nowrap">
                {formatQuantity(quantity)} {unit}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <OrderOutcome outcome={outcome} onClose={close} />
    </section>
  )
}
