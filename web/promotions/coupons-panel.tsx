import { Download, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type CouponList, createCoupons, deleteCoupon, type ListedCoupon } from '#contract/admin/promotions.ts'
import { couponsExportPath } from '#contract/core/admin-pages.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { CodeField } from '#web/pricing/code-field.tsx'
import { suggestDealers } from '#web/pricing/rule-scope.tsx'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type CouponsPanelProps = { promotionId: number; coupons: CouponList }

/** The coupons of a promotion: the newest, all as a file, and a form for new ones. */
export function CouponsPanel({ promotionId, coupons: { items, total } }: CouponsPanelProps) {
  const { t, formatQuantity } = useTranslation()
  return (
    <AdminPanel
      title={t('promotions.coupons.title', { count: formatQuantity(total) })}
      end={
        total > 0 && (
          <a
            href={`${couponsExportPath}.csv?promotion=${promotionId}`}
            download
            className={buttonClasses('outline', 'sm')}
          >
            <Download size={16} aria-hidden="true" /> {t('promotions.coupons.download')}
          </a>
        )
      }
    >
      <MayChange>
        <NewCoupons promotionId={promotionId} />
      </MayChange>
      {items.length > 0 && (
        <ScrollRegion label={t('promotions.coupons.list')} className="rounded-control border border-line">
          <Table aria-label={t('promotions.coupons.list')}>
            <TableHead>
              <tr className="border-b border-line">
                <HeadCell className="pl-4">{t('promotions.coupons.code')}</HeadCell>
                <HeadCell>{t('promotions.coupons.dealer')}</HeadCell>
                <HeadCell align="right">{t('promotions.coupons.used')}</HeadCell>
                <HeadCell>{t('promotions.coupons.endsOn')}</HeadCell>
                <HeadCell className="pr-4">
                  <span className="sr-only">{t('promotions.coupons.delete')}</span>
                </HeadCell>
              </tr>
            </TableHead>
            <tbody>
              {items.map((coupon) => (
                <CouponRow key={coupon.id} promotionId={promotionId} coupon={coupon} />
              ))}
            </tbody>
          </Table>
        </ScrollRegion>
      )}
      {total > items.length && (
        <p className="text-13 text-ink-2">{t('promotions.coupons.more', { count: formatQuantity(items.length) })}</p>
      )}
    </AdminPanel>
  )
}

function CouponRow({ promotionId, coupon }: { promotionId: number; coupon: ListedCoupon }) {
  const { t, formatQuantity } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const { id, code, dealer, used, maxOrders, endsOn } = coupon
  const params = { id: String(promotionId), coupon: String(id) }
  return (
    <tr data-testid="coupon" className="h-11 border-b border-line last:border-0">
      <Cell className="code pl-4">{code}</Cell>
      <Cell>{dealer?.name ?? t('priceRules.who.all')}</Cell>
      <Cell align="right" className="tabular-nums">
        {maxOrders === null
          ? formatQuantity(used)
          : t('promotions.usedOf', { used: formatQuantity(used), quota: formatQuantity(maxOrders) })}
      </Cell>
      <Cell>{endsOn === null ? '–' : formatDay(endsOn)}</Cell>
      <Cell align="right" className="pr-4">
        <MayChange>
          <IconButton
            label={t('promotions.coupons.deleteOne', { code })}
            variant="danger"
            disabled={isBusy}
            onClick={() => void run(deleteCoupon, { params })}
          >
            <X size={16} aria-hidden="true" />
          </IconButton>
        </MayChange>
      </Cell>
    </tr>
  )
}

const none = { code: '', prefix: '', count: '', dealer: '', maxOrders: '1', endsOn: '' }

/** Adds one coupon with a code, or many with random ones. */
function NewCoupons({ promotionId }: { promotionId: number }) {
  const { t, formatQuantity } = useTranslation()
  const { revalidate } = useRevalidator()
  const [values, setValues] = useState(none)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setErrors({})
    try {
      const { count } = await call(createCoupons, { params: { id: String(promotionId) }, body: values })
      setValues(none)
      notify.success(t('promotions.coupons.added', { count: formatQuantity(count) }), { id: 'coupons' })
      await revalidate()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setErrors(error.fields)
      notify.error(error.message, { id: 'coupons' })
    } finally {
      setBusy(false)
    }
  }
  const field = (name: keyof typeof none) => ({
    label: t(`promotions.coupons.fields.${name}`),
    name: `coupon-${name}`,
    value: values[name],
    error: errors[name],
  })
  const set = (name: keyof typeof none, value: string) => setValues({ ...values, [name]: value })
  return (
    <form className="flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
      <p className="text-13 text-ink-2">{t('promotions.coupons.text')}</p>
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {(['code', 'prefix', 'count', 'maxOrders', 'endsOn'] as const).map((name) => (
          <TextField
            key={name}
            {...field(name)}
            {...(name === 'endsOn' && { type: 'date' })}
            maxLength={40}
            autoComplete="off"
            hint={t(`promotions.coupons.hints.${name}`)}
            onChange={({ target }) => set(name, target.value)}
          />
        ))}
        <CodeField
          {...field('dealer')}
          maxLength={50}
          hint={t('promotions.coupons.hints.dealer')}
          suggest={suggestDealers}
          onChange={(dealer) => set('dealer', dealer)}
        />
      </div>
      <div>
        <Button type="submit" variant="solid" busy={isBusy}>
          {t('promotions.coupons.add')}
        </Button>
      </div>
    </form>
  )
}
