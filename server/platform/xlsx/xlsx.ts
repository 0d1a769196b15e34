import { Worker } from 'node:worker_threads'

/** Texts stay texts whatever they begin with, so no cell can become a formula. Days are `YYYY-MM-DD`; null is an empty cell. */
export type XlsxColumn = { title: string; kind: 'text' | 'amount' | 'day'; width: number }
export type XlsxCell = string | number | null
export type XlsxSheet = { name: string; columns: XlsxColumn[]; rows: XlsxCell[][] }

const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }
const PATIENCE = 60_000 // milliseconds

/** Writes a workbook outside of the event loop. Throws where it cannot be written. */
export async function makeXlsx(sheet: XlsxSheet): Promise<Buffer> {
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), {
    workerData: sheet,
    resourceLimits: LIMITS,
    execArgv: [],
  })
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const timer = setTimeout(() => reject(new Error(`A workbook was not ready within ${PATIENCE} ms.`)), PATIENCE)
  worker.on('message', (content: Uint8Array) => resolve(Buffer.from(content)))
  worker.on('error', reject)
  worker.on('exit', () => reject(new Error('The worker ended without a workbook.')))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
