import { Server, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const longest = 1_000 // milliseconds

export type Drain = {
  /** Whether the process is about to end, so that a proxy should send its requests to another one. */
  isLeaving(): boolean
  /** Answers as usual for a while, until proxies have noticed that the process is leaving. */
  leave(seconds: number): Promise<void>
  /** Refuses new connections, lets every answer close its connection, and resolves when all have closed, or after a second. */
  drain(): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain
  }
}

/**
 * Prepares the server for its end (`app.drain`). Closing kept connections at once would drop requests that are on their
 * way; clients that are idle for a second have none.
 */
export function prepareDrain(app: FastifyInstance): Drain {
  const connections = new Set<Socket>()
  let isLeaving = false
  let isDraining = false
  let onClosed = () => {}
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => {
      connections.delete(socket)
      onClosed()
    })
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  const prepared: Drain = {
    isLeaving: () => isLeaving,
    async leave(seconds) {
      isLeaving = true
      await sleep(seconds * 1_000)
    },
    async drain() {
      // Connections that wait at the socket are accepted first.
      await nextTurn()
      // From here on clients whose connection closes are refused, instead of being accepted and cut off by `app.close`.
      // The server's own `close` would also close kept connections.
      Server.prototype.close.call(app.server)
      isDraining = true
      const closed = new Promise<void>((resolve) => {
        onClosed = () => {
          if (connections.size === 0) resolve()
        }
        onClosed()
      })
      const limit = new AbortController()
      await Promise.race([closed, sleep(longest, undefined, { signal: limit.signal }).catch(() => {})])
      limit.abort()
    },
  }
  app.decorate('drain', prepared)
  return prepared
}
