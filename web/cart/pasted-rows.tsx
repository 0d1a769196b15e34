import { CircleAlert, CircleCheck } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import { formatQuantity } from '#domain/format.ts'
import { ProductCode } from '#web/catalog/product-code-text.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import type { CheckedRow } from './use-pasted-rows.ts'

/** More rows than anybody reads are counted, not drawn. */
const shownMax = 300

/** The rows before they are added: what cannot be added first, each with its reason. */
export function PastedRows({ rows }: { rows: readonly CheckedRow[] }) {
  const { t } = useTranslation()
  const bad = rows.filter((row) => row.error !== undefined)
  const good = rows.filter((row) => row.error === undefined)
  const shown = [...bad, ...good].slice(0, shownMax)
  return (
    <>
      <p role="status" className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-13">
        <span className="inline-flex items-center gap-1.5">
          <CircleCheck size={16} aria-hidden="true" className="text-success" />
          {t('cart.paste.good', { count: good.length })}
        </span>
        {bad.length > 0 && (
          <span className="inline-flex items-center gap-1.5 font-medium text-danger">
            <CircleAlert size={16} aria-hidden="true" /> {t('cart.paste.bad', { count: bad.length })}
          </span>
        )}
      </p>
      <div className="overflow-x-auto rounded-panel border border-line">
        <Table aria-label={t('cart.paste.title')}>
          <TableHead>
            <tr className="border-b border-line">
              <HeadCell align="right" className="pl-3">
                {t('cart.paste.row')}
              </HeadCell>
              <HeadCell>{t('cart.head.name')}</HeadCell>
              <HeadCell align="right" className="pr-3">
                {t('cart.head.quantity')}
              </HeadCell>
            </tr>
          </TableHead>
          <tbody>
            {shown.map((row) => (
              <PastedRow key={row.line.row} row={row} />
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

function PastedRow({ row }: { row: CheckedRow }) {
  const { line, error, quantity, unit } = row
  return (
    <tr className="border-b border-line align-top last:border-0">
      <Cell align="right" className="py-2 pl-3 text-ink-2">
        {line.row}
      </Cell>
      <Cell className="py-2">
        {row.name && <span className="block font-medium">{row.name}</span>}
        <span className="text-ink-2">
          <ProductCode code={row.code} />
        </span>
        {error && <span className="block text-danger">{error.messages.type}</span>}
      </Cell>
      <Cell align="right" className="py-2 pr-3 whitespace-nowrap">
        {quantity === null ? '—' : formatQuantity(quantity)} {unit ?? line.unit}
      </Cell>
    </tr>
  )
}
