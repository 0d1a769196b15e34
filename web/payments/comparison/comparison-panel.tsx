import { useState } from 'react'
import type { ComparedPayment, PaymentComparison } from '#contract/shop/payment-comparison.ts'
import { lira } from '#domain/money/money.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { CardDigits } from './card-digits.tsx'
import { ComparisonRows } from './comparison-rows.tsx'
import { type ComparedThing, useComparison } from './use-comparison.ts'

export type ComparisonProps = {
  compared: ComparedThing
  /** Chooses a row; without it rows have no buttons. */
  onChoose?: ((row: ComparedPayment) => void) | undefined
  /** What the buttons do: choose within the cart, or add the product with it. */
  chooses: 'cart' | 'product'
}

/** The table, with a field for the first digits of a card. */
export function ComparisonPanel({ compared, onChoose, chooses }: ComparisonProps) {
  const { t } = useTranslation()
  const { user, hasCardPayment } = useVisitor()
  const [digits, setDigits] = useState<string | null>(null)
  const { data, error, isLoading, reload } = useComparison(compared, digits)
  const mayTypeCard = user !== null && user.role === 'dealer' && hasCardPayment && data?.withoutCard !== 'approval'
  return (
    <div className="flex flex-col gap-3 pb-2" aria-busy={isLoading}>
      {mayTypeCard && <CardDigits onDigits={setDigits} found={digits === null ? undefined : data?.card} />}
      {error !== null && (
        <MessageStrip tone="danger" role="alert">
          <span className="mr-3">{error}</span>
          <Button size="sm" onClick={reload}>
            {t('ui.retry')}
          </Button>
        </MessageStrip>
      )}
      {data === undefined && error === null && (
        <p role="status" className="text-13 text-ink-2">
          {t('paymentComparison.loading')}
        </p>
      )}
      {data !== undefined && <Compared data={data} onChoose={onChoose} chooses={chooses} />}
    </div>
  )
}

type ComparedProps = Pick<ComparisonProps, 'onChoose' | 'chooses'> & { data: PaymentComparison }

function Compared({ data, ...choice }: ComparedProps) {
  const { t, formatMoney } = useTranslation()
  const { rate, rows, withoutCard } = data
  return (
    <>
      <ComparisonRows rows={rows} {...choice} />
      <div className="space-y-1 text-12 text-ink-2">
        {withoutCard === 'approval' && <p>{t('paymentComparison.approval')}</p>}
        {rate !== null && (
          <p>{t('paymentComparison.rate', { rate: `1 ${rate.currency} = ${formatMoney(rate.rate, lira, 4)}` })}</p>
        )}
        <p>{t('paymentComparison.explained')}</p>
      </div>
    </>
  )
}
