import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Order } from '#contract/shop/orders.ts'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { Price, TaxNote } from '#web/app/price.tsx'
import { LineName, LinePrice, LineQuantity } from './line-cells.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'

type Line = Order['orderItems'][number]

/** The order's lines as they were ordered. */
export function OrderLines({ order }: { order: Order }) {
  const { t } = useTranslation()
  return (
    <ScrollRegion label={t('checkout.summary.lines')} className="mt-4 rounded-panel border border-line bg-surface">
      <Table aria-label={t('checkout.summary.lines')} className="max-sm:block">
        <TableHead className="max-sm:hidden">
          <tr className="border-b border-line">
            <HeadCell className="pl-4">{t('checkout.summary.code')}</HeadCell>
            <HeadCell>{t('checkout.summary.name')}</HeadCell>
            <HeadCell align="right">{t('checkout.summary.quantity')}</HeadCell>
            {order.total !== undefined && <PriceHeads />}
          </tr>
        </TableHead>
        <tbody className="max-sm:block">
          {order.orderItems.map((line, i) => (
            <OrderLine key={`${i} ${line.code}`} line={line} order={order} />
          ))}
        </tbody>
      </Table>
    </ScrollRegion>
  )
}

function PriceHeads() {
  const { t } = useTranslation()
  return (
    <>
      <HeadCell align="right">
        {t('checkout.summary.price')}
        <TaxNote />
      </HeadCell>
      <HeadCell align="right">{t('checkout.summary.tax')}</HeadCell>
      <HeadCell align="right" className="pr-4">
        {t('checkout.summary.amount')}
        <TaxNote />
      </HeadCell>
    </>
  )
}

function OrderLine({ line, order }: { line: Line; order: Order }) {
  const { t, formatQuantity } = useTranslation()
  return (
    <tr className="border-b border-line last:border-0 max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-y-0.5 max-sm:p-3 sm:h-13">
      <Cell className="text-ink-2 max-sm:col-start-1 max-sm:row-start-2 sm:pl-4">
        <ProductCode code={line.code} />
      </Cell>
      <Cell className="max-sm:col-span-2 max-sm:row-start-1 sm:py-1.5">
        <LineName line={line} />
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-sm:col-start-2 max-sm:row-start-2">
        <LineQuantity line={line} />
      </Cell>
      {line.price && (
        <>
          <Cell align="right" className="max-sm:col-start-1 max-sm:row-start-3 max-sm:text-left!">
            <LinePrice line={line} order={order} />
          </Cell>
          <Cell align="right" className="text-ink-2 max-sm:hidden">
            {t('cart.taxRate', { rate: formatQuantity(line.taxRate) })}
          </Cell>
          <Cell align="right" className="font-semibold max-sm:col-start-2 max-sm:row-start-3 sm:pr-4">
            <Price value={line.amount ?? 0} currency={order.currency} />
          </Cell>
        </>
      )}
    </tr>
  )
}
