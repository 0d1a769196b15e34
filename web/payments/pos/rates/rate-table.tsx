import { MayChange, useMayChange } from '#web/administration/may-change.tsx'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'
import { type Translation, useTranslation } from '#web/ui/translation.ts'
import { cardsText, installmentText, percentPlaces, periodText, rateText, type ShownRate } from './rate-texts.ts'

type RateTableProps = { rates: readonly ShownRate[]; onEdit(rate: ShownRate): void }

/** The rates in force: a row for each program and class, a column for each number of installments. */
export function RateTable({ rates, onEdit }: RateTableProps) {
  const translation = useTranslation()
  const { t } = translation
  const counts = [...new Set(rates.map(({ installment }) => installment))].toSorted((a, b) => a - b)
  const places = percentPlaces(rates)
  const rows = Map.groupBy(rates, (rate) => cardsText(translation, rate))
  return (
    <div className="-mx-4 overflow-x-auto px-4">
      <Table className="min-w-max">
        <caption className="sr-only">{t('administration.bankRates.title')}</caption>
        <thead className="text-12 text-ink-2">
          <tr className="border-b border-line">
            <HeadCell className="sticky left-0 bg-surface">{t('administration.bankRates.upload.cards')}</HeadCell>
            {counts.map((count) => (
              <HeadCell key={count} align="right">
                {installmentText(translation, count)}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...rows].map(([cards, each]) => (
            <tr key={cards} className="border-b border-line last:border-0">
              <Cell className="sticky left-0 max-w-48 bg-surface py-1.5 font-medium">
                {cards}
                <span className="block text-12 font-normal text-ink-2">{sharedNote(each, translation)}</span>
              </Cell>
              {counts.map((count) => (
                <Cell key={count} align="right" className="py-1.5">
                  <RateCell
                    rate={each.find(({ installment }) => installment === count)}
                    places={places}
                    hasNote={sharedNote(each, translation) === null}
                    onEdit={onEdit}
                  />
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

/** Who bears a rate, and when it is paid out. */
function noteOf({ bearer, payOutDays }: ShownRate, { t }: Translation): string {
  const payOut = payOutDays === null ? '' : t('administration.bankRates.payOut', { count: payOutDays })
  return [t(`administration.bankRates.bearers.${bearer}`), payOut].filter(Boolean).join(' · ')
}

/** The note of all rates of a row; null if they differ. */
function sharedNote(rates: readonly ShownRate[], translation: Translation): string | null {
  const [note = '', ...others] = new Set(rates.map((rate) => noteOf(rate, translation)))
  return others.length === 0 ? note : null
}

type RateCellProps = { rate: ShownRate | undefined; places: number; hasNote: boolean; onEdit(rate: ShownRate): void }

function RateCell({ rate, places, hasNote, onEdit }: RateCellProps) {
  const translation = useTranslation()
  const { t } = translation
  const mayChange = useMayChange()
  if (rate === undefined) return <span className="text-ink-3">—</span>
  const text = rateText(translation, rate, places)
  const name = `${cardsText(translation, rate)}, ${installmentText(translation, rate.installment)}: ${text}`
  return (
    <span className="inline-flex flex-col items-end tabular-nums" title={periodText(translation, rate)}>
      {!mayChange && <span className="font-medium">{text}</span>}
      <MayChange>
        <button
          type="button"
          aria-label={t('administration.bankRates.editOf', { name })}
          className="tap font-medium whitespace-nowrap underline decoration-line-2 underline-offset-3 hover:decoration-current"
          onClick={() => onEdit(rate)}
        >
          {text}
        </button>
      </MayChange>
      {hasNote && <span className="text-12 whitespace-nowrap text-ink-2">{noteOf(rate, translation)}</span>}
    </span>
  )
}
