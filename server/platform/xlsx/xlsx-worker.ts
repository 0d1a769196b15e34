import { parentPort, workerData } from 'node:worker_threads'
import writeWorkbook, { type Cell } from 'write-excel-file/node'
import type { XlsxCell, XlsxColumn, XlsxSheet } from './xlsx.ts'

// oxlint-disable-next-line no-control-regex -- what XML cannot hold
const UNWRITABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const LONGEST_TEXT = 32_767 // what a cell holds

const { name, columns, rows } = workerData as XlsxSheet
const head: Cell[] = columns.map(({ title, kind }) => ({
  value: title,
  type: String,
  fontWeight: 'bold',
  align: kind === 'amount' ? 'right' : 'left',
}))
const content = await writeWorkbook(
  [head, ...rows.map((row) => columns.map((column, i) => toCell(column, row[i] ?? null)))],
  { sheet: name, stickyRowsCount: 1, columns: columns.map(({ width }) => ({ width })) },
).toBuffer()
parentPort?.postMessage(content)

function toCell({ kind }: XlsxColumn, value: XlsxCell): Cell {
  if (value === null || value === '') return null
  if (kind === 'amount') return { value: Number(value), type: Number, format: '#,##0.00' }
  if (kind === 'day') return { value: new Date(`${value}T00:00:00Z`), type: Date, format: 'dd.mm.yyyy' }
  return { value: String(value).toWellFormed().replace(UNWRITABLE, '').slice(0, LONGEST_TEXT), type: String }
}
