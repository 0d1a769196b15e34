import type { ReactNode } from 'react'
import type { Invoice } from '#contract/shop/invoices.ts'
import { decimal } from '#domain/money/money.ts'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'

type Document = NonNullable<Invoice['document']>
type Tax = Document['taxes'][number]

/** The totals of the document with each tax rate and what is withheld. */
export function InvoiceTotals({ document, currency }: { document: Document; currency: string }) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  const { totals, taxes, withheld } = document
  const text = (name: string) => t(`invoices.totals.${name}`)
  const money = (value: string) => formatMoney(value, currency)
  const nameOf = (key: 'tax' | 'withheld', { name, code, percent }: Tax) => {
    if (percent === null) return t(`invoices.totals.${key}Plain`, { name: name || code })
    return t(`invoices.totals.${key}`, { name: name || code, percent: formatQuantity(percent) })
  }
  const isGiven = (value: string) => !decimal(value).isZero()
  return (
    <section
      aria-label={text('title')}
      className="break-inside-avoid rounded-panel border border-line bg-surface p-4 print:ml-auto print:w-[9cm]"
    >
      <dl className="flex flex-col gap-1.5 text-13">
        <Row name={text('lines')}>{money(totals.lines)}</Row>
        {isGiven(totals.discount) && <Row name={text('discount')}>−{money(totals.discount)}</Row>}
        {isGiven(totals.charge) && <Row name={text('charge')}>+{money(totals.charge)}</Row>}
        <Row name={text('taxExclusive')}>{money(totals.taxExclusive)}</Row>
        {taxes.map((tax) => (
          <Row
            key={`${tax.code} ${tax.percent} ${tax.base}`}
            name={nameOf('tax', tax)}
            note={t('invoices.totals.base', { amount: money(tax.base) })}
          >
            {money(tax.amount)}
          </Row>
        ))}
        <Row name={text('taxInclusive')}>{money(totals.taxInclusive)}</Row>
        {withheld.map((tax) => (
          <Row key={`${tax.code} ${tax.percent} ${tax.base}`} name={nameOf('withheld', tax)}>
            −{money(tax.amount)}
          </Row>
        ))}
        {isGiven(totals.prepaid) && <Row name={text('prepaid')}>−{money(totals.prepaid)}</Row>}
        {isGiven(totals.rounding) && <Row name={text('rounding')}>{money(totals.rounding)}</Row>}
        <Row name={text('payable')} isLast>
          {money(totals.payable)}
        </Row>
      </dl>
    </section>
  )
}

type RowProps = { name: string; note?: string; isLast?: boolean; children: ReactNode }

function Row({ name, note, isLast = false, children }: RowProps) {
  return (
    <div
      className={classes(
        'flex items-baseline justify-between gap-4',
        isLast && 'mt-1 border-t border-line pt-2 text-16 font-semibold',
      )}
    >
      <dt className={classes('min-w-0 [overflow-wrap:anywhere]', !isLast && 'text-ink-2')}>
        {name} {note !== undefined && <span className="text-12 whitespace-nowrap">({note})</span>}
      </dt>
      <dd className="whitespace-nowrap">{children}</dd>
    </div>
  )
}
