import type { FastifyInstance } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { maxLag, type Replica } from '#server/platform/db/replica.ts'
import { cookiesOf } from './request-context.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs work that only reads, on the replica if there is one (`Replica.readCurrent`). */
    readCurrent: Replica['readCurrent']
  }
}

/** Tells every process that this browser has just changed something. */
const changedCookie = 'toptan_changed'

type ReadOptions = {
  replica: Pick<Replica, 'read' | 'lag' | 'isUsed'>
  /** Paths whose reads may come from the replica. */
  paths: RegExp
  isSecure: boolean
  registry: Registry
}

/**
 * Lets requests that only read use the replica. A browser reads its own changes: after one it gets a cookie that leads its
 * reads to the primary, for longer than a replica in use is behind.
 */
export function readFromReplica(app: FastifyInstance, { replica, paths, isSecure, registry }: ReadOptions): void {
  const cookies = { isSecure, setsCookies: true }
  app.addHook('onRequest', (request, reply, done) => {
    const mayBeOld =
      request.method === 'GET' &&
      paths.test(request.url) &&
      cookiesOf(request, reply, cookies).read(changedCookie) === undefined
    if (mayBeOld) replica.read(done)
    else done()
  })
  app.addHook('onSend', async (request, reply) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method) || reply.statusCode >= 400) return
    cookiesOf(request, reply, cookies).set(changedCookie, '1', { maxAge: maxLag * 2 })
  })
  const used: Gauge = new Gauge({
    name: 'database_replica_used',
    help: '1 if reports and lists are read from the replica, 0 while it is late or down',
    registers: [registry],
    collect: () => used.set(replica.isUsed() ? 1 : 0),
  })
  const lag: Gauge = new Gauge({
    name: 'database_replica_lag_seconds',
    help: 'Seconds by which the replica is behind at most; -1 while unknown',
    registers: [registry],
    collect: () => lag.set(replica.lag() ?? -1),
  })
}
