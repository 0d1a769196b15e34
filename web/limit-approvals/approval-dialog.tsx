import { type ReactNode, useCallback, useState } from 'react'
import {
  type AdminLimitApproval,
  approveLimit,
  getLimitApproval,
  refuseLimit,
} from '#contract/admin/limit-approvals.ts'
import { adminDealerPath } from '#contract/core/record-paths.ts'
import { lira } from '#domain/money/money.ts'
import { limitApprovalDays, limitNoteMax } from '#domain/orders/limit-approval.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { useMayChange } from '#web/administration/may-change.tsx'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { call } from '#web/app/data/call.ts'
import type { Fetcher } from '#web/app/data/query-cache.ts'
import { useQuery } from '#web/app/data/use-query.ts'
import { Moment } from '#web/app/moment.tsx'
import { Price } from '#web/app/price.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { notify } from '#web/ui/overlay/toast-store.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { LimitStateBadge } from './limit-state-badge.tsx'

/** One request: the dealer's limit as of now, what would be ordered, and the decision. */
export function ApprovalDialog({ id, onClose }: { id: number; onClose(): void }) {
  const { t } = useTranslation()
  const fetcher: Fetcher<AdminLimitApproval> = useCallback(
    ({ signal }) => call(getLimitApproval, { params: { id: String(id) } }, { signal }),
    [id],
  )
  const approval = useQuery(`limit approval ${id}`, fetcher, { freshFor: 0 })
  const { isBusy, run } = useAdminCall()
  const [reason, setReason] = useState('')
  const [days, setDays] = useState<number>(limitApprovalDays.default)
  const mayDecide = useMayChange() && approval?.state === 'waiting'
  const params = { id: String(id) }

  async function approve(): Promise<void> {
    if ((await run(approveLimit, { params, body: { days, reason } })) === null) return
    notify.success(t('administration.limitApprovals.approved'), { id: 'limit' })
    onClose()
  }
  async function refuse(): Promise<void> {
    if ((await run(refuseLimit, { params, body: { reason } })) === null) return
    notify.success(t('administration.limitApprovals.refused'), { id: 'limit' })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="md"
      title={t('administration.limitApprovals.one')}
      actions={
        mayDecide && (
          <>
            <Button size="lg" busy={isBusy} className="max-sm:flex-1" onClick={() => void refuse()}>
              {t('administration.limitApprovals.refuse')}
            </Button>
            <Button variant="solid" size="lg" busy={isBusy} className="max-sm:flex-1" onClick={() => void approve()}>
              {t('administration.limitApprovals.approve')}
            </Button>
          </>
        )
      }
    >
      {approval === undefined ? (
        <Spinner />
      ) : (
        <div className="flex flex-col gap-4">
          <ApprovalFacts approval={approval} />
          {mayDecide && (
            <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
              <Field
                label={t('administration.limitApprovals.answer')}
                hint={t('administration.limitApprovals.answerHint')}
              >
                {(fieldProps) => (
                  <textarea
                    {...fieldProps}
                    rows={2}
                    maxLength={limitNoteMax}
                    value={reason}
                    onChange={({ target }) => setReason(target.value)}
                    className="field w-full p-2.5"
                  />
                )}
              </Field>
              <Field label={t('administration.limitApprovals.days')}>
                {(fieldProps) => (
                  <Select
                    {...fieldProps}
                    size="lg"
                    className="w-full"
                    value={days}
                    onChange={({ target }) => setDays(Number(target.value))}
                  >
                    {[1, 2, 3, 5, 7, 14, 30].map((count) => (
                      <option key={count}>{count}</option>
                    ))}
                  </Select>
                )}
              </Field>
              <p className="text-12 text-ink-2 sm:col-span-2">{t('administration.limitApprovals.onceText')}</p>
            </div>
          )}
          <Lines approval={approval} />
        </div>
      )}
    </Dialog>
  )
}

