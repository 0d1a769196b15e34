import { ErpError, type OutboundDocument } from '#server/erp/adapters/adapter.ts'
import { textOf } from '#server/erp/adapters/protocol/values.ts'
import { delimitedLine } from '#server/platform/tables/write-csv.ts'
import { makeXlsx } from '#server/platform/xlsx/xlsx.ts'
import { xmlText } from '#server/platform/xml/xml-text.ts'

export const fileFormats = ['json', 'xml', 'csv', 'xlsx'] as const
export type FileFormat = (typeof fileFormats)[number]

/** A document as a file. In tables each line is a row that repeats the head. */
export async function documentFile(format: FileFormat, document: OutboundDocument): Promise<Buffer> {
  const { kind, number, head, lines } = document
  if (format === 'json')
    return Buffer.from(`${JSON.stringify({ kind, number, ...head, ...(kind === 'order' && { lines }) }, null, 2)}\n`)
  if (format === 'xml') return Buffer.from(xmlOf(document))
  const { names, rows } = tableOf(document)
  if (format === 'csv') {
    return Buffer.from(
      `\uFEFF${[names, ...rows.map((row) => row.map(cellText))].map((row) => delimitedLine(row, ';')).join('')}`,
    )
  }
  return makeXlsx({
    name: kind,
    // What the mapping has made a number stays one; codes and amounts are texts, which lose no digit.
    columns: names.map((title, index) => ({
      title,
      kind: rows.every((row) => typeof row[index] === 'number') ? 'number' : 'text',
      width: 16,
    })),
    rows: rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell : cellText(cell)))),
  })
}

const cellText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : textOf(value)

function tableOf({ kind, number, head, lines }: OutboundDocument): { names: string[]; rows: unknown[][] } {
  const headNames = ['kind', 'number', ...Object.keys(head)]
  const lineNames = [...new Set(lines.flatMap((line) => Object.keys(line)))]
  const names = [...headNames, ...lineNames.map((name) => (headNames.includes(name) ? `line.${name}` : name))]
  const shared = [kind, number, ...Object.values(head)]
  const rows = lines.length === 0 ? [shared] : lines.map((line) => [...shared, ...lineNames.map((name) => line[name])])
  return { names, rows }
}

const elementName = /^[\p{L}_][\p{L}\p{N}_.-]*$/u

function xmlOf({ kind, number, head, lines }: OutboundDocument): string {
  const elements = (fields: object, indent: string) =>
    Object.entries(fields)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => {
        if (!elementName.test(name)) throw new ErpError('refused', `${name}: not a name in XML`)
        return `${indent}<${name}>${xmlText(cellText(value))}</${name}>`
      })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<document kind="${kind}" number="${xmlText(number)}">`,
    ...elements(head, '  '),
    ...(lines.length > 0
      ? [
          '  <lines>',
          ...lines.flatMap((line) => ['    <line>', ...elements(line, '      '), '    </line>']),
          '  </lines>',
        ]
      : []),
    '</document>',
    '',
  ].join('\n')
}
