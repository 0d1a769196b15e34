import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { TableError, type TableRefusal } from './table-error.ts'
import type { Source, SourceOptions } from './source.ts'
import type { Cell, Row, Table } from './table.ts'
import { workbookLimits as limits } from './workbook-limits.ts'
import type { WorkbookAnswer } from './workbook-worker.ts'

type Sheet = { rows: Cell[][]; otherSheets: string[] }

/** Reads the first sheet of an XLSX file in a worker with limits on memory and time. Throws TableError. */
export async function openWorkbook(source: Source, { signal, onBytes }: SourceOptions = {}): Promise<Table> {
  const file = source.name
  if (source.bytes > limits.packedBytes)
    throw new TableError('file_too_large', { file, limit: limits.packedBytes / 2 ** 20 })
  const sheet = await readInWorker(file, await readFile(source.path), signal)
  onBytes?.(source.bytes)
  const header = sheet.rows.findIndex((cells) => cells.some((cell) => cell !== ''))
  const columns = sheet.rows[header]?.map((cell) => String(cell).replace(/\s+/g, ' ').trim())
  if (!columns) throw new TableError('file_empty', { file })
  return {
    columns,
    separator: '',
    otherSheets: sheet.otherSheets,
    async *rows(options): AsyncGenerator<Row> {
      for (const [index, cells] of sheet.rows.entries()) {
        options?.signal?.throwIfAborted()
        if (index > header && cells.some((cell) => cell !== '')) yield { line: index + 1, cells }
      }
    },
  }
}

async function readInWorker(file: string, bytes: Buffer, signal: AbortSignal | undefined): Promise<Sheet> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: limits.workerMegabytes, maxYoungGenerationSizeMb: 32 },
    execArgv: [],
  })
  const sheet: Sheet = { rows: [], otherSheets: [] }
  const { promise, resolve, reject } = Promise.withResolvers<Sheet>()
  const refuse = (code: TableRefusal, facts = {}) => reject(new TableError(code, { file, ...facts }))
  const timer = setTimeout(() => refuse('sheet_time', { limit: limits.milliseconds / 1000 }), limits.milliseconds)
  const abort = () => reject(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  worker.on('message', (answer: WorkbookAnswer) => {
    if (answer.kind === 'rows') for (const cells of answer.rows) sheet.rows.push(cells)
    else if (answer.kind === 'refused') refuse(answer.code, answer.facts)
    else resolve({ ...sheet, otherSheets: answer.otherSheets })
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
