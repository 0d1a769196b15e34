import { useTranslation } from '#web/ui/translation.ts'
import type { Product } from '#contract/shop/product.ts'
import { formatQuantity } from '#domain/text/format.ts'
import { decimal } from '#domain/money/money.ts'
import { isStockExact, showStock, stockOffset } from '#domain/stock/stock.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { classes } from '#web/ui/classes.ts'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'

/** One row per warehouse by the stock mode, and the sum if the quantities are exact. */
export function WarehouseRows({ rows }: { rows: NonNullable<Product['inventory']> }) {
  const { t } = useTranslation()
  const { settings } = useVisitor()
  // The server has already applied the offset to these rows.
  const mode = stockOffset(settings.stockInfoStatus) === 0 ? settings.stockInfoStatus : 0
  const total = rows.reduce((sum, { quantity }) => sum.plus(quantity), decimal(0)).toString()
  function words(quantity: number): string {
    const shown = showStock(quantity, mode)
    if (shown.kind === 'in') return t('catalog.stock.in')
    if (shown.kind === 'out') return mode === 2 ? t('catalog.stock.out') : formatQuantity(quantity)
    if (shown.kind === 'more_than') return `${formatQuantity(shown.quantity)}+`
    return shown.kind === 'quantity' ? formatQuantity(shown.quantity) : ''
  }
  return (
    <Table>
      <thead className="border-b text-12 text-ink-2">
        <tr>
          <HeadCell className="pl-0!">{t('catalog.warehouse')}</HeadCell>
          <HeadCell align="right" className="pr-0!">
            {t('catalog.amount')}
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.warehouseName}
            className={classes('h-9 border-b last:border-b-0', row.quantity <= 0 && 'text-ink-3')}
          >
            <Cell className="pl-0!">{row.warehouseName}</Cell>
            <Cell align="right" className="pr-0! font-medium">
              {words(row.quantity)}
            </Cell>
          </tr>
        ))}
        {isStockExact(mode) && rows.length > 1 ? (
          <tr className="h-9 font-semibold">
            <Cell className="pl-0!">{t('catalog.total')}</Cell>
            <Cell align="right" className="pr-0!">
              {formatQuantity(total)}
            </Cell>
          </tr>
        ) : null}
      </tbody>
    </Table>
  )
}