function ApprovalFacts({ approval }: { approval: AdminLimitApproval }) {
  const { t, formatMoney } = useTranslation()
  const { dealer, user, note, total, totalTry, excess, state, date, expiresAt, limit, reason, decidedBy, orderNo } =
    approval
  const text = (name: string) => t(`administration.limitApprovals.${name}`)
  return (
    <>
      {limit?.isBlocked === true && <MessageStrip tone="warning">{text('blocked')}</MessageStrip>}
      {limit === null && <MessageStrip tone="info">{text('noLimit')}</MessageStrip>}
      <dl className="grid gap-x-6 gap-y-3 text-13 sm:grid-cols-2">
        <Fact name={text('columns.dealer')}>
          <AreaLink to={adminDealerPath(dealer.id)} className="text-brand-ink hover:underline">
            {dealer.name} <span className="code text-12">{dealer.code}</span>
          </AreaLink>
        </Fact>
        <Fact name={text('columns.state')}>
          <LimitStateBadge state={state} /> {orderNo !== null && <span className="code">{orderNo}</span>}
        </Fact>
        <Fact name={text('askedBy')}>
          {user} · <Moment date={date} />
        </Fact>
        {(state === 'waiting' || state === 'approved') && (
          <Fact name={text('validUntil')}>
            <Moment date={expiresAt} />
          </Fact>
        )}
        <Fact name={text('columns.total')}>
          <Price value={total.value} currency={total.currency} className="text-16 font-semibold" />
          {total.currency !== lira && <span className="text-ink-2"> ({formatMoney(totalTry, lira)})</span>}
        </Fact>
        <Fact name={text('excessThen')}>
          <Price value={excess} currency={lira} className="text-16 font-semibold text-danger" />
        </Fact>
        {limit !== null && !limit.isBlocked && (
          <>
            <Fact name={text('riskLimit')}>
              <Price value={limit.riskLimit} currency={lira} />
            </Fact>
            <Fact name={text('available')}>
              <Price value={limit.available} currency={lira} />
            </Fact>
            {limit.sums.length > 0 && (
              <Fact name={text('toPay')}>
                {limit.sums.map(({ value, currency }) => formatMoney(value, currency)).join(' + ')}
                {limit.available < 0 && (
                  <span className="block text-12 text-ink-2">
                    {t('administration.limitApprovals.toPayHint', { over: formatMoney(-limit.available, lira) })}
                  </span>
                )}
              </Fact>
            )}
          </>
        )}
        {note !== '' && (
          <Fact name={text('columns.note')} isWide>
            {note}
          </Fact>
        )}
        {decidedBy !== null && <Fact name={text('decidedBy')}>{decidedBy}</Fact>}
        {reason !== '' && (
          <Fact name={text('answer')} isWide>
            {reason}
          </Fact>
        )}
      </dl>
    </>
  )
}

function Lines({ approval }: { approval: AdminLimitApproval }) {
  const { lines, promotions } = approval
  const { t, formatQuantity } = useTranslation()
  const head = 'py-1.5 text-right font-medium'
  return (
    <table className="w-full text-13">
      <thead className="text-12 text-ink-2">
        <tr>
          <th scope="col" className="py-1.5 text-left font-medium">
            {t('administration.limitApprovals.product')}
          </th>
          <th scope="col" className={`${head} px-3`}>
            {t('administration.limitApprovals.quantity')}
          </th>
          <th scope="col" className={head}>
            {t('administration.limitApprovals.price')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ code, name, unit, quantity, price }) => (
          <tr key={`${code} ${unit}`} className="border-t border-line align-top">
            <td className="py-1.5 [overflow-wrap:anywhere]">
              {name} <span className="code text-12 text-ink-2">{code}</span>
            </td>
            <td className="px-3 py-1.5 text-right whitespace-nowrap tabular-nums">
              {formatQuantity(quantity)} {unit}
            </td>
            <td className="py-1.5 text-right whitespace-nowrap tabular-nums">
              <Price value={price.value} currency={price.currency} />
            </td>
          </tr>
        ))}
      </tbody>
      {promotions !== null && <Sums promotions={promotions} total={approval.total} />}
    </table>
  )
}

type SumsProps = { promotions: NonNullable<AdminLimitApproval['promotions']>; total: AdminLimitApproval['total'] }

/** How promotions lead from the lines to the total. */
function Sums({ promotions: { names, amount, subtotal, tax }, total }: SumsProps) {
  const { t } = useTranslation()
  const text = (name: string) => t(`administration.limitApprovals.sums.${name}`)
  const rows = [
    { name: text('lines'), value: subtotal.value + amount.value },
    { name: `${text('promotions')}: ${names.join(', ')}`, value: -amount.value },
    { name: text('subtotal'), value: subtotal.value },
    { name: text('tax'), value: tax.value },
    { name: text('total'), value: total.value },
  ]
  return (
    <tfoot>
      {rows.map(({ name, value }) => (
        <tr key={name} data-testid="approval-sum" className="border-t border-line align-top last:font-semibold">
          <th scope="row" colSpan={2} className="py-1.5 pr-3 text-left font-[inherit] [overflow-wrap:anywhere]">
            {name}
          </th>
          <td className="py-1.5 text-right whitespace-nowrap tabular-nums">
            <Price value={value} currency={total.currency} />
          </td>
        </tr>
      ))}
    </tfoot>
  )
}

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
      <dt className="text-12 text-ink-2">{name}</dt>
      <dd className="mt-0.5 break-words whitespace-pre-line">{children}</dd>
    </div>
  )
}
