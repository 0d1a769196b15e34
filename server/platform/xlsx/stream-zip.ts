import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export type ZipEntry = { name: string; pieces: AsyncIterable<string> | Iterable<string> }

const signatures = { local: 0x04034b50, descriptor: 0x08074b50, central: 0x02014b50, end: 0x06054b50 }
const version = 20
/** Sizes follow the data; names are UTF-8. */
const flags = 0x0808
const deflated = 8
/** 1 January 1980: the same content is the same file. */
const day = 0x21
/** Speed counts more than size: the file is made for every request. */
const level = 1

type Written = { name: Buffer; crc: number; packed: number; size: number; offset: number }

/** A ZIP archive in pieces. Memory does not depend on the size of the entries, each of which has less than 4 GB. */
export async function* streamZip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for (const { name, pieces } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset }
    yield localHeader(entry)
    for await (const piece of deflate(pieces, entry)) {
      entry.packed += piece.length
      yield piece
    }
    yield descriptor(entry)
    offset += 30 + entry.name.length + entry.packed + 16
    written.push(entry)
  }
  const central = Buffer.concat(written.map(centralHeader))
  yield central
  yield endOf(written.length, central.length, offset)
}

/** Packs the pieces in a thread of the system, and counts them. */
function deflate(pieces: ZipEntry['pieces'], entry: Written): AsyncIterable<Buffer> {
  async function* bytes() {
    for await (const piece of pieces) {
      const part = Buffer.from(piece)
      entry.crc = crc32(part, entry.crc)
      entry.size += part.length
      yield part
    }
  }
  // An error ends both streams, and with them the loop that reads.
  return pipeline(Readable.from(bytes(), { objectMode: false }), createDeflateRaw({ level }), () => {})
}

function localHeader({ name }: Written): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(signatures.local, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(flags, 6)
  head.writeUInt16LE(deflated, 8)
  head.writeUInt16LE(day, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function descriptor({ crc, packed, size }: Written): Buffer {
  const bytes = Buffer.alloc(16)
  for (const [at, value] of [signatures.descriptor, crc, packed, size].entries()) bytes.writeUInt32LE(value, at * 4)
  return bytes
}

function centralHeader({ name, crc, packed, size, offset }: Written): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(signatures.central, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(version, 6)
  head.writeUInt16LE(flags, 8)
  head.writeUInt16LE(deflated, 10)
  head.writeUInt16LE(day, 14)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(packed, 20)
  head.writeUInt32LE(size, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt32LE(offset, 42)
  return Buffer.concat([head, name])
}

function endOf(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(signatures.end, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
