import '#web/app/page-words.ts'
import { useState } from 'react'
import type { OrderItem } from '#contract/shop/orders.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { PriceSteps } from './price-steps.tsx'

/** Opens how an order line came to its price when it was ordered; nothing where that is not known. */
export function LineReasons({ line }: { line: OrderItem }) {
  const { t, formatQuantity } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { steps = [], discount, price } = line
  if (steps.length === 0) return null
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label={t('priceReasons.ofLine', { name: line.name })}
        className="tap flex min-h-6 items-center text-12 whitespace-nowrap text-ink-2 underline decoration-dotted underline-offset-3 hover:text-ink sm:ml-auto print:hidden"
      >
        {t('priceReasons.open')}
      </button>
      {isOpen ? (
        <Dialog open onOpenChange={setOpen} title={t('priceReasons.title')}>
          {/* The cell of the line aligns its text to the right. */}
          <div className="text-left">
            <p className="mb-3 text-13 text-ink-2">
              {t('priceReasons.forLine', { quantity: formatQuantity(line.quantity), unit: line.unit, code: line.code })}
            </p>
            <PriceSteps
              steps={[
                ...steps,
                ...(discount === undefined || price === undefined
                  ? []
                  : [{ kind: 'representative' as const, rule: null, chain: String(discount.percent), ...price }]),
              ]}
              label={t('priceReasons.title')}
            />
            <p className="mt-3 text-12 text-ink-3">{t('priceReasons.rounding')}</p>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}
