import { ErpError, type ErpPage, type ErpRecord, type ReadFrom } from '#server/erp/adapters/adapter.ts'
import { translate } from '#server/platform/http/words.ts'
import { textOf } from '#server/platform/tables/cell-text.ts'
import { openTable } from '#server/platform/tables/open-table.ts'
import { inspectSource } from '#server/platform/tables/source.ts'
import { TableError } from '#server/platform/tables/table-error.ts'
import type { Row, Table } from '#server/platform/tables/table.ts'
import type { FileStore, FolderPlace, FoundFile } from './file-store.ts'
import { type Completeness, completeFiles, isSameFile, listFiles, moveFile, refuseFile } from './folder-files.ts'

/** Bytes of a file, and of what it unpacks to. */
const maxFileBytes = 1024 ** 3

export type FolderReading = {
  place: FolderPlace
  fits: (name: string) => boolean
  completeness: Completeness
  now(): Date
}

/** How far a file was read into the shop. */
type Mark = { file: string; bytes: number; time: number; rows: number }

/**
 * Reads the files of a resource in the order of their names. A file is moved once its rows are in the shop; of one that was
 * being read when the process died, only the rest is read. Without new files, a full read and a comparison take the last one that
 * was read; a comparison moves nothing.
 */
export async function* readFolder(reading: FolderReading, from: ReadFrom): AsyncGenerator<ErpPage> {
  const { place, fits, completeness } = reading
  const { store } = place
  const files = await completeFiles(store, place.in, completeness, fits)
  const moves = from.kind === 'changes' || from.kind === 'full'
  if (files.length === 0 && from.kind !== 'changes') {
    const last = await lastRead(store, place.done, fits)
    if (last === null && from.kind === 'full' && from.isKnown === true) {
      throw new ErpError('unavailable', 'There is no file to read.')
    }
    if (last !== null) yield* pagesOf(store, last, from.pageSize, 0)
    return
  }
  const mark = readMark(from.mark)
  const problems: string[] = []
  for (const file of files) {
    const isKnown = mark !== null && mark.file === file.name && isSameFile(file, { ...file, ...mark })
    try {
      yield* pagesOf(store, file, from.pageSize, isKnown ? mark.rows : 0)
    } catch (error) {
      if (!(error instanceof TableError)) throw error
      problems.push(words('tr', error))
      const reasons = [words('tr', error), words('en', error)]
      const way = { from: place.in, to: place.refused }
      if (moves) await refuseFile(store, file, way, { now: reading.now(), reasons })
      continue
    }
    if (!isSameFile(file, await store.inspect(place.in, file.name))) continue
    if (moves) await moveFile(store, file, { from: place.in, to: place.done }, reading.now())
  }
  if (problems.length > 0) throw new Error(problems.join(' '))
}

const words = (locale: 'tr' | 'en', { code, facts }: TableError) => translate(locale, `import.refusals.${code}`, facts)

async function lastRead(store: FileStore, folder: string, fits: (name: string) => boolean): Promise<FoundFile | null> {
  const files = await listFiles(store, folder, (name) => fits(name.replace(/^\d{8}T\d{6}Z-/, '')))
  return files.toSorted((a, b) => a.time - b.time).at(-1) ?? null
}

/** The rows of a file as records, whatever its format. */
export async function* recordsOf(
  store: FileStore,
  file: FoundFile,
): AsyncGenerator<{ line: number; record: ErpRecord }> {
  if (file.bytes > maxFileBytes)
    throw new TableError('file_too_large', { file: file.name, limit: maxFileBytes / 2 ** 20 })
  const copy = await store.fetch(file)
  try {
    const table = await openTable(await inspectSource(copy.path, file.name, maxFileBytes))
    for await (const row of table.rows()) yield { line: row.line, record: recordOf(file, table, row) }
  } finally {
    await copy.release()
  }
}

async function* pagesOf(store: FileStore, file: FoundFile, pageSize: number, skip: number): AsyncGenerator<ErpPage> {
  const markAt = (rows: number): string => {
    const mark: Mark = { file: file.name, bytes: file.bytes, time: file.time, rows }
    return JSON.stringify(mark)
  }
  let records: ErpRecord[] = []
  let rows = 0
  for await (const { record } of recordsOf(store, file)) {
    rows += 1
    if (rows <= skip) continue
    records.push(record)
    if (records.length < pageSize) continue
    yield { records, mark: markAt(rows) }
    records = []
  }
  yield { records, mark: markAt(rows) }
}

/** The cells by the names of their columns. Points in names would lead into a record: they become underscores. */
function recordOf({ name }: Pick<FoundFile, 'name'>, { columns }: Table, { line, cells, problem }: Row): ErpRecord {
  const origin = { FILE: name, LINE: line }
  if (problem !== undefined)
    return { ...origin, PROBLEM: translate('tr', `import.issues.${problem.code}`, problem.facts) }
  const record: Record<string, unknown> = {}
  for (const [index, column] of columns.entries()) {
    const own = column.replaceAll('.', '_').trim()
    const value = textOf(cells[index])
    if (own !== '' && value !== '' && !Object.hasOwn(record, own)) record[own] = value
  }
  return { ...record, ...origin }
}

function readMark(mark: string | null): Mark | null {
  try {
    return JSON.parse(mark ?? 'null') as Mark | null
  } catch {
    return null
  }
}
