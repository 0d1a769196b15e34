import { openDelimited } from './delimited.ts'
import { openHtml } from './html-table.ts'
import { openJsonLines } from './json-lines.ts'
import { isJsonDocument, openJsonDocument } from './json-tree.ts'
import { detectEncoding, type Encoding, readText, type Source, type SourceOptions } from './source.ts'
import { TableError } from './table-error.ts'
import type { Table, TableChoices } from './table.ts'
import { openWorkbook } from './workbook.ts'
import { openXml, xmlEncoding } from './xml-table.ts'

/** “XML Spreadsheet 2003”, which programs save with the ending .xls. */
const isSpreadsheetXml = /^<\?(?:xml|mso)[\s\S]*<(?:\w+:)?Workbook\b[^>]*urn:schemas-microsoft-com:office:spreadsheet/

/**
 * Opens a file, whose format its first bytes decide: XLSX, XLS, XML, HTML, JSON, JSON lines, or else delimited text. Throws TableError.
 */
export async function openTable(
  source: Source,
  options: SourceOptions = {},
  choices: TableChoices = {},
): Promise<Table> {
  if (source.zip || source.xls) return openWorkbook(source, options, choices)
  const found = await detectEncoding(source, options)
  const start = await firstText(source, found)
  if (start === '') throw new TableError('file_empty', { file: source.name })
  // Most files of other programs contain a NUL. A short PDF may not, and reads like a table of one column.
  if (start.includes('\u0000') || start.startsWith('%PDF-') || start.startsWith('{\\rtf')) {
    throw new TableError('file_unknown', { file: source.name })
  }
  if (!source.gzip && isSpreadsheetXml.test(start)) return openWorkbook(source, options, choices)
  const isHtml =
    /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|meta|body|table|style)\b/i.test(start)
  const isXml = start.startsWith('<') && !isHtml
  const encoding = isXml ? xmlEncoding(source.name, start, found) : found
  const read = (rowOptions: SourceOptions = {}) => readText(source, encoding, { ...options, ...rowOptions })
  if (isXml) return { ...(await openXml(source.name, read, choices.isPart)), encoding }
  if (isHtml) return { ...(await openHtml(source.name, read, choices)), encoding }
  if (start.startsWith('[') || (start.startsWith('{') && (await isJsonDocument(read))))
    return { ...(await openJsonDocument(source.name, read, choices)), encoding }
  const table = start.startsWith('{')
    ? await openJsonLines(source.name, read)
    : await openDelimited(source.name, read, choices)
  return { ...table, encoding }
}

async function firstText(source: Source, encoding: Encoding): Promise<string> {
  for await (const text of readText(source, encoding)) {
    const start = text.trimStart()
    if (start !== '') return start.slice(0, 4096)
  }
  return ''
}
