import { Badge } from '#web/ui/badge.tsx'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { cardsText, installmentText, percentPlaces, periodText, rateText, type ShownRate } from './rate-texts.ts'

/** Rates to come, then past ones, the latest first. */
export function RateVersions({ rates, today }: { rates: readonly ShownRate[]; today: string }) {
  const translation = useTranslation()
  const { t } = translation
  const textOf = (name: string) => t(`administration.bankRates.${name}`)
  const places = percentPlaces(rates)
  const sorted = rates.toSorted((a, b) => b.validFrom.localeCompare(a.validFrom) || a.installment - b.installment)
  return (
    <details>
      <summary className="cursor-pointer py-1 text-13 font-medium pointer-coarse:py-3">{textOf('versions')}</summary>
      <div className="-mx-4 mt-2 max-h-96 overflow-auto px-4">
        <Table className="min-w-max">
          <thead className="text-12 text-ink-2">
            <tr className="border-b border-line">
              <HeadCell>{textOf('upload.cards')}</HeadCell>
              <HeadCell>{textOf('columns.installment')}</HeadCell>
              <HeadCell align="right">{textOf('columns.percent')}</HeadCell>
              <HeadCell>{textOf('columns.bearer')}</HeadCell>
              <HeadCell>{textOf('columns.validFrom')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {sorted.map((rate) => (
              <tr key={rate.id} className="h-9 border-b border-line last:border-0">
                <Cell>{cardsText(translation, rate)}</Cell>
                <Cell>{installmentText(translation, rate.installment)}</Cell>
                <Cell align="right" className="tabular-nums">
                  {rateText(translation, rate, places)}
                </Cell>
                <Cell>{textOf(`bearers.${rate.bearer}`)}</Cell>
                <Cell className="whitespace-nowrap">
                  {periodText(translation, rate)}{' '}
                  {rate.validFrom > today ? (
                    <Badge tone="info">{textOf('states.to_come')}</Badge>
                  ) : (
                    <Badge>{textOf('states.over')}</Badge>
                  )}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </details>
  )
}
