import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client'

export type OperationsOptions = {
  /** The metrics of features; those of the process and of HTTP are added. */
  registry: Registry
  /** Whether the database can be reached and all migrations have run. */
  isReady(): Promise<boolean>
  /** Whether the data folder that processes share is there; undefined: it is not shared. */
  hasDataFolder?: (() => Promise<boolean>) | undefined
  /** Whether this client may read the metrics. */
  mayReadMetrics(address: string, cookie: string | undefined): Promise<boolean> | boolean
}

/** Serves /healthz, /readyz and /metrics for the operator of the shop. */
export function serveOperations(app: FastifyInstance, options: OperationsOptions): void {
  const { registry, hasDataFolder } = options
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of answers by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  if (hasDataFolder !== undefined) {
    const present: Gauge = new Gauge({
      name: 'data_folder_present',
      help: '1 if the data folder is there, 0 if its mount is lost',
      registers: [registry],
      collect: async () => present.set((await hasDataFolder()) ? 1 : 0),
    })
  }
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    }
    durations.observe(labels, reply.elapsedTime / 1000)
    done()
  })
  // Neither load nor a limit may lead to a restart of a process that lives.
  const config = { rateLimit: false, pressureHandler: () => {} } as const
  app.get('/healthz', { logLevel: 'silent', config }, () => ({ ok: true }))
  app.get('/readyz', { logLevel: 'silent' }, async (_, reply) => {
    const ready = await options.isReady().catch(() => false)
    // Without its folder a process still sells: only pictures and uploads fail, perhaps in all processes.
    const folder = hasDataFolder === undefined ? {} : { dataFolder: await hasDataFolder() }
    return reply.code(ready ? 200 : 503).send({ ok: ready, ...folder })
  })
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!(await options.mayReadMetrics(request.ip, request.headers.cookie))) return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
