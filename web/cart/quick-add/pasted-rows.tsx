import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { RepairRow } from './repair-row.tsx'
import { rowUnit } from './row-unit.ts'
import type { CheckedRow, usePastedRows } from './use-pasted-rows.ts'

/** Valid rows above this number are counted but not shown. Refused rows are all shown. */
const maxShownRows = 300

type PastedRowsProps = {
  pasted: Pick<ReturnType<typeof usePastedRows>, 'added' | 'edit' | 'drop' | 'totalOf' | 'describe'>
  rows: readonly CheckedRow[]
  /** Called after a repair by Enter or by a choice. */
  onRepaired(): void
}

/** The checked rows: those with a problem first, to be repaired in place. */
export function PastedRows({ pasted, rows, onRepaired }: PastedRowsProps) {
  const { t } = useTranslation()
  const duplicates = duplicateRows(rows.filter((row) => row.error === undefined))
  const exceeding = exceedingRows(rows)
  const repaired = rows.filter((row) => row.wasRefused)
  const others = rows.filter((row) => !row.wasRefused)
  const notesOf = (row: CheckedRow) => (
    <RowNotes price={row.line.price} rule={row.note} sameAs={duplicates.get(row)} sumWith={exceeding.get(row)} />
  )
  return (
    <>
      <div className="overflow-x-auto rounded-panel border border-line">
        <Table aria-label={t('cartPage.paste.title')} className="max-sm:block">
          <TableHead className="max-sm:hidden">
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
          <tbody className="max-sm:block">
            {repaired.map((row, i) => (
              <RepairRow
                key={row.line.row}
                row={row}
                suggests={i < maxSuggestingRows}
                onEdit={(edit) => pasted.edit(row.line.row, edit)}
                onDrop={() => void pasted.drop(row.line.row).then(onRepaired)}
                onRepaired={onRepaired}
              >
                {notesOf(row)}
              </RepairRow>
            ))}
            {others.slice(0, maxShownRows).map((row) => (
              <ValidRow key={row.line.row} row={row}>
                {notesOf(row)}
              </ValidRow>
            ))}
          </tbody>
        </Table>
      </div>
      {others.length > maxShownRows && (
        <p className="mt-2 text-12 text-ink-2">{t('cart.mini.more', { count: others.length - maxShownRows })}</p>
      )}
    </>
  )
}

/** Rows with an unknown code above this number get no suggestions: each is a request. */
const maxSuggestingRows = 30

type ResultProps = Pick<PastedRowsProps, 'rows'> & {
  pasted: Pick<ReturnType<typeof usePastedRows>, 'added' | 'totalOf' | 'describe'>
  /** Doubtful lines that were answered, and that are open. */
  answered: number
  open: number
}

/** What was added, what can be added and for how much, what is asked, and how many rows have a problem. */
export function PastedResult({ rows, pasted: { added, totalOf, describe }, answered, open }: ResultProps) {
  const { t, formatMoney } = useTranslation()
  const { currency } = usePriceView()
  const valid = rows.filter((row) => row.error === undefined)
  const total = totalOf(valid)
  const goodCount = valid.length + answered
  const refusedCount = rows.length - valid.length
  return (
    <p role="status" className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-13">
      {added.count > 0 && (
        <span className="inline-flex items-center gap-1.5 font-medium text-success">
          <CircleCheck size={16} aria-hidden="true" /> {describe(added.count, added.total)}
        </span>
      )}
      {(goodCount > 0 || added.count === 0) && (
        <span className="inline-flex items-center gap-1.5">
          <CircleCheck size={16} aria-hidden="true" className="text-success" />
          {t('cartPage.paste.good', { count: goodCount })}
        </span>
      )}
      {open > 0 && (
        <span className="inline-flex items-center gap-1.5 font-medium text-warning">
          <CircleHelp size={16} aria-hidden="true" /> {t('orderText.ask', { count: open })}
        </span>
      )}
      {refusedCount > 0 && (
        <span className="inline-flex items-center gap-1.5 font-medium text-danger">
          <CircleAlert size={16} aria-hidden="true" /> {t('cartPage.paste.bad', { count: refusedCount })}
        </span>
      )}
      {!total.isZero() && (
        <span className="ml-auto">
          {t('cartPage.paste.total')} <b className="font-semibold">{formatMoney(total, currency)}</b>
        </span>
      )}
    </p>
  )
}

/** Rows that repeat the product and unit of an earlier row, with that row's number. */
function duplicateRows(rows: readonly CheckedRow[]): Map<CheckedRow, number> {
  const first = new Map<string, number>()
  const duplicates = new Map<CheckedRow, number>()
  for (const row of rows.toSorted((a, b) => a.line.row - b.line.row)) {
    const key = `${row.productId} ${row.unit}`
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, row.line.row)
    else duplicates.set(row, earlier)
  }
  return duplicates
}

/** Rows that stock does not cover after earlier rows of the same product, with those rows' numbers. */
function exceedingRows(rows: readonly CheckedRow[]): Map<CheckedRow, number[]> {
  const added = new Map<number, number[]>()
  const exceeding = new Map<CheckedRow, number[]>()
  for (const row of rows.toSorted((a, b) => a.line.row - b.line.row)) {
    const earlier = added.get(row.productId ?? 0) ?? []
    if (row.error === undefined) added.set(row.productId ?? 0, [...earlier, row.line.row])
    else if (row.error.code === 'insufficient_stock' && earlier.length > 0) exceeding.set(row, earlier)
  }
  return exceeding
}

type RowNotesProps = {
  /** The price in the row. */
  price: string | undefined
  /** The rule of quantity that the row breaks. */
  rule: string | undefined
  sameAs: number | undefined
  sumWith: readonly number[] | undefined
}

function RowNotes({ price, rule, sameAs, sumWith }: RowNotesProps) {
  const { t } = useTranslation()
  return (
    <>
      {price !== undefined && <span className="block text-12 text-ink-2">{t('cartPage.paste.price', { price })}</span>}
      {rule !== undefined && <span className="block text-12 text-warning">{rule}</span>}
      {sumWith !== undefined && (
        <span className="block text-12 text-warning">
          {t('cartPage.paste.summed', { count: sumWith.length, rows: sumWith.join(', ') })}
        </span>
      )}
      {sameAs !== undefined && (
        <span className="block text-12 text-warning">{t('cartPage.paste.doubled', { row: sameAs })}</span>
      )}
    </>
  )
}

function ValidRow({ row, children }: { row: CheckedRow; children: ReactNode }) {
  const { t, formatQuantity, language } = useTranslation()
  const { line, quantity, name, code } = row
  return (
    <tr className="border-b border-line align-top last:border-0 max-sm:grid max-sm:grid-cols-[3rem_1fr_auto]">
      <Cell align="right" className="py-2 pl-3 text-ink-2">
        {line.row}
      </Cell>
      <Cell className="py-2">
        <span className="block font-medium">{name}</span>
        <span className="text-ink-2">
          <ProductCode code={code} />
        </span>
        {line.isByWords && (
          <span className="block text-12 break-words text-ink-2">
            {t('cartPage.paste.given')} <span className="font-mono">{line.text.replaceAll('\t', ' · ')}</span>
          </span>
        )}
        {children}
      </Cell>
      <Cell align="right" className="py-2 pr-3 whitespace-nowrap">
        {formatQuantity(quantity ?? 1)} {rowUnit(row, language)}
        {line.typed === '' && <span className="block text-12 text-warning">{t('cartPage.paste.assumed')}</span>}
      </Cell>
    </tr>
  )
}
