/** Endings of the files that a list can be read from. */
export const listFileEndings = ['.xlsx', '.csv', '.txt']

/** Maximum size of a file in bytes; 2,000 rows take far less. */
const listFileBytesMax = 5 * 2 ** 20

/** The rows of a list's file as text with tabs; null if it cannot be read. Of a workbook the first sheet. */
export async function readListFile(file: File): Promise<string | null> {
  if (file.size > listFileBytesMax) return null
  try {
    if (!file.name.toLowerCase().endsWith('.xlsx')) return decode(await file.arrayBuffer())
    const { default: readWorkbook } = await import('read-excel-file/browser')
    const [sheet] = await readWorkbook(file)
    return (sheet?.data ?? []).map((cells) => cells.map(cellText).join('\t')).join('\n')
  } catch {
    return null
  }
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
