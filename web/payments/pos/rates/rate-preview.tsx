import type { RateFilePreview } from '#contract/admin/bank-rates.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { cardsText, installmentText, percentPlaces, rateText } from './rate-texts.ts'

type RatePreviewProps = { preview: RateFilePreview; endsMissing: boolean; onEndMissing(isChecked: boolean): void }

/** What was understood of a sheet, what it changes, and the cells that were not understood. */
export function RatePreview({ preview, endsMissing, onEndMissing }: RatePreviewProps) {
  const { t } = useTranslation()
  const { layouts, plain, rates, differences, unchanged, missing, problems, unread } = preview
  const textOf = (name: string, facts?: Record<string, string | number>) =>
    t(`administration.bankRates.upload.${name}`, facts)
  const understood = [
    textOf('read', { number: rates.length }),
    ...layouts.map((layout) => textOf(`layouts.${layout}`)),
    ...(plain === 'none' ? [] : [textOf(`readPlain.${plain}`)]),
  ]
  return (
    <>
      <p role="status" className="text-13 font-medium">
        {understood.join(' · ')}
      </p>
      {problems.length > 0 && (
        <MessageStrip tone="danger" role="alert">
          <p className="font-medium">{textOf('problems')}</p>
          <ul className="mt-1">
            {problems.map(({ code, address, text }) => (
              <li key={`${address} ${code}`}>
                <span className="code">{address}</span> {t(`administration.bankRates.problems.${code}`, { text })}
              </li>
            ))}
          </ul>
          <p className="mt-1">{textOf('fix')}</p>
        </MessageStrip>
      )}
      {differences.length === 0 ? (
        rates.length > 0 && <p className="text-13">{textOf('noChanges')}</p>
      ) : (
        <Differences differences={differences} />
      )}
      {unchanged > 0 && <p className="text-13 text-ink-2">{textOf('unchanged', { number: unchanged })}</p>}
      {missing.length > 0 && (
        <label className="flex items-center gap-2 text-13 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-brand"
            checked={endsMissing}
            onChange={({ target }) => onEndMissing(target.checked)}
          />
          {textOf('missing', { number: missing.length })}
        </label>
      )}
      {unread.length > 0 && (
        <details className="text-13">
          <summary className="cursor-pointer text-ink-2 pointer-coarse:py-3">
            {textOf('unread')} ({unread.length})
          </summary>
          <ul className="mt-1">
            {unread.map(({ address, text }) => (
              <li key={address} className="[overflow-wrap:anywhere]">
                <span className="code text-ink-2">{address}</span> {text}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Differences({ differences }: Pick<RateFilePreview, 'differences'>) {
  const translation = useTranslation()
  const textOf = (name: string) => translation.t(`administration.bankRates.upload.${name}`)
  const places = percentPlaces(
    differences.flatMap(({ before, after }) => (before === null ? [after] : [before, after])),
  )
  return (
    <div className="max-h-80 overflow-auto">
      <Table>
        <caption className="pb-1 text-left text-13 font-medium">{textOf('changes')}</caption>
        <thead className="text-12 text-ink-2">
          <tr className="border-b border-line">
            <HeadCell>{textOf('cell')}</HeadCell>
            <HeadCell>{textOf('cards')}</HeadCell>
            <HeadCell>{translation.t('administration.bankRates.columns.installment')}</HeadCell>
            <HeadCell align="right">{textOf('before')}</HeadCell>
            <HeadCell align="right">{textOf('after')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ before, after, address }) => (
            <tr
              key={`${address} ${cardsText(translation, after)}`}
              className="h-8.5 border-b border-line last:border-0"
            >
              <Cell className="code text-ink-2">{address}</Cell>
              <Cell>{cardsText(translation, after)}</Cell>
              <Cell className="whitespace-nowrap">{installmentText(translation, after.installment)}</Cell>
              <Cell align="right" className="whitespace-nowrap tabular-nums text-ink-2">
                {before === null ? textOf('none') : rateText(translation, before, places)}
              </Cell>
              <Cell align="right" className="font-medium whitespace-nowrap tabular-nums">
                {rateText(translation, after, places)}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
