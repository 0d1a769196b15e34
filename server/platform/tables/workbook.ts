import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { TableError, type TableRefusal } from './table-error.ts'
import type { Source, SourceOptions } from './source.ts'
import { findHeader } from './header-line.ts'
import type { Cell, RateHeader, Row, Table, TableChoices } from './table.ts'
import { workbookLimits as limits } from './workbook-limits.ts'
import type { WorkbookAnswer } from './workbook-worker.ts'

type Sheet = { name: string; rows: Cell[][] }

/** Reads a sheet of a workbook (XLSX, or a format before it) in a worker with limits on memory and time. Throws TableError. */
export async function openWorkbook(
  source: Source,
  { signal, onBytes }: SourceOptions = {},
  choices: TableChoices = {},
): Promise<Table> {
  const file = source.name
  if (source.bytes > limits.packedBytes)
    throw new TableError('file_too_large', { file, limit: limits.packedBytes / 2 ** 20 })
  const sheets = await readInWorker(file, await readFile(source.path), signal)
  onBytes?.(source.bytes)
  return chooseSheet(file, sheets, choices)
}

/** The sheet that was asked for, else the first with a recognized header, else the first with content. */
export function chooseSheet(
  file: string,
  sheets: readonly Sheet[],
  { rateHeader = () => 0, isWhole = false, sheet: wanted }: TableChoices,
): Table {
  const filled = sheets.filter(({ rows }) => rows.some((cells) => cells.some((cell) => cell !== '')))
  const found = filled.map((sheet) => ({ ...sheet, header: findHeader(sheet.rows, isWhole ? rateAny : rateHeader) }))
  const chosen =
    found.find(({ name }) => name === wanted) ?? found.find(({ header }) => header.score >= likelyScore) ?? found[0]
  if (!chosen) throw new TableError('file_empty', { file })
  const { rows, header, name } = chosen
  return {
    columns: (rows[header.index] ?? []).map((cell) => String(cell).replace(/\s+/g, ' ').trim()),
    separator: '',
    headerLine: header.index + 1,
    sheet: name,
    sheets: found.map((each) => ({
      name: each.name,
      rows: Math.max(0, each.rows.length - each.header.index - 1),
      isLikely: each.header.score >= likelyScore,
    })),
    async *rows(options): AsyncGenerator<Row> {
      for (const [index, cells] of rows.entries()) {
        options?.signal?.throwIfAborted()
        if (index > header.index && cells.some((cell) => cell !== '')) yield { line: index + 1, cells }
      }
    },
  }
}

/** The first line with a text is the header. */
const rateAny: RateHeader = (cells) => (cells.some((cell) => cell.trim() !== '') ? 1 : 0)

/** Recognized names that make a line a header: a single one may be a coincidence. */
const likelyScore = 2

async function readInWorker(file: string, bytes: Buffer, signal: AbortSignal | undefined): Promise<Sheet[]> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: limits.workerMegabytes, maxYoungGenerationSizeMb: 32 },
    execArgv: [],
  })
  const sheets: Sheet[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Sheet[]>()
  const refuse = (code: TableRefusal, facts = {}) => reject(new TableError(code, { file, ...facts }))
  const timer = setTimeout(() => refuse('sheet_time', { limit: limits.milliseconds / 1000 }), limits.milliseconds)
  const abort = () => reject(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  worker.on('message', (answer: WorkbookAnswer) => {
    if (answer.kind === 'sheet') sheets.push({ name: answer.name, rows: [] })
    else if (answer.kind === 'rows') for (const cells of answer.rows) sheets.at(-1)?.rows.push(cells)
    else if (answer.kind === 'refused') refuse(answer.code, answer.facts)
    else resolve(sheets)
  })
  worker.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') refuse('sheet_memory', { limit: limits.workerMegabytes })
    else refuse('file_broken', { reason: error.message })
  })
  worker.on('exit', () => refuse('file_broken', { reason: 'xlsx' }))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    await worker.terminate()
  }
}
