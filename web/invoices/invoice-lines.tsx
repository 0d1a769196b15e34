import type { Invoice } from '#contract/shop/invoices.ts'
import { vatCode } from '#domain/invoices/invoice-document.ts'
import { decimal } from '#domain/money/money.ts'
import { Price } from '#web/app/price.tsx'
import { classes } from '#web/ui/classes.ts'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { unitName } from './invoice-words.ts'

type Line = NonNullable<Invoice['document']>['lines'][number]

/** The lines of an invoice; cards on phones. */
export function InvoiceLines({ lines, currency }: { lines: readonly Line[]; currency: string }) {
  const { t } = useTranslation()
  const head = (name: string) => t(`invoices.lines.${name}`)
  const hasDiscounts = lines.some(({ discount, charge }) => !isZero(discount) || !isZero(charge))
  return (
    <ScrollRegion
      label={head('title')}
      className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 print:overflow-visible"
    >
      <Table aria-label={head('title')} className="max-sm:block print:text-[8pt]">
        <TableHead className="max-sm:hidden print:static">
          <tr className="border-b border-line">
            <HeadCell className="pl-4">{head('no')}</HeadCell>
            <HeadCell className="w-full">{head('name')}</HeadCell>
            <HeadCell align="right">{head('quantity')}</HeadCell>
            <HeadCell align="right">{head('price')}</HeadCell>
            {hasDiscounts && <HeadCell align="right">{head('discount')}</HeadCell>}
            <HeadCell align="right">{head('tax')}</HeadCell>
            <HeadCell align="right" className="pr-4">
              {head('amount')}
            </HeadCell>
          </tr>
        </TableHead>
        <tbody className="max-sm:block">
          {lines.map((line, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the lines of a document never change
            <LineRow key={at} line={line} currency={currency} hasDiscounts={hasDiscounts} />
          ))}
        </tbody>
      </Table>
    </ScrollRegion>
  )
}

const isZero = (amount: string): boolean => decimal(amount).isZero()

type LineRowProps = { line: Line; currency: string; hasDiscounts: boolean }

function LineRow({ line, currency, hasDiscounts }: LineRowProps) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  const vat = line.taxes.find(({ code }) => code === vatCode)?.percent ?? null
  const places = decimal(line.price).decimalPlaces() > 2 ? 4 : 2
  const quantity = `${formatQuantity(line.quantity)} ${unitName(t, line.unit)}`
  return (
    <tr className="break-inside-avoid border-b border-line last:border-0 max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:p-3 sm:h-11 sm:[&>td]:py-1.5">
      <Cell className="text-ink-2 max-sm:hidden sm:pl-4">{line.no}</Cell>
      <Cell className="[overflow-wrap:anywhere] max-sm:col-span-2 max-sm:px-0">
        <span className="font-medium">{line.name}</span>
        {line.code !== '' && <span className="code block text-12 text-ink-2">{line.code}</span>}
        {line.note !== '' && <span className="block text-12 text-ink-2">{line.note}</span>}
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-sm:px-0 max-sm:text-left">
        {quantity}
        <span className="text-ink-2 sm:hidden"> × {formatMoney(line.price, currency, places)}</span>
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-sm:hidden">
        {formatMoney(line.price, currency, places)}
      </Cell>
      {hasDiscounts && (
        <Cell
          align="right"
          className={classes(
            'whitespace-nowrap max-sm:order-1 max-sm:px-0 max-sm:text-left max-sm:text-12 max-sm:text-ink-2',
            isZero(line.discount) && isZero(line.charge) && 'max-sm:hidden',
          )}
        >
          {!isZero(line.discount) && (
            <span className="block">
              <span className="sm:hidden">{t('invoices.lines.discount')} </span>−
              <Price value={line.discount} currency={currency} />
            </span>
          )}
          {!isZero(line.charge) && (
            <span className="block">
              +<Price value={line.charge} currency={currency} />
            </span>
          )}
        </Cell>
      )}
      <Cell align="right" className="whitespace-nowrap max-sm:hidden">
        {vat !== null && t('invoices.lines.percent', { percent: formatQuantity(vat) })}
      </Cell>
      <Cell align="right" className="font-medium whitespace-nowrap max-sm:px-0 sm:pr-4">
        <Price value={line.amount} currency={currency} />
      </Cell>
    </tr>
  )
}
