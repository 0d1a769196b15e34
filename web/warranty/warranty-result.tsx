import { ShieldAlert, ShieldCheck, ShieldQuestion, ShieldX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#web/ui/link.tsx'
import { addDays, type Day, formatDay } from '#domain/text/calendar-day.ts'
import type { WarrantyMovement } from '#domain/after-sales/warranty.ts'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { FoundWarranty } from './use-inquiry.ts'

type WarrantyResultProps = { found: FoundWarranty; onAgain(): void; onClose(): void }

/** 'Ürün Garanti/Servis Bilgisi': the remaining warranty and the sales (specification, section 2). */
export function WarrantyResult({ found, onAgain, onClose }: WarrantyResultProps) {
  const { t } = useTranslation()
  const { product } = found.warranty
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('warranty.result.title')}
      actions={
        <>
          <Button size="lg" onClick={onAgain}>
            {t('warranty.ask.again')}
          </Button>
          <Button variant="solid" size="lg" onClick={onClose}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      {product !== null && (
        <p className="mb-1">
          <ProductCode code={product.code} className="mr-2 text-ink-2" />
          {product.url === null ? (
            <span className="font-medium">{product.name}</span>
          ) : (
            <Link to={product.url} onClick={onClose} className="font-medium text-brand-ink hover:underline">
              {product.name}
            </Link>
          )}
        </p>
      )}
      <p className="code mb-4 break-all text-ink-2">{t('warranty.result.serial', { serial: found.serial.trim() })}</p>
      <Term days={found.warranty.garantiSuresi} today={found.today} />
      <h3 className="mt-5 mb-1 text-14 font-semibold">{t('warranty.result.sales')}</h3>
      <Sales sales={found.sales} />
    </Dialog>
  )
}

const termStyles = {
  left: ['border-success/30 bg-success-soft text-success', ShieldCheck],
  today: ['border-warning/30 bg-warning-soft text-warning', ShieldAlert],
  expired: ['border-danger/30 bg-danger-soft text-danger', ShieldX],
  unknown: ['border-line bg-fill text-ink-2', ShieldQuestion],
} as const

/** Days left of the warranty, or days since it expired, and the date. */
function Term({ days, today }: { days: number | null; today: Day }) {
  const { t, formatNumber } = useTranslation()
  if (days === null) return <TermPanel state="unknown">{t('warranty.result.unknown')}</TermPanel>
  const day = formatDay(addDays(today, days))
  if (days === 0)
    return (
      <TermPanel state="today" detail={t('warranty.result.leftUntil', { day })}>
        {t('warranty.result.today')}
      </TermPanel>
    )
  const count = Math.abs(days)
  const facts = { count, number: formatNumber(count, 0) }
  return days > 0 ? (
    <TermPanel state="left" detail={t('warranty.result.leftUntil', { day })}>
      {t('warranty.result.left', facts)}
    </TermPanel>
  ) : (
    <TermPanel state="expired" detail={t('warranty.result.expiredOn', { day })}>
      {t('warranty.result.expired', facts)}
    </TermPanel>
  )
}

function TermPanel({
  state,
  detail,
  children,
}: {
  state: keyof typeof termStyles
  detail?: string
  children: ReactNode
}) {
  const [style, Icon] = termStyles[state]
  return (
    <div className={classes('flex items-center gap-3 rounded-control border px-3 py-2.5', style)}>
      <Icon size={20} aria-hidden="true" className="shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold">{children}</p>
        {detail !== undefined && <p className="text-13 text-ink-2">{detail}</p>}
      </div>
    </div>
  )
}

function Sales({ sales }: { sales: readonly WarrantyMovement[] }) {
  const { t } = useTranslation()
  return (
    <Table>
      <thead className="border-b text-12 text-ink-2">
        <tr>
          <HeadCell className="pl-0!">{t('warranty.result.date')}</HeadCell>
          <HeadCell>{t('warranty.result.status')}</HeadCell>
          <HeadCell className="pr-0!">{t('warranty.result.document')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {sales.map(({ tarih, durum, belgeNo }, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- nothing of a movement names it, and the list stays as it is
          <tr key={i} className="h-10 border-b last:border-b-0">
            <Cell className="pl-0! whitespace-nowrap">{formatDay(tarih)}</Cell>
            <Cell>{durum}</Cell>
            <Cell className="code pr-0! break-all">{belgeNo === '' ? '–' : belgeNo}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
