import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

// Enough for a client that has sent or is about to send the rest of an upload.
const maxBytes = 32 * 1024 * 1024
/** Milliseconds without a byte, and in total. */
const maxIdle = 2_000
const maxTotal = 20_000

/**
 * A handler may answer without reading the whole body, for example when an upload is too large. The rest of the body
 * would block the next request on the connection. A short rest is discarded before the answer is sent, so that the
 * client still receives it; after a longer one the connection is closed.
 */
export function discardUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply, payload) => {
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined
    if (hasBody && !raw.readableEnded && !raw.destroyed && !(await discardRest(raw))) {
      reply.header('connection', 'close')
    }
    return payload
  })
}

/** Returns whether the stream ended within the limits. */
async function discardRest(source: Readable): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let bytes = 0
  const end = () => resolve(true)
  const giveUp = () => resolve(false)
  const total = setTimeout(giveUp, maxTotal)
  const idle = setTimeout(() => {
    const before = bytes
    // After a pause of this process, what arrived meanwhile is read only after its timers have run.
    setImmediate(() => (bytes === before ? giveUp() : idle.refresh()))
  }, maxIdle)
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    idle.refresh()
    if (bytes > maxBytes) giveUp()
  }
  source.on('data', count).once('end', end).once('close', giveUp).once('error', giveUp)
  source.resume()
  try {
    return await promise
  } finally {
    clearTimeout(total)
    clearTimeout(idle)
    source.off('data', count).off('end', end).off('close', giveUp)
    source.pause()
  }
}
