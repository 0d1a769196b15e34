import type { BankLine, listBankLines } from '#contract/admin/bank-lines.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { lira } from '#domain/money/money.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import type { ListPlace } from '#web/administration/list-frame.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { Moment } from '#web/app/moment.tsx'
import { Price } from '#web/app/price.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { cardRow } from '#web/ui/card-table.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { OpenLine } from './open-line.tsx'
import { ReopenButton } from './reopen-button.tsx'

const columns: readonly Column[] = [
  { name: 'day', className: 'pl-4' },
  { name: 'sender', className: 'w-2/5' },
  { name: 'amount', align: 'right' },
  { name: 'match', className: 'pr-4 w-3/5' },
]

type List = Omit<Reply<typeof listBankLines>, 'state'> & { state: string | null }

/** Lines, newest first; cards in narrow windows. */
export function BankLinesTable({ place, list }: { place: ListPlace; list: List }) {
  return (
    <ListTable place={place} list={list} columns={columns} noun="bankLines">
      {list.items.map((line) => (
        <LineRow key={line.id} line={line} />
      ))}
    </ListTable>
  )
}

function LineRow({ line }: { line: BankLine }) {
  const { t } = useTranslation()
  const { day, bank, iban, amount, sender, description, senderIban, reference, hasTwin, state } = line
  return (
    <tr data-testid="bank-line" className={`${cardRow.xl} max-xl:grid-cols-[1fr_auto] xl:align-top xl:[&>td]:py-2.5!`}>
      <Cell className="whitespace-nowrap max-xl:order-1 max-xl:px-0 xl:pl-4">
        {formatDay(day)}
        <span className="block text-12 text-ink-2">{bank || iban}</span>
      </Cell>
      <Cell className="[overflow-wrap:anywhere] max-xl:order-3 max-xl:col-span-2 max-xl:px-0">
        {sender !== '' && <span className="block font-medium">{sender}</span>}
        <span className="block">{description}</span>
        <span className="block text-12 text-ink-2">
          {senderIban !== '' && <span className="code">{senderIban}</span>}
          {senderIban !== '' && reference !== '' && ' · '}
          {reference}
        </span>
        {hasTwin && (
          <Badge tone="warning" className="mt-1 h-auto! py-0.5 whitespace-normal!">
            {t('administration.bankLines.twin')}
          </Badge>
        )}
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-xl:order-2 max-xl:px-0">
        <Price value={amount} currency={lira} className="font-semibold" />
      </Cell>
      <Cell className="max-xl:order-4 max-xl:col-span-2 max-xl:px-0 xl:pr-4">
        {state === 'open' && <OpenLine line={line} />}
        {(state === 'booked' || state === 'ignored') && <SettledLine line={line} />}
      </Cell>
    </tr>
  )
}

function SettledLine({ line }: { line: BankLine }) {
  const { t } = useTranslation()
  const { state, bookings, reason, settledAt, settledBy } = line
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
      <div className="min-w-0 flex-1">
        <Badge tone={state === 'booked' ? 'success' : 'neutral'}>{t(`administration.bankLines.states.${state}`)}</Badge>
        {bookings.map(({ dealerId, dealer, dealerCode, amount }) => (
          <span key={dealerId} className="block [overflow-wrap:anywhere]">
            <span className="font-medium">{dealer}</span> <span className="text-12 text-ink-2">{dealerCode}</span>
            {bookings.length > 1 && (
              <>
                {' '}
                <Price value={amount} currency={lira} />
              </>
            )}
          </span>
        ))}
        {reason !== '' && <span className="block [overflow-wrap:anywhere]">{reason}</span>}
        {settledAt !== null && (
          <span className="block text-12 text-ink-2">
            {settledBy !== null && `${settledBy} · `}
            <Moment date={settledAt} />
          </span>
        )}
      </div>
      <ReopenButton line={line} />
    </div>
  )
}
