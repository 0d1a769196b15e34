import { xmlText } from '#server/platform/xml/xml-text.ts'
import { streamZip } from './stream-zip.ts'
import { maxTextLength, type XlsxCell, type XlsxColumn } from './xlsx.ts'

type Row = readonly XlsxCell[]
type Sheet = { name: string; columns: readonly XlsxColumn[] }
type Batches = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>

/** Rows of a sheet without its titles: what a workbook can have. */
export const sheetRowsMax = 1_048_575

/**
 * A workbook of one sheet in pieces, with the cells of `writeXlsx` for texts and numbers. Memory does not depend on the
 * number of rows.
 */
export function streamXlsx(sheet: Sheet, batches: Batches): AsyncGenerator<Buffer> {
  return streamZip([
    { name: '[Content_Types].xml', pieces: [contentTypes] },
    { name: '_rels/.rels', pieces: [relations('officeDocument', 'xl/workbook.xml')] },
    { name: 'xl/workbook.xml', pieces: [workbook(sheet.name)] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      pieces: [relations('worksheet', 'worksheets/sheet1.xml', 'styles', 'styles.xml')],
    },
    { name: 'xl/styles.xml', pieces: [styles] },
    { name: 'xl/worksheets/sheet1.xml', pieces: sheetText(sheet, batches) },
  ])
}

async function* sheetText({ columns }: Sheet, batches: Batches): AsyncGenerator<string> {
  const letters = columns.map((_, at) => lettersOf(at))
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  const titles = columns.map(({ title }, at) => textCell(`${letters[at]}1`, title, ' s="1"'))
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`
  let number = 1
  for await (const rows of batches) {
    yield rows
      .map((row) => {
        number += 1
        return `<row r="${number}">${columns.map(({ kind }, at) => cellText(`${letters[at]}${number}`, kind, row[at] ?? null)).join('')}</row>`
      })
      .join('')
  }
  yield '</sheetData></worksheet>'
}

function cellText(place: string, kind: XlsxColumn['kind'], value: XlsxCell): string {
  if (value === null || value === '') return ''
  const figure = Number(value)
  if (kind === 'number' && !Number.isNaN(figure)) return `<c r="${place}"><v>${figure}</v></c>`
  return textCell(place, String(value))
}

const textCell = (place: string, value: string, style = ''): string =>
  `<c r="${place}" t="inlineStr"${style}><is><t xml:space="preserve">${xmlText(value.slice(0, maxTextLength))}</t></is></c>`

/** A, B, … Z, AA, AB, … */
function lettersOf(at: number): string {
  return (at < 26 ? '' : lettersOf(Math.floor(at / 26) - 1)) + String.fromCodePoint(65 + (at % 26))
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const contentTypes = `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheet}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/></Types>`

/** Relations rId1, rId2, … from pairs of type and target. */
function relations(...pairs: string[]): string {
  const each = Array.from({ length: pairs.length / 2 }, (_, at) => {
    return `<Relationship Id="rId${at + 1}" Type="${office}/${pairs[at * 2]}" Target="${pairs[at * 2 + 1]}"/>`
  })
  return `${declaration}<Relationships xmlns="${packages}/relationships">${each.join('')}</Relationships>`
}

const workbook = (name: string) =>
  `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${xmlText(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`

/** The default cell, and a bold one for titles. */
const styles = `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`
