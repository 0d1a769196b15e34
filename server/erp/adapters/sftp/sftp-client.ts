import {
  type Attributes,
  large,
  number,
  openFlag,
  PacketReader,
  packetOf,
  PacketSplitter,
  packetType,
  statusCode,
  text,
} from './sftp-packet.ts'

/** What SFTP runs over: a channel of an SSH connection. */
export type ByteChannel = {
  send(bytes: Buffer): Promise<void>
  onBytes(take: (bytes: Buffer) => void): void
  /** Resolves once the channel is closed, with the reason. */
  closed: Promise<Error>
  close(): Promise<void>
}

/** A refusal of the server. */
export class SftpStatus extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export type Listed = { name: string } & Attributes

export type SftpClient = {
  realPath(path: string): Promise<string>
  /** Does not follow links. Null: there is no such file. */
  attributes(path: string): Promise<Attributes | null>
  list(path: string): Promise<Listed[]>
  makeFolder(path: string): Promise<void>
  remove(path: string): Promise<void>
  /** Takes the place of what was there. */
  rename(from: string, to: string): Promise<void>
  /** Gives `take` the bytes of a file in order. */
  read(path: string, take: (bytes: Buffer) => Promise<void> | void): Promise<void>
  write(path: string, content: Buffer): Promise<void>
}

const maxPacket = 1024 * 1024
/** Bytes of a read or write, and reads under way at once. */
const chunk = 32 * 1024
const readsAtOnce = 16
const posixRename = 'posix-rename@openssh.com'
const fileSync = 'fsync@openssh.com'

/** Starts SFTP on a channel. A request without an answer for `timeout` milliseconds ends the channel. */
export async function openSftp(channel: ByteChannel, timeout: number): Promise<SftpClient> {
  const link = connect(channel, timeout)
  const version = await link.start()
  const extensions = new Set<string>()
  version.number()
  while (!version.isAtEnd) {
    extensions.add(version.text())
    version.buffer()
  }
  return clientOf(link.request, extensions)
}

type Answer = { type: number; packet: PacketReader }
type Request = (type: number, ...fields: Buffer[]) => Promise<Answer>
type Waiting = { resolve(answer: Answer): void; reject(error: Error): void; timer: NodeJS.Timeout }

function connect(channel: ByteChannel, timeout: number): { start(): Promise<PacketReader>; request: Request } {
  const waiting = new Map<number, Waiting>()
  let failed: Error | null = null
  const fail = (error: Error) => {
    failed ??= error
    for (const each of waiting.values()) each.reject(failed)
    waiting.clear()
  }
  void channel.closed.then(fail)
  const splitter = new PacketSplitter(maxPacket)
  channel.onBytes((bytes) => {
    try {
      for (const packet of splitter.push(bytes)) answer(packet)
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)))
      void channel.close()
    }
  })
  function answer(bytes: Buffer): void {
    const packet = new PacketReader(bytes)
    const type = packet.byte()
    const id = type === packetType.version ? 0 : packet.number()
    const found = waiting.get(id)
    waiting.delete(id)
    found?.resolve({ type, packet })
  }
  function send(id: number, bytes: Buffer): Promise<Answer> {
    if (failed !== null) return Promise.reject(failed)
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const timer = setTimeout(() => {
      fail(new Error('There was no answer in time.'))
      void channel.close()
    }, timeout)
    waiting.set(id, { resolve, reject, timer })
    channel.send(bytes).catch((error: unknown) => fail(error instanceof Error ? error : new Error(String(error))))
    return promise.finally(() => clearTimeout(timer))
  }
  let last = 0
  return {
    start: async () => (await send(0, packetOf(packetType.init, number(3)))).packet,
    request: (type, ...fields) => {
      last += 1
      return send(last, packetOf(type, number(last), ...fields))
    },
  }
}

