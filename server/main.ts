import type { FastifyInstance } from 'fastify'
import { type AppOptions, createApp } from './app.ts'
import { startHousekeeping } from '#server/shop/jobs.ts'

export type Running = { app: FastifyInstance; url: string; stop(): Promise<void> }

/** Opens the shop on the configured address. `stop` finishes what is under way and lets go of the database. */
export async function startServer(options: AppOptions): Promise<Running> {
  const app = await createApp(options)
  await app.listen({ host: options.config.host, port: options.config.port })
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.config.port
  // The shop is open before the queue is: nothing on a page waits for it.
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

/** Resolves when the process is asked to end. A second Ctrl-C ends at once. */
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
