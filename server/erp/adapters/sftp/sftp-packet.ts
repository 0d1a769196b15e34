/** Types of packets of SFTP version 3 (draft-ietf-secsh-filexfer-02). */
export const packetType = {
  init: 1,
  version: 2,
  open: 3,
  close: 4,
  read: 5,
  write: 6,
  lstat: 7,
  openFolder: 11,
  readFolder: 12,
  remove: 13,
  makeFolder: 14,
  realPath: 16,
  rename: 18,
  status: 101,
  handle: 102,
  data: 103,
  name: 104,
  attributes: 105,
  extended: 200,
} as const

export const statusCode = { ok: 0, end: 1, missing: 2, denied: 3, failure: 4 } as const

export const openFlag = { read: 1, write: 2, create: 8, truncate: 16 } as const

const attributeFlag = { size: 1, owner: 2, permissions: 4, times: 8 } as const
const fileKind = { mask: 0o170000, file: 0o100000, folder: 0o040000 } as const

/** `isFile` is null if the server does not tell. `time` in seconds. */
export type Attributes = { bytes: number; time: number; isFile: boolean | null; isFolder: boolean | null }

/** Reads the fields of a packet. Throws a RangeError at its end. */
export class PacketReader {
  private at = 0
  private readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  byte(): number {
    this.at += 1
    return this.bytes.readUInt8(this.at - 1)
  }

  number(): number {
    this.at += 4
    return this.bytes.readUInt32BE(this.at - 4)
  }

  large(): number {
    this.at += 8
    return Number(this.bytes.readBigUInt64BE(this.at - 8))
  }

  buffer(): Buffer {
    const length = this.number()
    if (this.at + length > this.bytes.length) throw new RangeError('The packet is too short.')
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }

  text(): string {
    return this.buffer().toString('utf8')
  }

  attributes(): Attributes {
    const flags = this.number()
    const has = (flag: number) => (flags & flag) !== 0
    const bytes = has(attributeFlag.size) ? this.large() : 0
    if (has(attributeFlag.owner)) this.at += 8
    const kind = has(attributeFlag.permissions) ? this.number() & fileKind.mask : null
    let time = 0
    if (has(attributeFlag.times)) {
      this.number()
      time = this.number()
    }
    const is = (wanted: number) => (kind === null || kind === 0 ? null : kind === wanted)
    return { bytes, time, isFile: is(fileKind.file), isFolder: is(fileKind.folder) }
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length
  }
}

export const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export const large = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

export const text = (value: string | Buffer): Buffer => {
  const bytes = Buffer.from(value)
  return Buffer.concat([number(bytes.length), bytes])
}

/** A packet with its length before it. */
export const packetOf = (type: number, ...fields: readonly Buffer[]): Buffer =>
  text(Buffer.concat([Buffer.of(type), ...fields]))

/** Cuts a stream of bytes into packets. */
export class PacketSplitter {
  private waiting: Buffer = Buffer.alloc(0)
  private readonly maxBytes: number

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  *push(bytes: Buffer): Generator<Buffer> {
    this.waiting = this.waiting.length === 0 ? bytes : Buffer.concat([this.waiting, bytes])
    while (this.waiting.length >= 4) {
      const length = this.waiting.readUInt32BE(0)
      if (length > this.maxBytes) throw new RangeError('A packet is too large.')
      if (this.waiting.length < 4 + length) return
      yield this.waiting.subarray(4, 4 + length)
      this.waiting = this.waiting.subarray(4 + length)
    }
  }
}
