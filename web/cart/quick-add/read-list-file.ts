/** Endings of the files that a list can be read from. */
export const listFileEndings = ['.xlsx', '.xls', '.csv', '.txt']

/** Maximum size of a file in bytes; 2,000 rows take far less. */
const listFileBytesMax = 5 * 2 ** 20
/** Rows that are read of an old workbook: more than a list may have. */
const rowsMax = 10_000

/** The rows of a list's file as text with tabs; null if it cannot be read. Of a workbook the first sheet. */
export async function readListFile(file: File): Promise<string | null> {
  if (file.size > listFileBytesMax) return null
  try {
    const rows = await readRows(file)
    return typeof rows === 'string' || rows === null
      ? rows
      : rows.map((cells) => cells.map(cellText).join('\t')).join('\n')
  } catch {
    return null
  }
}

async function readRows(file: File): Promise<readonly (readonly unknown[])[] | string | null> {
  const name = file.name.toLowerCase()
  if (name.endsWith('.xlsx')) {
    const { default: readWorkbook } = await import('read-excel-file/browser')
    const [sheet] = await readWorkbook(file)
    return sheet?.data ?? []
  }
  const bytes = await file.arrayBuffer()
  if (name.endsWith('.xls') && isOldWorkbook(bytes)) return readOldWorkbook(bytes)
  const text = decode(bytes)
  return name.endsWith('.xls') && text?.trimStart().startsWith('<') === true ? readOldWorkbook(text) : text
}

/** Whether it begins like a compound document. Other files that are named `.xls` are pages, XML or text with tabs. */
const isOldWorkbook = (bytes: ArrayBuffer): boolean =>
  [0xd0, 0xcf, 0x11, 0xe0].every((byte, i) => new Uint8Array(bytes)[i] === byte)

/** A workbook of Excel 97 to 2003, or a page saved as one (docs/decisions/048). Its reader is loaded for such a file only. */
async function readOldWorkbook(content: ArrayBuffer | string): Promise<unknown[][]> {
  const { read, utils } = await import('@e965/xlsx')
  const isText = typeof content === 'string'
  const options = { cellNF: true, cellHTML: false, cellFormula: false, sheetRows: rowsMax }
  const book = read(content, { ...options, type: isText ? 'string' : 'array', raw: isText })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (sheet === undefined) return []
  for (const cell of Object.values(sheet)) {
    const { v: value, z: format } = cell as { v?: unknown; z?: unknown }
    // Codes with leading zeros are numbers with such a format.
    if (typeof value === 'number' && typeof format === 'string' && /^0{2,}$/.test(format))
      Object.assign(cell as object, { t: 's', v: String(value).padStart(format.length, '0') })
  }
  return utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: '' })
}

function cellText(cell: unknown): string {
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell).replace(/\s+/g, ' ') : ''
}

/** Text files of Windows programs are often in the Turkish code page or in UTF-16. Null if it is no text. */
function decode(bytes: ArrayBuffer): string | null {
  const [first, second] = new Uint8Array(bytes)
  const isWide = first === 0xff && second === 0xfe
  const text = decodeAs(isWide ? 'utf-16le' : 'utf-8', bytes) ?? decodeAs('windows-1254', bytes)
  return text === null || text.includes('\0') ? null : text
}

function decodeAs(encoding: string, bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
