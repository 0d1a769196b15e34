import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The process is about to end, the database cannot be reached or is not migrated, or the catalog is being read. */
export type NotReady = 'stopping' | 'database' | 'index'

export type OperationsOptions = {
  /** The metrics of features; those of the process and of HTTP are added. */
  registry: Registry
  /** What keeps requests from being sent to this process; null: it is ready. */
  readiness(): Promise<NotReady | null>
  /** False while the database is read-only: its disk is full, or it is a standby. */
  takesChanges(): Promise<boolean>
  /** Whether the data folder that processes share, or object storage, is there; undefined: nothing is shared. */
  storage?: { isRemote: boolean; isPresent(): Promise<boolean> } | undefined
  /** Whether this client may read the metrics. */
  mayReadMetrics(address: string, cookie: string | undefined): Promise<boolean> | boolean
}

/** Milliseconds after which a database that has not answered, or whose connections are all in use, counts as out of reach. */
const longestCheck = 1_000

let ofProcess: Registry | undefined

/** Metrics of the process. All servers of a process share them: what observes them cannot be stopped. */
function processMetrics(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

/** Serves /healthz, /readyz and /metrics for the operator of the shop. */
export function serveOperations(app: FastifyInstance, options: OperationsOptions): void {
  const { registry, storage } = options
  const ofThisProcess = processMetrics()
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of answers by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  if (storage !== undefined) {
    const present: Gauge = new Gauge({
      name: storage.isRemote ? 'storage_present' : 'data_folder_present',
      help: '1 if the files of the shop are there, 0 if their storage is lost',
      registers: [registry],
      collect: async () => present.set((await storage.isPresent()) ? 1 : 0),
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
    const [reason, takesChanges] = await Promise.race([
      Promise.all([options.readiness(), options.takesChanges()]).catch(() => ['database', true] as const),
      sleep(longestCheck, ['database', true] as const, { ref: false }),
    ])
    // Without its files a process still sells: only pictures and uploads fail, perhaps in all processes.
    const name = storage?.isRemote ? 'storage' : 'dataFolder'
    const files = storage && { [name]: await storage.isPresent() }
    const ok = reason === null
    return reply
      .code(ok ? 200 : 503)
      .send({ ok, ...(reason && { reason }), ...(!takesChanges && { changes: false }), ...files })
  })
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!(await options.mayReadMetrics(request.ip, request.headers.cookie))) return reply.callNotFound()
    return reply.type(registry.contentType).send(await Registry.merge([registry, ofThisProcess]).metrics())
  })
}
