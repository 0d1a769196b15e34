import { parentPort, workerData } from 'node:worker_threads'
import writeWorkbook, { type Cell } from 'write-excel-file/node'
import type { XlsxCell, XlsxColumn, XlsxSheet } from './xlsx.ts'

// oxlint-disable-next-line no-control-regex -- what XML cannot hold
const INVALID_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const MAX_TEXT_LENGTH = 32_767 // what a cell holds

type Sheet = Omit<XlsxSheet, 'rows'>
const { name, lead = [], columns } = workerData as Sheet
const table: Cell[][] = [
  ...lead.map((line) => [toCell({ kind: 'text' }, line)]),
  columns.map(({ title, kind }) => ({
    value: title,
    type: String,
    fontWeight: 'bold',
    align: kind === 'amount' || kind === 'number' ? 'right' : 'left',
  })),
]

parentPort?.on('message', (rows: XlsxCell[][] | null) => {
  if (rows === null) void send()
  else for (const row of rows) table.push(columns.map((column, i) => toCell(column, row[i] ?? null)))
})

/** Sends the workbook to the parent, after null has ended the rows. An error ends the worker and is handled there. */
async function send(): Promise<void> {
  const content = await writeWorkbook(table, {
    sheet: name,
    stickyRowsCount: lead.length + 1,
    columns: columns.map(({ width }) => ({ width })),
  }).toBuffer()
  parentPort?.postMessage(content)
}

function toCell({ kind }: Pick<XlsxColumn, 'kind'>, value: XlsxCell): Cell {
  if (value === null || value === '') return null
  const figure = Number(value)
  const isFigure = !Number.isNaN(figure)
  if (kind === 'amount' && isFigure) return { value: figure, type: Number, format: '#,##0.00' }
  if (kind === 'number' && isFigure) return { value: figure, type: Number }
  if (kind === 'day') return { value: new Date(`${value}T00:00:00Z`), type: Date, format: 'dd.mm.yyyy' }
  return { value: String(value).toWellFormed().replace(INVALID_CHARACTERS, '').slice(0, MAX_TEXT_LENGTH), type: String }
}
