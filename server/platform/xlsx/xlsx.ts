import { Worker } from 'node:worker_threads'

/**
 * Texts are written as texts, so that no cell becomes a formula. Amounts have two decimals, numbers keep theirs; words
 * in either are written as text. Days are `YYYY-MM-DD`; null is an empty cell.
 */
export type XlsxColumn = { title: string; kind: 'text' | 'amount' | 'number' | 'day'; width: number }
export type XlsxCell = string | number | null
/** `lead`: lines above the column titles that describe the sheet. */
export type XlsxSheet = { name: string; lead?: string[]; columns: XlsxColumn[]; rows: XlsxCell[][] }

/** Characters that a cell holds. */
export const maxTextLength = 32_767
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }
const TIMEOUT = 60_000 // milliseconds, after the last row

/** Writes a workbook in a worker, with further sheets after the first. Throws if it cannot be written. */
export async function makeXlsx({ rows, ...sheet }: XlsxSheet, further: readonly XlsxSheet[] = []): Promise<Buffer> {
  const others = further.map(({ rows: batch, ...other }) => ({ sheet: other, batches: [batch] }))
  return writeXlsx(sheet, [rows], () => {}, others)
}

type Batches = AsyncIterable<XlsxCell[][]> | Iterable<XlsxCell[][]>
/** A sheet whose rows arrive in batches. */
export type StreamedSheet = { sheet: Omit<XlsxSheet, 'rows'>; batches: Batches }

/** Like `makeXlsx`, for rows that arrive in batches. `onRows` receives the number of rows written so far, of all sheets. */
export async function writeXlsx(
  sheet: Omit<XlsxSheet, 'rows'>,
  batches: Batches,
  onRows: (count: number) => Promise<void> | void = () => {},
  further: readonly StreamedSheet[] = [],
): Promise<Buffer> {
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), {
    workerData: [sheet, ...further.map((each) => each.sheet)],
    resourceLimits: LIMITS,
    execArgv: [],
  })
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  // Awaited below, unless reading the rows fails first.
  promise.catch(() => {})
  worker.on('message', (content: Uint8Array) => resolve(Buffer.from(content)))
  worker.on('error', reject)
  worker.on('exit', () => reject(new Error('The worker ended without a workbook.')))
  let timer: NodeJS.Timeout | undefined
  try {
    let count = 0
    for (const [at, each] of [batches, ...further.map((other) => other.batches)].entries()) {
      for await (const rows of each) {
        worker.postMessage({ at, rows })
        await onRows((count += rows.length))
      }
    }
    worker.postMessage(null)
    timer = setTimeout(() => reject(new Error(`The workbook was not ready within ${TIMEOUT} ms.`)), TIMEOUT)
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
