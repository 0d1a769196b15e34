import type { FastifyInstance } from 'fastify'
import { type AppOptions, createApp } from './app.ts'
import { noticeRecovery } from '#server/backup/backup.ts'
import { areOutsideCallsOff } from '#server/platform/http/outside-switch.ts'
import { openTracing } from '#server/platform/tracing/open-tracing.ts'
import { startShopJobs } from '#server/shop/jobs.ts'

export type RunningServer = {
  app: FastifyInstance
  url: string
  /**
   * Finishes open requests and jobs and releases the database. For `drainSeconds` before that, requests are answered and
   * `/readyz` says that the process is stopping.
   */
  stop(drainSeconds?: number): Promise<void>
}

/** Starts the shop on the configured address. */
export async function startServer(options: AppOptions): Promise<RunningServer> {
  const { tracing } = options.config
  const traces = tracing && (await openTracing({ ...tracing, version: options.version }))
  const app = await createApp(options)
  try {
    const recovered = await noticeRecovery(options.database.pool, app.files)
    if (recovered !== null)
      app.log.warn(
        { at: recovered.toISOString() },
        'The database was recovered to an earlier moment. Emails are held: see "toptan outbox". Everybody has to sign in again.',
      )
    if (areOutsideCallsOff()) app.log.warn('OUTSIDE_CALLS is off: no bank, ERP, webhook or mail server is called.')
    await app.listen({ host: options.config.host, port: options.config.port })
  } catch (error) {
    // What the app has begun to follow would go on without its database.
    await app.close()
    await traces?.close()
    throw error
  }
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.config.port
  // Requests are accepted before the job queue has started: no page depends on it.
  const { files, payments, exportSources, readCurrent } = app
  const jobs = startShopJobs({ ...options, files, payments, exportSources, readCurrent }, (error) =>
    app.log.warn({ reason: error.message }, 'jobs'),
  ).catch((error: unknown) => void app.log.error({ err: error }, 'Could not start the job queue.'))
  const stop = async (drainSeconds = 0) => {
    app.log.info('Stopping.')
    if (drainSeconds > 0) await app.drain.leave(drainSeconds)
    await app.drain.drain()
    await app.close()
    await (await jobs)?.close()
    await options.database.close()
    await traces?.close()
    app.log.info('Stopped.')
  }
  return { app, url: options.config.publicUrl ?? `http://localhost:${port}`, stop }
}

/** Resolves on SIGINT or SIGTERM. A second Ctrl-C exits immediately. */
export function waitForShutdown(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const shutDown = (signal: NodeJS.Signals) => {
      process.once('SIGINT', () => process.exit(130))
      resolve(signal)
    }
    process.once('SIGINT', shutDown)
    process.once('SIGTERM', shutDown)
  })
}
