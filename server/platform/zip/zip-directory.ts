/** An entry of a ZIP archive as its directory states it. `offset` is that of its local header. */
export type ZipEntry = {
  name: string
  method: number
  isEncrypted: boolean
  isLink: boolean
  packed: number
  unpacked: number
  crc: number
  offset: number
}
export type ZipEnd = { count: number; start: number }

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
/** The end record and the longest comment. */
export const zipEndBytes = 66_000
export const localHeaderBytes = 30
const fileTypeMask = 0o170000
const symbolicLink = 0o120000

/** Finds the end of the directory in the last bytes of an archive; null if there is none. */
export function findZipEnd(bytes: Buffer): ZipEnd | null {
  for (let at = bytes.length - 22; at >= 0 && at >= bytes.length - zipEndBytes; at -= 1) {
    if (bytes.readUInt32LE(at) !== END_OF_DIRECTORY) continue
    return { count: bytes.readUInt16LE(at + 10), start: bytes.readUInt32LE(at + 16) }
  }
  return null
}

/** Parses the directory, given from its start; null if it is broken. */
export function parseZipDirectory(bytes: Buffer, count: number): ZipEntry[] | null {
  const entries: ZipEntry[] = []
  let at = 0
  for (let i = 0; i < count; i += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) return null
    const flags = bytes.readUInt16LE(at + 8)
    const nameLength = bytes.readUInt16LE(at + 28)
    const mode = bytes.readUInt32LE(at + 38) >>> 16
    entries.push({
      // Some Windows programs separate folders by backslashes.
      name: decodeName(bytes.subarray(at + 46, at + 46 + nameLength)).replaceAll('\\', '/'),
      method: bytes.readUInt16LE(at + 10),
      isEncrypted: (flags & 1) === 1,
      isLink: (mode & fileTypeMask) === symbolicLink,
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** The offset of the data behind a local header; null if it is none. */
export function zipDataStart(header: Buffer, offset: number): number | null {
  if (header.length < localHeaderBytes || header.readUInt32LE(0) !== LOCAL_ENTRY) return null
  return offset + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28)
}

/** Turkish letters in the code page of Windows consoles (857), which Explorer uses for names. */
const turkish857 = new Map(
  Object.entries({
    Ç: 0x80,
    ç: 0x87,
    ü: 0x81,
    Ü: 0x9a,
    ö: 0x94,
    Ö: 0x99,
    ı: 0x8d,
    İ: 0x98,
    Ş: 0x9e,
    ş: 0x9f,
    Ğ: 0xa6,
    ğ: 0xa7,
  }).map(([letter, code]) => [code, letter] as const),
)

function decodeName(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return Array.from(bytes, (code) => (code < 0x80 ? String.fromCharCode(code) : (turkish857.get(code) ?? '_'))).join(
      '',
    )
  }
}
