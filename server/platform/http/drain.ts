import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const longest = 1_000 // milliseconds

/**
 * Prepares the server for its end: `drain` lets every answer close its connection, and resolves when the connections
 * that were open have closed, or after a second. Closing kept connections at once would drop requests that are on
 * their way; clients that are idle for a second have none.
 */
export function prepareDrain(app: FastifyInstance): { drain(): Promise<void> } {
  const connections = new Set<Socket>()
  let isDraining = false
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  return {
    async drain() {
      isDraining = true
      const closed = [...connections].map((socket) => new Promise<void>((done) => socket.once('close', () => done())))
      const limit = new AbortController()
      await Promise.race([Promise.all(closed), sleep(longest, undefined, { signal: limit.signal }).catch(() => {})])
      limit.abort()
    },
  }
}
