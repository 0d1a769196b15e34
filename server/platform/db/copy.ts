import { Readable } from 'node:stream'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'

/** What the driver offers of the protocol's connection and does not declare. */
type Wire = {
  stream: Socket
  query(sql: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

const batchBytes = 64 * 1024

/**
 * Runs `COPY … TO STDOUT` and returns its bytes, in pieces of about 64 kB. `onRow` sees each row once, and must not keep it.
 * The connection is read only as fast as the stream is.
 */
export function copyOut(client: pg.ClientBase, sql: string, onRow: (row: Buffer) => void): Readable {
  let wire: Wire | undefined
  let pieces: Buffer[] = []
  let bytes = 0
  const stream = new Readable({
    read: () => void wire?.stream.resume(),
    // Whoever stops early ends the connection: the rest of the rows would have to be read otherwise.
    destroy(error, done) {
      wire?.stream.resume()
      done(error)
    },
  })
  const flush = () => {
    if (bytes > 0 && !stream.push(Buffer.concat(pieces))) wire?.stream.pause()
    pieces = []
    bytes = 0
  }
  submit(client, {
    submit(connection) {
      wire = connection
      connection.query(sql)
    },
    handleCopyData({ chunk }) {
      onRow(chunk)
      // The parser uses its buffer again.
      pieces.push(Buffer.from(chunk))
      bytes += chunk.length
      if (bytes >= batchBytes) flush()
    },
    handleReadyForQuery() {
      flush()
      stream.push(null)
    },
    handleError: (error) => void stream.destroy(error),
  })
  return stream
}

/** Runs `COPY … FROM STDIN` with the bytes of `source`. Throws what the database reports. */
export function copyIn(client: pg.ClientBase, sql: string, source: AsyncIterable<Buffer>): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined
    let hasEnded = false
    const send = async (connection: Wire) => {
      try {
        for await (const chunk of source) {
          if (hasEnded) return
          connection.sendCopyFromChunk(chunk)
          if (connection.stream.writableNeedDrain) await Promise.race([once(connection.stream, 'drain'), ended.promise])
        }
        if (!hasEnded) connection.endCopyFrom()
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error))
        if (!hasEnded) connection.sendCopyFail('The source failed.')
      }
    }
    const ended = Promise.withResolvers<void>()
    const end = () => {
      hasEnded = true
      ended.resolve()
    }
    submit(client, {
      submit: (connection) => connection.query(sql),
      handleCopyInResponse: (connection) => void send(connection),
      handleReadyForQuery() {
        end()
        if (failure === undefined) resolve()
        else reject(failure)
      },
      handleError(error) {
        end()
        // The reason why the source failed says more than the database's answer to it.
        reject(failure ?? error)
      },
    })
  })
}

type Handlers = {
  submit(connection: Wire): void
  handleCopyData?(message: { chunk: Buffer }): void
  handleCopyInResponse?(connection: Wire): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

function submit(client: pg.ClientBase, handlers: Handlers): void {
  const query = { handleCommandComplete() {}, handleRowDescription() {}, handleDataRow() {}, ...handlers }
  client.query(query as unknown as pg.Submittable)
}
