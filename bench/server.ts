// Runs the measured shop in a separate process, which communicates with its parent by messages.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import pg from 'pg'
import { createApp } from '#server/app.ts'
import { parseConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { exportJob, type ExportRequest, exportsFolder, makeExport } from '#server/exports/exports.ts'
import { loadBuiltPages } from '#server/platform/http/pages.ts'
import { type Jobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { builtFiles, builtPages } from '#cli/built.ts'
import { createProfiler } from './profile.ts'
import { requestWithoutIndex } from './without-index.ts'

let statements = 0
const query = pg.Client.prototype.query
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...args: unknown[]) {
    statements += 1
    return Reflect.apply(query, this, args) as unknown
  },
})

const config = parseConfig()
const database = await openDatabase(config, { role: 'server' })
const build = await loadBuiltPages(builtPages)
const started = performance.now()
const app = await createApp({
  config,
  database,
  version: 'bench',
  hasRateLimits: false,
  pages: { loadBuild: () => Promise.resolve(build), files: builtFiles, mode: 'production' },
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
const withoutIndex = await requestWithoutIndex(app)
const indexSeconds = (performance.now() - started) / 1000
const indexMegabytes = process.memoryUsage().rss / 1_048_576
const backend = await database.pool.one<{ pid: number }>('SELECT pg_backend_pid() AS pid')

let jobs: Jobs | undefined
/** Writes workbooks, as the shop's own queue does. */
async function startWork(): Promise<void> {
  const warn = (error: Error) => console.error(error)
  const [sources, folder] = [app.exportSources, exportsFolder(app.files)]
  jobs ??= await startJobs(database, warn)
  await jobs.work(exportJob, (data) => makeExport({ sources, folder, warn }, data as ExportRequest))
  process.send?.({ jobs: 'started' })
}

const profiler = createProfiler()
const pauses = monitorEventLoopDelay({ resolution: 1 })

process.on('message', (message) => {
  if (message === 'watch') {
    pauses.enable()
    pauses.reset()
    process.send?.({ watching: true })
  }
  if (message === 'pause') process.send?.({ pause: pauses.max / 1e6 })
  if (message === 'statements') process.send?.({ statements })
  if (message === 'profile') void profiler.start().then(() => process.send?.({ profiling: true }))
  if (message === 'profiled') void profiler.stop().then((profile) => process.send?.({ profile }))
  if (message === 'jobs') void startWork()
  if (message === 'end') {
    void app
      .close()
      .then(() => jobs?.close())
      .then(() => database.close())
      .then(() => process.exit(0))
  }
})
process.send?.({
  ready: { url, pid: process.pid, backendPid: backend?.pid ?? 0, indexSeconds, indexMegabytes, withoutIndex },
})
