import { crc32, deflateRawSync } from 'node:zlib'

export type TestEntry = {
  name: string | Buffer
  content: Buffer | string
  /** Stated instead of the true size. */
  unpacked?: number
  isEncrypted?: boolean
  isLink?: boolean
  /** Stated instead of the true offset. */
  offset?: number
}

/** A ZIP archive, which may state what is not true. */
export function makeZip(entries: readonly TestEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name as string)
    const content = Buffer.from(entry.content as string)
    const packed = deflateRawSync(content)
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE((entry.isEncrypted ? 1 : 0) | 0x800, 2)
    header.writeUInt16LE(8, 4)
    header.writeUInt32LE(crc32(content), 10)
    header.writeUInt32LE(packed.length, 14)
    header.writeUInt32LE(entry.unpacked ?? content.length, 18)
    header.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), header, name, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE((entry.isLink ? 0o120777 : 0o100644) * 0x10000, 6)
    tail.writeUInt32LE(entry.offset ?? offset, 10)
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), header, tail, name)
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end])
}
