import { parentPort, workerData } from 'node:worker_threads'
import writeWorkbook, { type Cell } from 'write-excel-file/node'
import { maxTextLength, type XlsxCell, type XlsxColumn, type XlsxSheet } from './xlsx.ts'

// oxlint-disable-next-line no-control-regex -- what XML cannot hold
const INVALID_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

type Sheet = Omit<XlsxSheet, 'rows'>
const sheets = (workerData as Sheet[]).map((sheet) => ({ ...sheet, data: headOf(sheet) }))

parentPort?.on('message', (part: { at: number; rows: XlsxCell[][] } | null) => {
  if (part === null) return void send()
  const sheet = sheets[part.at]
  for (const row of part.rows) sheet?.data.push(sheet.columns.map((column, i) => toCell(column, row[i] ?? null)))
})

function headOf({ lead = [], columns }: Sheet): Cell[][] {
  return [
    ...lead.map((line) => [toCell({ kind: 'text' }, line)]),
    columns.map(({ title, kind }) => ({
      value: title,
      type: String,
      fontWeight: 'bold',
      align: kind === 'amount' || kind === 'number' ? 'right' : 'left',
    })),
  ]
}

/** Sends the workbook to the parent, after null has ended the rows. An error ends the worker and is handled there. */
async function send(): Promise<void> {
  const content = await writeWorkbook(
    sheets.map(({ name, lead = [], columns, data }) => ({
      data,
      sheet: name,
      stickyRowsCount: lead.length + 1,
      columns: columns.map(({ width }) => ({ width })),
    })),
  ).toBuffer()
  parentPort?.postMessage(content)
}

function toCell({ kind }: Pick<XlsxColumn, 'kind'>, value: XlsxCell): Cell {
  if (value === null || value === '') return null
  const figure = Number(value)
  const isFigure = !Number.isNaN(figure)
  if (kind === 'amount' && isFigure) return { value: figure, type: Number, format: '#,##0.00' }
  if (kind === 'number' && isFigure) return { value: figure, type: Number }
  if (kind === 'day') return { value: new Date(`${value}T00:00:00Z`), type: Date, format: 'dd.mm.yyyy' }
  return { value: String(value).toWellFormed().replace(INVALID_CHARACTERS, '').slice(0, maxTextLength), type: String }
}
