import { useEffect, useState } from 'react'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import { listRates } from '#contract/admin/currencies.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { call, CallError } from '#web/app/data/call.ts'
import { Moment } from '#web/app/moment.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { RateSource, rateText } from './rate-source.tsx'

/** The rates of a currency, newest first. */
export function RateHistoryDialog({ code, onClose }: { code: string; onClose(): void }) {
  const { t } = useTranslation()
  const fieldNumber = useFieldNumber()
  const [items, setItems] = useState<Reply<typeof listRates>['items'] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    call(listRates, { params: { code } }, { signal: controller.signal })
      .then((answer) => setItems(answer.items))
      .catch((error: unknown) => error instanceof CallError && setFailure(error.message))
    return () => controller.abort()
  }, [code])
  const column = (name: string) => t(`administration.currencies.columns.${name}`)
  return (
    <Dialog open onOpenChange={onClose} width="md" title={t('administration.currencies.historyOf', { code })}>
      <Failure text={failure} />
      {items === null && failure === null && (
        <div className="flex justify-center py-8">
          <Spinner />
        </div>
      )}
      {items?.length === 0 && <p className="text-ink-2">{t('administration.currencies.noHistory')}</p>}
      {items !== null && items.length > 0 && (
        <Table>
          <TableHead>
            <tr>
              <HeadCell>{column('since')}</HeadCell>
              <HeadCell align="right">{column('rate')}</HeadCell>
              <HeadCell>{column('source')}</HeadCell>
            </tr>
          </TableHead>
          <tbody>
            {items.map(({ since, rate, source, by }) => (
              <tr key={since} className="h-9 border-t border-line">
                <Cell>
                  <Moment date={since} />
                </Cell>
                <Cell align="right" className="font-medium tabular-nums">
                  {fieldNumber(rateText(rate))}
                </Cell>
                <Cell className="text-ink-2">
                  <RateSource source={source} />
                  {by !== null && ` · ${by}`}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Dialog>
  )
}
