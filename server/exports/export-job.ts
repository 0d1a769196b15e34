import { type ExportName, xlsxRowsMax } from '#contract/core/exports.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { writeXlsx } from '#server/platform/xlsx/xlsx.ts'
import type { ExportSource } from './export-source.ts'
import { exportKey, type ExportState, readExportState, writeExportState } from './export-state.ts'

export const exportJob = 'export'

export type ExportRequest = { id: string; list: ExportName; query: Record<string, string>; locale: Locale }

type Deps = { sources: readonly ExportSource[]; folder: FileStore; warn: (error: Error) => void }

/** Creates a requested workbook. A failure is shown with the export and not retried. */
export async function makeExport({ sources, folder, warn }: Deps, order: ExportRequest): Promise<void> {
  const source = sources.find(({ name }) => name === order.list)
  const state = await readExportState(folder, order.id)
  if (source === undefined || state === null) return
  try {
    await writeWorkbook(source, order, { folder, begun: state })
  } catch (error) {
    warn(new Error(`The export ${order.list} ${order.id} failed.`, { cause: error }))
    await writeExportState(folder, order.id, { ...state, state: 'failed' })
  }
}

async function writeWorkbook(
  source: ExportSource,
  { id, query, locale }: ExportRequest,
  { folder, begun }: { folder: FileStore; begun: ExportState },
): Promise<void> {
  const { total, batches, sheet = source.sheet(locale), further = [] } = await source.open(query, locale)
  if (total > xlsxRowsMax) throw new Error(`A workbook has at most ${xlsxRowsMax} rows.`)
  const tell = (state: 'running' | 'done', done: number) =>
    writeExportState(folder, id, { ...begun, state, done, total })
  await tell('running', 0)
  const others = further.map(({ batches: rows, ...other }) => ({ ...other, batches: rows() }))
  const content = await writeXlsx(sheet, batches(), (done) => tell('running', done), others)
  await folder.put(exportKey(id), content)
  await tell('done', total)
}
