import { type ReactNode, useState } from 'react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { urlOf } from '#contract/core/endpoint.ts'
import { type AdminInvoice, changeInvoice, postInvoice } from '#contract/admin/invoices.ts'
import { adminDealerPath, adminOrderPath, adminStatementPath } from '#contract/core/record-paths.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { MayChange } from '#web/administration/may-change.tsx'
import { Moment } from '#web/app/moment.tsx'
import { Price } from '#web/app/price.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const linkStyle = 'text-brand-ink hover:underline'

/** The dealer, order and account movement of an invoice; those that were not found are entered here. */
export function AdminInvoiceLinks({ invoice }: { invoice: AdminInvoice }) {
  const { t } = useTranslation()
  const { run, isBusy } = useAdminCall()
  const { id, dealer, dealerCode, dealerId, orderNo, orderId, movement, createdAt, createdBy, openCurrency } = invoice
  const text = (name: string) => t(`administration.invoices.page.${name}`)
  const change = (body: { orderNo?: string | null; documentNo?: string | null }) =>
    void run(changeInvoice, { params: { id: String(id) }, body })
  return (
    <section aria-label={text('links')} className="rounded-panel border border-line bg-surface print:hidden">
      <h2 className="border-b border-line px-4 py-2.5 text-14 font-semibold">{text('links')}</h2>
      <dl className="flex flex-col gap-4 p-4 text-13">
        <Fact name={t('administration.invoices.columns.dealer')}>
          <AreaLink to={adminDealerPath(dealerId)} className={linkStyle}>
            {dealer}
          </AreaLink>{' '}
          <span className="text-ink-2">({dealerCode})</span>
        </Fact>
        <Fact name={t('invoices.page.order')}>
          {orderNo === null || orderId === null ? (
            <MayChange>
              <LinkField name={text('orderNo')} isBusy={isBusy} onSave={(value) => change({ orderNo: value })} />
            </MayChange>
          ) : (
            <Linked onUnlink={() => change({ orderNo: null })} isBusy={isBusy}>
              <AreaLink to={adminOrderPath(orderId)} className={`code ${linkStyle}`}>
                {orderNo}
              </AreaLink>
            </Linked>
          )}
        </Fact>
        <Fact name={text('movement')}>
          {movement === null ? (
            <>
              {(invoice.currency === 'TRY' || invoice.isAtItsRate) && (
                <MayChange>
                  <Button
                    size="card"
                    busy={isBusy}
                    className="mt-1 mb-2"
                    onClick={() => void run(postInvoice, { params: { id: String(id) } })}
                  >
                    {text('post')}
                  </Button>
                </MayChange>
              )}
              <MayChange>
                <LinkField
                  name={text('documentNo')}
                  isBusy={isBusy}
                  onSave={(value) => change({ documentNo: value })}
                />
              </MayChange>
            </>
          ) : (
            <Linked onUnlink={() => change({ documentNo: null })} isBusy={isBusy}>
              <AreaLink
                to={urlOf(adminStatementPath(dealerId), {}, { q: movement.documentNo, currency: openCurrency })}
                className={`code ${linkStyle}`}
              >
                {movement.documentNo || text('statement')}
              </AreaLink>{' '}
              <span className="text-ink-2">
                {formatDay(movement.date)} · <Price value={movement.amount} currency={movement.currency} />
              </span>
              {movement.currency === invoice.currency && movement.amount !== invoice.total && (
                <MessageStrip tone="warning" className="mt-2">
                  {text('differs')}
                </MessageStrip>
              )}
            </Linked>
          )}
        </Fact>
        <Fact name={text('created')}>
          <Moment date={createdAt} /> <span className="text-ink-2">{createdBy ?? text('program')}</span>
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-ink-2">{name}</dt>
      <dd className="mt-0.5 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

function Linked({ onUnlink, isBusy, children }: { onUnlink(): void; isBusy: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-start justify-between gap-2">
      <div className="min-w-0">{children}</div>
      <MayChange>
        <Button size="sm" variant="ghost" busy={isBusy} onClick={onUnlink}>
          {t('administration.invoices.page.unlink')}
        </Button>
      </MayChange>
    </div>
  )
}

function LinkField({ name, isBusy, onSave }: { name: string; isBusy: boolean; onSave(value: string): void }) {
  const { t } = useTranslation()
  const [value, setValue] = useState('')
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (value.trim() !== '') onSave(value)
      }}
    >
      <TextField
        label={name}
        maxLength={100}
        value={value}
        onChange={(event) => setValue(event.target.value)}
        className="min-w-40 flex-1"
      />
      <Button type="submit" size="lg" busy={isBusy}>
        {t('administration.invoices.page.save')}
      </Button>
    </form>
  )
}
