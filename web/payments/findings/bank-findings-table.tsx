import { AreaLink } from '#web/administration/area-link.tsx'
import type { BankFinding, listBankFindings } from '#contract/admin/bank-findings.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { adminPaymentPath } from '#contract/core/record-paths.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import type { ListPlace } from '#web/administration/list-frame.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { Moment } from '#web/app/moment.tsx'
import { Price } from '#web/app/price.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { cardRow } from '#web/ui/card-table.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { FindingActions } from './finding-actions.tsx'

const columns: readonly Column[] = [
  { name: 'day', className: 'pl-4' },
  { name: 'kind', className: 'w-1/3' },
  { name: 'reference', className: 'w-1/3' },
  { name: 'amount', align: 'right' },
  { name: 'actions', className: 'pr-4 w-1/3' },
]

/** Findings, newest first; cards in narrow windows. */
export function BankFindingsTable({ place, list }: { place: ListPlace; list: Reply<typeof listBankFindings> }) {
  return (
    <ListTable place={place} list={list} columns={columns} noun="bankFindings">
      {list.items.map((finding) => (
        <FindingRow key={finding.id} finding={finding} />
      ))}
    </ListTable>
  )
}

function FindingRow({ finding }: { finding: BankFinding }) {
  const { t, formatMoney } = useTranslation()
  const { kind, account, day, occurredAt, amount, currency, ours } = finding
  const oursName = kind === 'refund_missing' ? 'refundedSoFar' : 'ours'
  return (
    <tr data-testid="bank-finding" className={`${cardRow.xl} max-xl:grid-cols-[1fr_auto]`}>
      <Cell className="whitespace-nowrap max-xl:order-3 max-xl:px-0 xl:pl-4">
        {occurredAt === null ? formatDay(day) : <Moment date={occurredAt} />}
      </Cell>
      <Cell className="max-xl:order-1 max-xl:px-0">
        <span className="font-medium">{t(`administration.bankFindings.kinds.${kind}`)}</span>
        <span className="block text-12 text-ink-2">{account}</span>
      </Cell>
      <Cell className="max-xl:order-4 max-xl:px-0 max-xl:text-right">
        <Reference finding={finding} />
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-xl:order-2 max-xl:px-0">
        <Price value={amount} currency={currency} className="font-semibold" />
        {ours !== null && (
          <span className="block text-12 text-ink-2">
            {t(`administration.bankFindings.${oursName}`, { amount: formatMoney(ours, 'TRY') })}
          </span>
        )}
      </Cell>
      <Cell className="max-xl:order-5 max-xl:col-span-2 max-xl:px-0 xl:pr-4">
        {finding.settledAt === null ? <FindingActions finding={finding} /> : <Settled finding={finding} />}
      </Cell>
    </tr>
  )
}

function Reference({ finding }: { finding: BankFinding }) {
  const { t } = useTranslation()
  const { reference, paymentId, paymentReference, cardNumber, authCode } = finding
  const facts = [cardNumber, authCode && t('administration.bankFindings.authCode', { code: authCode })]
  return (
    <>
      {paymentId === null ? (
        <>
          <span className="code [overflow-wrap:anywhere]">{reference}</span>
          <span className="block text-12 text-ink-2">{t('administration.bankFindings.notOurs')}</span>
        </>
      ) : (
        <>
          {reference !== paymentReference && <span className="code block [overflow-wrap:anywhere]">{reference}</span>}
          <AreaLink
            to={adminPaymentPath(paymentId)}
            className="code [overflow-wrap:anywhere] text-brand-ink hover:underline pointer-coarse:py-3"
          >
            {t('administration.bankFindings.payment', { reference: paymentReference ?? reference })}
          </AreaLink>
        </>
      )}
      <span className="block text-12 text-ink-2">{facts.filter(Boolean).join(' · ')}</span>
    </>
  )
}

function Settled({ finding: { settledAs, settledAt, settledBy, note } }: { finding: BankFinding }) {
  const { t } = useTranslation()
  if (settledAs === null || settledAt === null) return null
  return (
    <>
      <Badge tone="success">{t(`administration.bankFindings.settledAs.${settledAs}`)}</Badge>
      {note !== '' && <p className="mt-1 text-13 [overflow-wrap:anywhere]">{note}</p>}
      <p className="mt-1 text-12 text-ink-2">
        {settledBy ?? t('administration.bankFindings.byList')} · <Moment date={settledAt} />
      </p>
    </>
  )
}