function clientOf(request: Request, extensions: ReadonlySet<string>): SftpClient {
  const expect = async (wanted: number, type: number, ...fields: Buffer[]): Promise<PacketReader> => {
    const answer = await request(type, ...fields)
    if (answer.type === wanted && wanted !== packetType.status) return answer.packet
    if (answer.type !== packetType.status) throw new Error(`An answer of type ${answer.type} was not expected.`)
    const code = answer.packet.number()
    if (wanted === packetType.status && code === statusCode.ok) return answer.packet
    const message = answer.packet.isAtEnd ? '' : answer.packet.text()
    throw new SftpStatus(code, message.replaceAll(/\s+/g, ' ').trim().slice(0, 200) || `SFTP ${code}`)
  }
  const confirm = async (type: number, ...fields: Buffer[]): Promise<void> =>
    void (await expect(packetType.status, type, ...fields))
  const withHandle = async <Value>(
    [type, ...fields]: [number, ...Buffer[]],
    work: (handle: Buffer) => Promise<Value>,
  ): Promise<Value> => {
    const handle = text((await expect(packetType.handle, type, ...fields)).buffer())
    const value = await work(handle).catch(async (error: unknown) => {
      await confirm(packetType.close, handle).catch(() => {})
      throw error
    })
    await confirm(packetType.close, handle)
    return value
  }
  /** Null at the end of the file. */
  const readPart = async (handle: Buffer, offset: number, length: number): Promise<Buffer | null> => {
    try {
      return (await expect(packetType.data, packetType.read, handle, large(offset), number(length))).buffer()
    } catch (error) {
      if (error instanceof SftpStatus && error.code === statusCode.end) return null
      throw error
    }
  }
  /** Servers may return less than was wanted. */
  const readChunk = async (handle: Buffer, offset: number): Promise<Buffer> => {
    const parts: Buffer[] = []
    for (let length = 0; length < chunk; ) {
      const part = await readPart(handle, offset + length, chunk - length)
      if (part === null || part.length === 0) break
      parts.push(Buffer.from(part))
      length += part.length
    }
    return Buffer.concat(parts)
  }
  return {
    async realPath(path) {
      const packet = await expect(packetType.name, packetType.realPath, text(path))
      packet.number()
      return packet.text()
    },
    async attributes(path) {
      try {
        return (await expect(packetType.attributes, packetType.lstat, text(path))).attributes()
      } catch (error) {
        if (error instanceof SftpStatus && error.code === statusCode.missing) return null
        throw error
      }
    },
    list: (path) =>
      withHandle([packetType.openFolder, text(path)], async (handle) => {
        const found: Listed[] = []
        for (;;) {
          const packet = await expect(packetType.name, packetType.readFolder, handle).catch((error: unknown) => {
            if (error instanceof SftpStatus && error.code === statusCode.end) return null
            throw error
          })
          if (packet === null) return found
          for (let left = packet.number(); left > 0; left -= 1) {
            const name = packet.text()
            const line = packet.text()
            const attributes = packet.attributes()
            // Some servers tell the kind of a file only in the line for people.
            found.push({ name, ...attributes, isFile: attributes.isFile ?? line.startsWith('-') })
          }
        }
      }),
    makeFolder: (path) => confirm(packetType.makeFolder, text(path), number(0)),
    remove: (path) => confirm(packetType.remove, text(path)),
    async rename(from, to) {
      if (extensions.has(posixRename)) return confirm(packetType.extended, text(posixRename), text(from), text(to))
      // Version 3 does not replace files.
      await confirm(packetType.remove, text(to)).catch((error: unknown) => {
        if (!(error instanceof SftpStatus)) throw error
      })
      return confirm(packetType.rename, text(from), text(to))
    },
    read: (path, take) =>
      withHandle([packetType.open, text(path), number(openFlag.read), number(0)], async (handle) => {
        const pending: Promise<Buffer>[] = []
        try {
          for (let offset = 0; ; ) {
            while (pending.length < readsAtOnce) {
              pending.push(readChunk(handle, offset))
              offset += chunk
            }
            const bytes = await pending.shift()
            if (bytes === undefined || bytes.length === 0) return
            await take(bytes)
            if (bytes.length < chunk) return
          }
        } finally {
          await Promise.allSettled(pending)
        }
      }),
    write: (path, content) =>
      withHandle(
        [packetType.open, text(path), number(openFlag.write | openFlag.create | openFlag.truncate), number(0)],
        async (handle) => {
          for (let offset = 0; offset < content.length; offset += chunk) {
            await confirm(packetType.write, handle, large(offset), text(content.subarray(offset, offset + chunk)))
          }
          if (extensions.has(fileSync)) await confirm(packetType.extended, text(fileSync), handle)
        },
      ),
  }
}
