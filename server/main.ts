import type { FastifyInstance } from 'fastify'
import { type AppOptions, createApp } from './app.ts'
import { startHousekeeping } from '#server/shop/jobs.ts'

export type Running = { app: FastifyInstance; url: string; stop(): Promise<void> }

/** Starts the shop on the configured address. `stop` finishes open requests and jobs and releases the database. */
export async function startServer(options: AppOptions): Promise<Running> {
  const app = await createApp(options)
  await app.listen({ host: options.config.host, port: options.config.port })
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.config.port
  // Requests are accepted before the job queue has started: no page depends on it.
  const jobs = startHousekeeping({ ...options, payments: app.payments, exportSources: app.exportSources }, (error) =>
    app.log.warn({ reason: error.message }, 'jobs'),
  ).catch((error: unknown) => void app.log.error({ err: error }, 'The job queue did not start'))
  const stop = async () => {
    await app.close()
    await (await jobs)?.close()
    await options.database.close()
  }
  return { app, url: options.config.publicUrl ?? `http://localhost:${port}`, stop }
}

/** Resolves on SIGINT or SIGTERM. A second Ctrl-C exits immediately. */
export function waitForEnd(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      process.once('SIGINT', () => process.exit(130))
      resolve()
    }
    process.once('SIGINT', end)
    process.once('SIGTERM', end)
  })
}
