import { useTranslation } from '#web/ui/translation.ts'
import type { Product } from '#contract/product.ts'
import { formatQuantity } from '#domain/format.ts'
import { showStock } from '#domain/stock.ts'
import { useVisitor } from '#web/app/use-visitor.ts'
import { classes } from '#web/ui/classes.ts'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'

/** One row per warehouse; figures are capped where the store caps stock, and offsets belong to the sum, not to a warehouse. */
export function WarehouseRows({
  rows,
  total,
}: {
  rows: NonNullable<Product['inventory']>
  total?: number | undefined
}) {
  const { t } = useTranslation()
  const { settings } = useVisitor()
  const mode = settings.stockInfoStatus
  function words(quantity: number): string {
    const shown = showStock(quantity, mode >= 3 && mode <= 14 ? 0 : mode)
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
        {total === undefined || mode !== 0 ? null : (
          <tr className="h-9 font-semibold">
            <Cell className="pl-0!">{t('catalog.total')}</Cell>
            <Cell align="right" className="pr-0!">
              {formatQuantity(total)}
            </Cell>
          </tr>
        )}
      </tbody>
    </Table>
  )
}
