import { useTranslation } from '#web/ui/translation.ts'
import type { Product } from '#contract/shop/product.ts'
import { decimal } from '#domain/money/money.ts'
import { figureText } from '#web/catalog/price/stock-badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'

/** One row per warehouse, and the sum if all have a figure. */
export function WarehouseRows({ rows }: { rows: NonNullable<Product['inventory']> }) {
  const { t, formatQuantity } = useTranslation()
  const total = rows.reduce((sum, { quantity = 0 }) => sum.plus(quantity), decimal(0)).toString()
  const hasTotal = rows.length > 1 && rows.every(({ quantity }) => quantity !== undefined)
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
            className={classes('h-9 border-b last:border-b-0', row.isOutOfStock && 'text-ink-3')}
          >
            <Cell className="pl-0!">{row.warehouseName}</Cell>
            <Cell align="right" className="pr-0! font-medium">
              {figureText(row, { formatQuantity }) ?? t(row.isOutOfStock ? 'catalog.stock.out' : 'catalog.stock.in')}
            </Cell>
          </tr>
        ))}
        {hasTotal ? (
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
