import { createServer, type Server, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'

/** What the server does with a statement: rows with one text each, an error of SQL Server, silence, or a cut connection. */
export type TdsAnswer = { rows: string[] } | { error: number; message: string } | 'silence' | 'cut'

/**
 * As much of SQL Server's protocol (TDS 7.4, MS-TDS) as the driver needs to sign in, run statements and end transactions.
 * `answer` gets the text of a message: of a statement with its parameters, or "begin", "commit", "rollback", "login".
 */
export type TdsServer = { port: number; messages: string[]; passwords: string[]; close(): Promise<void> }

export async function openTdsServer(
  answer: (message: string) => TdsAnswer,
  identity: { key: string; cert: string } | null = null,
): Promise<TdsServer> {
  const messages: string[] = []
  const passwords: string[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    const serve = (stream: Duplex) => (type: number, body: Buffer) => {
      const message = textOf(type, body)
      if (message !== '') messages.push(message)
      if (message === 'login') passwords.push(passwordOf(body))
      const reply = replyTo(type, message, message === '' ? { rows: [] } : answer(message))
      if (reply === 'cut') return void socket.destroy()
      // The answer to a cancelled statement comes before that to its cancellation.
      if (type === 0x06) stream.write(packetOf(done(2)))
      if (reply !== 'silence') stream.write(packetOf(reply))
    }
    let tls: TlsWire | null = null
    const stop = readMessages(socket, (type, body) => {
      if (type !== 0x12) return serve(socket)(type, body)
      if (tls !== null) return void tls.push(body)
      socket.write(packetOf(prelogin(identity === null ? 2 : 3)))
      if (identity === null) return
      tls = new TlsWire(socket)
      const secure = new TLSSocket(tls, { isServer: true, maxVersion: 'TLSv1.2', ...identity })
      secure.on('error', () => socket.destroy())
      readMessages(secure, serve(secure))
      const wire = tls
      const onRaw = (chunk: Buffer) => {
        if (chunk.readUInt8(0) !== tlsData) return
        stop()
        socket.off('data', onRaw)
        wire.goOnDirectly()
        wire.push(chunk)
      }
      socket.prependListener('data', onRaw)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    port,
    messages,
    passwords,
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** The first byte of a TLS record with data. */
const tlsData = 0x17

/** Puts the packets of a message together: type, status (1: the last one), length. */
function readMessages(socket: Duplex, onMessage: (type: number, body: Buffer) => void): () => void {
  let bytes = Buffer.alloc(0)
  let body = Buffer.alloc(0)
  const read = (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    while (bytes.length >= 8 && bytes.length >= bytes.readUInt16BE(2)) {
      const packet = bytes.subarray(0, bytes.readUInt16BE(2))
      bytes = bytes.subarray(packet.length)
      body = Buffer.concat([body, packet.subarray(8)])
      if ((packet.readUInt8(1) & 1) === 0) continue
      onMessage(packet.readUInt8(0), body)
      body = Buffer.alloc(0)
    }
  }
  socket.on('data', read)
  return () => void socket.off('data', read)
}

/** The bytes of TLS: in packets of the protocol until the client sends data, then directly. */
class TlsWire extends Duplex {
  readonly #socket: Socket
  #waiting: Buffer[] = []
  #isDirect = false

  constructor(socket: Socket) {
    super()
    this.#socket = socket
  }

  goOnDirectly(): void {
    this.#isDirect = true
    this.#socket.on('data', (chunk: Buffer) => this.push(chunk))
  }

  override _read(): void {}

  /** The client reads one message a turn: what is written at once is one. */
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.#isDirect) this.#socket.write(chunk)
    else {
      if (this.#waiting.length === 0) setImmediate(() => this.#flush())
      this.#waiting.push(chunk)
    }
    done()
  }

  #flush(): void {
    this.#socket.write(packetOf(Buffer.concat(this.#waiting)))
    this.#waiting = []
  }
}

/** The password of a sign-in: its place and length are after the user's; each byte has its halves exchanged and 0xA5 on it. */
function passwordOf(body: Buffer): string {
  const start = body.readUInt16LE(44)
  const bytes = body.subarray(start, start + 2 * body.readUInt16LE(46))
  return Buffer.from(bytes.map((byte) => (((byte ^ 0xa5) & 0x0f) << 4) | ((byte ^ 0xa5) >> 4))).toString('utf16le')
}

const transactionKinds: Readonly<Record<number, string>> = { 5: 'begin', 7: 'commit', 8: 'rollback' }

/** Empty for what every connection sends: the prelogin, its own options, and the end of a cancelled statement. */
function textOf(type: number, body: Buffer): string {
  if (type === 0x10) return 'login'
  if (type === 0x0e) return transactionKinds[body.readUInt16LE(body.readUInt32LE(0))] ?? ''
  if (type !== 0x01 && type !== 0x03) return ''
  const text = body.subarray(body.readUInt32LE(0)).toString('utf16le')
  return /^\s*set (?:ansi|quoted|textsize|date|lang|concat|cursor|implicit|transaction)/i.test(text) ? '' : text
}

/** Version, and encryption: 2 for a server that has none, 3 for one that insists on it. */
const prelogin = (encryption: 2 | 3) =>
  Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff, 16, 0, 0, 0, 0, 0, encryption])

function replyTo(type: number, message: string, answer: TdsAnswer): Buffer | 'silence' | 'cut' {
  if (type === 0x06) return done(0x20)
  if (typeof answer === 'string') return answer
  if ('error' in answer) return Buffer.concat([errorToken(answer.error, answer.message), done(2)])
  if (message === 'login') return Buffer.concat([loginAck, done(0)])
  if (message === 'begin') return Buffer.concat([Buffer.from([0xe3, 11, 0, 8, 8, 1, 0, 0, 0, 0, 0, 0, 0, 0]), done(0)])
  if (message === 'commit') return Buffer.concat([Buffer.from([0xe3, 11, 0, 9, 0, 8, 1, 0, 0, 0, 0, 0, 0, 0]), done(0)])
  if (message === 'rollback')
    return Buffer.concat([Buffer.from([0xe3, 11, 0, 10, 0, 8, 1, 0, 0, 0, 0, 0, 0, 0]), done(0)])
  return answer.rows.length === 0 ? done(0) : Buffer.concat([columns, ...answer.rows.map(rowToken), done(0x10)])
}

const loginAck = Buffer.concat([
  Buffer.from([0xad, 20, 0, 1, 0x74, 0, 0, 4, 5]),
  Buffer.from('tests', 'utf16le'),
  Buffer.from([16, 0, 0, 0]),
])

/** One column "name" of the type nvarchar(4000). */
const columns = Buffer.concat([
  Buffer.from([0x81, 1, 0, 0, 0, 0, 0, 1, 0, 0xe7, 0x40, 0x1f, 0x09, 0x04, 0xd0, 0, 0x34, 4]),
  Buffer.from('name', 'utf16le'),
])

function rowToken(text: string): Buffer {
  const data = Buffer.from(text, 'utf16le')
  return Buffer.concat([Buffer.from([0xd1, data.length & 0xff, data.length >> 8]), data])
}

/** Without the names of the server and the procedure, on line 0. */
function errorToken(number: number, message: string): Buffer {
  const head = Buffer.alloc(11)
  head.writeUInt8(0xaa, 0)
  head.writeInt32LE(number, 3)
  // State and severity.
  head.writeUInt16LE(0x0e01, 7)
  head.writeUInt16LE(message.length, 9)
  const token = Buffer.concat([head, Buffer.from(message, 'utf16le'), Buffer.alloc(6)])
  token.writeUInt16LE(token.length - 3, 1)
  return token
}

function done(status: number): Buffer {
  const token = Buffer.alloc(13)
  token.writeUInt8(0xfd, 0)
  token.writeUInt16LE(status, 1)
  return token
}

function packetOf(body: Buffer): Buffer {
  const header = Buffer.from([0x04, 1, 0, 0, 0, 0, 1, 0])
  header.writeUInt16BE(body.length + 8, 2)
  return Buffer.concat([header, body])
}
