import { inflateRawSync } from 'node:zlib'
import { findZipEnd, parseZipDirectory, zipDataStart, type ZipEntry } from '#server/platform/zip/zip-directory.ts'
import { type Facts, TableError, type TableRefusal } from './table-error.ts'
import { checkSheetArea } from './sheet-area.ts'
import { workbookLimits as limits } from './workbook-limits.ts'

/** The sizes may be repeated after a local entry's data. */
const DATA_DESCRIPTOR_BYTES = 24

/**
 * Refuses archives that exceed the limits. Reads the directory first, then unpacks each part with its stated size as
 * the limit, since the directory may be wrong. Bytes between the parts are refused: readers that follow local headers
 * would find parts there that the directory does not list.
 */
export function checkArchive(bytes: Buffer, refuse: (code: TableRefusal, facts?: Facts) => TableError): void {
  const { entries, start } = readDirectory(bytes, refuse)
  let unpacked = 0
  for (const entry of entries) {
    unpacked += entry.unpacked
    const isBomb = entry.unpacked > limits.ratioFreeBytes && entry.unpacked > entry.packed * limits.ratio
    if (isBomb) throw refuse('sheet_ratio', { part: entry.name, limit: limits.ratio })
  }
  const limit = limits.unpackedBytes
  if (unpacked > limit) throw refuse('sheet_unpacked_too_large', { limit: limit / 2 ** 20 })
  let expected = 0
  let cells = 0
  for (const entry of [...entries].sort((a, b) => a.offset - b.offset)) {
    if (entry.offset < expected || entry.offset > expected + DATA_DESCRIPTOR_BYTES) throw refuse('sheet_hidden_parts')
    const { content, end } = readEntry(bytes, entry, refuse)
    expected = end
    // The workbook names the paths of its sheets, so that any part may be one.
    if (content.includes('sheetData')) cells += checkSheet(content, refuse)
    if (cells > limits.cells) throw refuse('sheet_cells', { limit: limits.cells })
  }
  if (start > expected + DATA_DESCRIPTOR_BYTES) throw refuse('sheet_hidden_parts')
}

function readDirectory(bytes: Buffer, refuse: (code: TableRefusal, facts?: Facts) => TableError) {
  const end = findZipEnd(bytes)
  const entries = end && parseZipDirectory(bytes.subarray(end.start), end.count)
  if (entries === null) throw refuse('file_broken', { reason: 'zip' })
  return { entries, start: end?.start ?? 0 }
}

/** The content of a part, and the offset at which its data ends. */
function readEntry(bytes: Buffer, entry: ZipEntry, refuse: (code: TableRefusal, facts?: Facts) => TableError) {
  const { offset, name } = entry
  const start = zipDataStart(bytes.subarray(offset), offset)
  if (start === null) throw refuse('file_broken', { reason: name })
  const end = start + entry.packed
  if (end > bytes.length) throw refuse('file_broken', { reason: name })
  const content = unpack(bytes.subarray(start, end), entry)
  if (content?.length !== entry.unpacked) throw refuse('file_broken', { reason: name })
  return { content, end }
}

function checkSheet(content: Buffer, refuse: (code: TableRefusal, facts?: Facts) => TableError): number {
  if (countRows(content) > limits.rows + 1) throw refuse('sheet_rows', { limit: limits.rows })
  return checkSheetArea(content.toString('latin1'), refuse)
}

function unpack(packed: Buffer, entry: ZipEntry): Buffer | undefined {
  if (entry.method === 0) return packed
  if (entry.method !== 8) return undefined
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(entry.unpacked, 1) })
  } catch {
    return undefined
  }
}

function countRows(xml: Buffer): number {
  let rows = 0
  for (let at = xml.indexOf('<row'); at >= 0; at = xml.indexOf('<row', at + 4)) rows += 1
  return rows
}
