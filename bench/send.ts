import { connect, type Socket } from 'node:net'
import { Client } from 'undici'

export type Shot = {
  method: 'GET' | 'POST' | 'DELETE' | 'PATCH'
  path: string
  headers?: Record<string, string>
  body?: string
}

/** `once`: sends each request exactly once. Otherwise requests are sent in a circle until the time is over. */
export type LoadOptions = { seconds: number; connections: number; once?: boolean }

export type Sent = {
  /** The time of each response, failures included. */
  milliseconds: number[]
  seconds: number
  /** On the wire, headers included. */
  bytes: number
  /** Other answers than 2xx by status and code of error, and requests without an answer by message. */
  failures: Map<string, number>
}

/** The code at the start of a refused call's answer. */
const refusal = /^\{"error":\{"code":"(\w+)"/

/**
 * Sends the requests, each connection one at a time and starting at another one. Bodies are read, not kept or decompressed:
 * what the client does here is taken from the server, which runs on the same cores.
 */
export async function send(url: string, shots: readonly Shot[], options: LoadOptions): Promise<Sent> {
  const { seconds, connections, once } = options
  const sent: Sent = { milliseconds: [], seconds: 0, bytes: 0, failures: new Map() }
  const share = Math.ceil(shots.length / connections)
  const started = performance.now()
  const end = started + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, (_, i) => {
      const at = share * i
      const own = once ? shots.slice(at, at + share) : [...shots.slice(at), ...shots.slice(0, at)]
      return sendOver(url, own, (count) => (once ? count < own.length : performance.now() < end), sent)
    }),
  )
  sent.seconds = (performance.now() - started) / 1000
  return sent
}

async function sendOver(
  url: string,
  shots: readonly Shot[],
  goesOn: (count: number) => boolean,
  sent: Sent,
): Promise<void> {
  const sockets: Socket[] = []
  const client = new Client(url, {
    headersTimeout: 60_000,
    connect(_options, callback) {
      const { hostname, port } = new URL(url)
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      sockets.push(socket)
      socket.once('connect', () => callback(null, socket))
      socket.once('error', (error) => callback(error, null))
    },
  })
  for (let count = 0; goesOn(count); count += 1) {
    const shot = shots[count % shots.length]
    if (shot === undefined) break
    const before = performance.now()
    const failure = await sendOne(client, shot)
    sent.milliseconds.push(performance.now() - before)
    if (failure !== null) sent.failures.set(failure, (sent.failures.get(failure) ?? 0) + 1)
  }
  sent.bytes += sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0)
  await client.close()
}

/** Null, or why the request failed. */
function sendOne(client: Client, { method, path, headers, body }: Shot): Promise<string | null> {
  return new Promise((resolve) => {
    let status = 0
    let start = ''
    const isFailure = () => status < 200 || status > 299
    client.dispatch(
      { method, path, ...(headers && { headers }), ...(body !== undefined && { body }) },
      {
        // Without it the client passes headers and body to the handlers of its older interface.
        onRequestStart() {},
        onResponseStart(_controller, code) {
          status = code
        },
        onResponseData(_controller, chunk) {
          if (isFailure() && start === '') start = chunk.toString('utf8', 0, 60)
        },
        onResponseEnd() {
          resolve(isFailure() ? `${status} ${refusal.exec(start)?.[1] ?? ''}`.trim() : null)
        },
        onResponseError(_controller, error) {
          resolve(error.message)
        },
      },
    )
  })
}
