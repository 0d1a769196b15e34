import type { FastifyInstance } from 'fastify'
import { type AppOptions, createApp } from './app.ts'
import { prepareDrain } from '#server/platform/http/drain.ts'
import { startShopJobs } from '#server/shop/jobs.ts'

export type RunningServer = { app: FastifyInstance; url: string; stop(): Promise<void> }

/** Starts the shop on the configured address. `stop` finishes open requests and jobs and releases the database. */
export async function startServer(options: AppOptions): Promise<RunningServer> {
  const app = await createApp(options)
  const { drain } = prepareDrain(app)
  await app.listen({ host: options.config.host, port: options.config.port })
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.config.port
  // Requests are accepted before the job queue has started: no page depends on it.
  const jobs = startShopJobs({ ...options, payments: app.payments, exportSources: app.exportSources }, (error) =>
    app.log.warn({ reason: error.message }, 'jobs'),
  ).catch((error: unknown) => void app.log.error({ err: error }, 'Could not start the job queue.'))
  const stop = async () => {
    await drain()
    await app.close()
    await (await jobs)?.close()
    await options.database.close()
  }
  return { app, url: options.config.publicUrl ?? `http://localhost:${port}`, stop }
}

/** Resolves on SIGINT or SIGTERM. A second Ctrl-C exits immediately. */
export function waitForShutdown(): Promise<void> {
  return new Promise((resolve) => {
    const shutDown = () => {
      process.once('SIGINT', () => process.exit(130))
      resolve()
    }
    process.once('SIGINT', shutDown)
    process.once('SIGTERM', shutDown)
  })
}
