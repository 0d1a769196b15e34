import { CircleAlert, CircleCheck } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import { formatQuantity } from '#domain/text/format.ts'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { rowErrorText } from './row-error.ts'
import type { CheckedRow } from './use-pasted-rows.ts'

/** Rows above this number are counted but not shown. */
const maxShownRows = 300

/** The checked rows: refused ones first, each with its reason. */
export function PastedRows({ rows, addedCount }: { rows: readonly CheckedRow[]; addedCount: number }) {
  const { t } = useTranslation()
  const invalid = rows.filter((row) => row.error !== undefined)
  const valid = rows.filter((row) => row.error === undefined)
  const duplicates = duplicateRows(valid)
  const exceeding = exceedingRows(rows)
  const shown = [...invalid, ...valid].slice(0, maxShownRows)
  return (
    <>
      <p ref={focusResult} tabIndex={-1} role="status" className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-13">
        {addedCount > 0 && (
          <span className="inline-flex items-center gap-1.5 font-medium text-success">
            <CircleCheck size={16} aria-hidden="true" /> {t('cartPage.paste.added', { count: addedCount })}
          </span>
        )}
        {(valid.length > 0 || addedCount === 0) && (
          <span className="inline-flex items-center gap-1.5">
            <CircleCheck size={16} aria-hidden="true" className="text-success" />
            {t('cartPage.paste.good', { count: valid.length })}
          </span>
        )}
        {invalid.length > 0 && (
          <span className="inline-flex items-center gap-1.5 font-medium text-danger">
            <CircleAlert size={16} aria-hidden="true" /> {t('cartPage.paste.bad', { count: invalid.length })}
          </span>
        )}
      </p>
      <div className="overflow-x-auto rounded-panel border border-line">
        <Table aria-label={t('cartPage.paste.title')}>
          <TableHead>
            <tr className="border-b border-line">
              <HeadCell align="right" className="pl-3">
                {t('cartPage.paste.row')}
              </HeadCell>
              <HeadCell>{t('cart.head.name')}</HeadCell>
              <HeadCell align="right" className="pr-3">
                {t('cart.head.quantity')}
              </HeadCell>
            </tr>
          </TableHead>
          <tbody>
            {shown.map((row) => (
              <PastedRow key={row.number} row={row} sameAs={duplicates.get(row)} sumWith={exceeding.get(row)} />
            ))}
          </tbody>
        </Table>
      </div>
      {rows.length > shown.length && (
        <p className="mt-2 text-12 text-ink-2">{t('cart.mini.more', { count: rows.length - shown.length })}</p>
      )}
    </>
  )
}

/** Focuses the result, so that screen readers read it next. */
function focusResult(element: HTMLElement | null): void {
  element?.focus()
}

/** Rows that repeat the product and unit of an earlier row, with that row's number. */
function duplicateRows(rows: readonly CheckedRow[]): Map<CheckedRow, number> {
  const first = new Map<string, number>()
  const duplicates = new Map<CheckedRow, number>()
  for (const row of rows) {
    const key = `${row.productId} ${row.unit}`
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, row.number)
    else duplicates.set(row, earlier)
  }
  return duplicates
}

/** Rows that stock does not cover after earlier rows of the same product, with those rows' numbers. */
function exceedingRows(rows: readonly CheckedRow[]): Map<CheckedRow, number[]> {
  const added = new Map<number, number[]>()
  const exceeding = new Map<CheckedRow, number[]>()
  for (const row of rows) {
    const earlier = added.get(row.productId ?? 0) ?? []
    if (row.error === undefined) added.set(row.productId ?? 0, [...earlier, row.number])
    else if (row.error.code === 'insufficient_stock' && earlier.length > 0) exceeding.set(row, earlier)
  }
  return exceeding
}

type PastedRowProps = { row: CheckedRow; sameAs: number | undefined; sumWith: readonly number[] | undefined }

function PastedRow({ row, sameAs, sumWith }: PastedRowProps) {
  const { t } = useTranslation()
  const { line, error, quantity, unit = line.unit ?? '' } = row
  return (
    <tr className="border-b border-line align-top last:border-0">
      <Cell align="right" className="py-2 pl-3 text-ink-2">
        {row.number}
      </Cell>
      <Cell className="py-2">
        {row.name && <span className="block font-medium">{row.name}</span>}
        <span className="text-ink-2">
          <ProductCode code={row.code} />
        </span>
        {error && <span className="block text-danger">{rowErrorText(t, row)}</span>}
        {sumWith !== undefined && (
          <span className="block text-12 text-warning">
            {t('cartPage.paste.summed', { count: sumWith.length, rows: sumWith.join(', ') })}
          </span>
        )}
        {sameAs !== undefined && (
          <span className="block text-12 text-warning">{t('cartPage.paste.doubled', { row: sameAs })}</span>
        )}
      </Cell>
      <Cell align="right" className="py-2 pr-3 whitespace-nowrap">
        {error === undefined && quantity !== null ? formatQuantity(quantity) : line.typed || '—'} {unit}
        {line.typed === '' && <span className="block text-12 text-warning">{t('cartPage.paste.assumed')}</span>}
      </Cell>
    </tr>
  )
}
