import type { ComparedPayment } from '#contract/shop/payment-comparison.ts'
import { lira } from '#domain/money/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'
import { type Translation, useTranslation } from '#web/ui/translation.ts'

type ComparisonRowsProps = {
  rows: readonly ComparedPayment[]
  chooses: 'cart' | 'product'
  onChoose?: ((row: ComparedPayment) => void) | undefined
}

/** A table, and cards where it has little room. */
export function ComparisonRows({ rows, chooses, onChoose }: ComparisonRowsProps) {
  const { t } = useTranslation()
  const chosenPlan = rows.find(({ isChosen, kind }) => isChosen && kind === 'account')?.plan
  // An early payment is an order on account under its plan: with the plan of the cart, there is nothing left to choose.
  const hasEffect = ({ kind, plan }: ComparedPayment): boolean =>
    chooses === 'product' || kind === 'card' || plan !== chosenPlan
  return (
    <div className="overflow-hidden rounded-panel border border-line bg-surface">
      <Table className="@max-2xl:block">
        <caption className="sr-only">{t('paymentComparison.caption')}</caption>
        <thead className="border-b bg-canvas text-12 text-ink-2 @max-2xl:sr-only">
          <tr>
            <HeadCell className="pl-3!">{t('paymentComparison.column.option')}</HeadCell>
            {(['total', 'monthly', 'cost', 'yearly'] as const).map((column) => (
              <HeadCell key={column} align="right">
                {t(`paymentComparison.column.${column}`)}
              </HeadCell>
            ))}
            {onChoose !== undefined && <HeadCell />}
          </tr>
        </thead>
        <tbody className="@max-2xl:block">
          {rows.map((row) => (
            <Row
              key={keyOf(row)}
              row={row}
              chooses={chooses}
              onChoose={hasEffect(row) ? onChoose : undefined}
              isWide={onChoose !== undefined}
            />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

const keyOf = ({ kind, plan, installment, percent, families }: ComparedPayment): string =>
  [kind, plan, installment, percent, ...families].join(' ')

type RowProps = Omit<ComparisonRowsProps, 'rows'> & {
  row: ComparedPayment
  /** Some rows can be chosen, so all have the column of the button. */
  isWide: boolean
}

function Row({ row, chooses, onChoose, isWide }: RowProps) {
  const translation = useTranslation()
  const { t, formatMoney } = translation
  const { total, totalTry, monthly, cost, isCheapest, isChosen } = row
  const { name, note } = rowTexts(row, translation)
  const figures = [
    ['monthly', monthly === null ? '—' : formatMoney(monthly, lira)],
    ['cost', cost === 0 ? t('paymentComparison.noDifference') : signedMoney(cost, translation)],
    ['yearly', yearlyText(row, translation)],
  ] as const
  return (
    <tr
      data-testid="payment-option"
      className={classes(
        'h-11 border-b last:border-b-0 @max-2xl:grid @max-2xl:h-auto @max-2xl:grid-cols-[1fr_auto] @max-2xl:gap-x-3 @max-2xl:gap-y-1.5 @max-2xl:px-3 @max-2xl:py-2.5',
        isChosen && 'bg-brand-soft',
      )}
    >
      <Cell className="pl-3! @max-2xl:row-span-2 @max-2xl:p-0!">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="font-medium">{name}</span>
          {isCheapest && <Badge tone="success">{t('paymentComparison.cheapest')}</Badge>}
          {isChosen && <Badge tone="brand">{t('paymentComparison.chosen')}</Badge>}
        </span>
        <span className="block text-12 text-ink-2">{note}</span>
        {/* In place of the columns. */}
        <span className="mt-1 flex flex-wrap gap-x-3 text-12 @2xl:hidden">
          {figures
            .filter(([column]) => column !== 'monthly' || monthly !== null)
            .map(([column, figure]) => (
              <span key={column} className="whitespace-nowrap">
                <span className="text-ink-2">{t(`paymentComparison.column.${column}`)}</span> {figure}
              </span>
            ))}
        </span>
      </Cell>
      <Cell align="right" className="whitespace-nowrap @max-2xl:p-0!">
        <span className="font-semibold">{formatMoney(total.value, total.currency)}</span>
        {total.currency !== lira && <span className="block text-12 text-ink-2">{formatMoney(totalTry, lira)}</span>}
      </Cell>
      {figures.map(([column, figure]) => (
        <Cell key={column} align="right" className="whitespace-nowrap @max-2xl:hidden">
          {figure}
        </Cell>
      ))}
      {isWide && (
        <Cell align="right" className="pr-3! whitespace-nowrap @max-2xl:col-start-2 @max-2xl:p-0!">
          {onChoose !== undefined && <Choose row={row} name={name} chooses={chooses} onChoose={onChoose} />}
        </Cell>
      )}
    </tr>
  )
}

type ChooseProps = Required<Pick<ComparisonRowsProps, 'chooses'>> & {
  row: ComparedPayment
  name: string
  onChoose(row: ComparedPayment): void
}

function Choose({ row, name, chooses, onChoose }: ChooseProps) {
  const { t } = useTranslation()
  const word = chooses === 'product' ? 'add' : row.kind === 'card' ? 'pay' : 'choose'
  return (
    <Button
      size="sm"
      variant="outline"
      aria-label={t(`paymentComparison.${word}Of`, { name })}
      onClick={() => onChoose(row)}
    >
      {t(`paymentComparison.${word}`)}
    </Button>
  )
}

function rowTexts(row: ComparedPayment, { t, formatQuantity }: Translation): { name: string; note: string } {
  const { kind, planName, dueDays, percent, installment, extraInstallments, cardClass, families, isCash } = row
  if (kind === 'card') {
    const name =
      installment === 1
        ? t('paymentComparison.single')
        : extraInstallments > 0
          ? t('paymentComparison.installmentsAndExtra', { number: installment ?? 0, extra: extraInstallments })
          : t('paymentComparison.installments', { count: installment ?? 0 })
    const cards = cardClass === null ? '' : t(`paymentComparison.classes.${cardClass}`)
    return { name, note: [families.join(', '), cards, planName].filter(Boolean).join(' · ') }
  }
  if (kind === 'early') {
    return {
      name: t('paymentComparison.early', { percent: formatQuantity(percent ?? 0) }),
      note: t('paymentComparison.earlyDays', { count: dueDays ?? 0 }),
    }
  }
  const due =
    dueDays === null
      ? t('paymentComparison.dueUnknown')
      : dueDays === 0
        ? t('paymentComparison.once')
        : t('paymentComparison.dueIn', { count: dueDays })
  const name = planName ?? t(isCash ? 'paymentComparison.cash' : 'paymentComparison.onAccount')
  return { name, note: `${t('paymentComparison.onAccount')} · ${due}` }
}

const sign = (value: number): string => (value > 0 ? '+' : '−')

const signedMoney = (cost: number, { formatMoney }: Translation): string =>
  `${sign(cost)}${formatMoney(Math.abs(cost), lira)}`

function yearlyText({ yearly }: ComparedPayment, { t, formatNumber }: Translation): string {
  if (yearly === null) return t('paymentComparison.undefinedRate')
  if (yearly === 0) return t('catalog.percent', { value: 0 })
  return `${sign(yearly)}${t('catalog.percent', { value: formatNumber(Math.abs(yearly), 2) })}`
}
