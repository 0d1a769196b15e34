import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a link does with connections and data. Times in milliseconds. */
export type LinkMode =
  | { kind: 'open' }
  /** Ends connections, and new ones at once. */
  | { kind: 'cut' }
  /** The other side has vanished: connections stay open, nothing arrives. */
  | { kind: 'silent' }
  | { kind: 'slow'; delay?: number; bytesPerSecond?: number }

/** A TCP connection between two programs of this machine that can fail. */
export type Link = {
  port: number
  set(mode: LinkMode): void
  /** Connections that are open now. */
  connections(): number
  close(): Promise<void>
}

/** Opens a port that leads to `target`, a port of this machine. */
export async function openLink(target: number): Promise<Link> {
  let mode: LinkMode = { kind: 'open' }
  const pairs = new Set<readonly [Socket, Socket]>()
  const current = () => mode
  const server = createServer((client) => {
    if (mode.kind === 'cut') return void client.resetAndDestroy()
    const other = connect(target, '127.0.0.1')
    const pair = [client, other] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      other.destroy()
    }
    for (const socket of pair) socket.setNoDelay(true).on('error', end).on('close', end)
    void pass(client, other, current).catch(end)
    void pass(other, client, current).catch(end)
  })
  await new Promise<void>((resolve, reject) => void server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    connections: () => pairs.size,
    set(next) {
      mode = next
      if (next.kind === 'cut') for (const [client] of pairs) client.resetAndDestroy()
    },
    async close() {
      for (const [client] of pairs) client.destroy()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}

/** Milliseconds between two looks at the mode while nothing passes. */
const lookPause = 20

/** Passes data on in its order. Data that was sent while the link was silent is lost, as its connection. */
async function pass(from: Socket, to: Socket, mode: () => LinkMode): Promise<void> {
  let silentUntilEnd = false
  for await (const chunk of from as AsyncIterable<Buffer>) {
    const now = mode()
    if (now.kind === 'silent') silentUntilEnd = true
    if (silentUntilEnd) continue
    if (now.kind === 'slow') {
      await sleep((now.delay ?? 0) + (now.bytesPerSecond ? (chunk.length / now.bytesPerSecond) * 1000 : 0))
      while (mode().kind === 'silent' && !to.destroyed) await sleep(lookPause)
    }
    if (!to.write(chunk) && !to.destroyed) await Promise.race([drained(to), sleep(1_000)])
  }
  if (!silentUntilEnd) to.end()
}

const drained = (socket: Socket) => new Promise<void>((resolve) => void socket.once('drain', () => resolve()))
