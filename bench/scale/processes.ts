import { cpuOfTree, readProcess } from '#bench/processes.ts'
import { createRandom } from '#bench/random.ts'
import { drawScenarios } from '#bench/scenarios.ts'
import { send } from '#bench/send.ts'
import { startShops } from '#bench/shop.ts'
import { fillCarts, guestBrowser, signInDealers } from '#bench/visitors.ts'
import type { Pool } from '#server/platform/db/pool.ts'

export type ProcessesRow = {
  processes: number
  work: string
  perSecond: number
  /** CPU seconds for 1,000 requests. */
  serverCpu: number
  databaseCpu: number
  failures: number
}

/** Work that is never answered from what an earlier request left, so that it costs the same in each process. */
const measured = ['list, other filters each time', 'list page, dealer, not cached']

type Options = { pool: Pool; env: NodeJS.ProcessEnv; secret: string; seconds: number; log(line: string): void }

/** The same requests to one process, to two and so on, each with its part of the connections, as a proxy spreads them. */
export async function measureProcesses(most: number, options: Options): Promise<ProcessesRow[]> {
  const { pool, env, secret, log } = options
  const users = await signInDealers(pool, secret, 200)
  await fillCarts(pool, users)
  const scenarios = await drawScenarios(pool, { users, guest: guestBrowser(secret) }, createRandom(1))
  const backend = await pool.one<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const databasePid = readProcess(backend?.pid ?? 0)?.parent ?? 0
  const rows: ProcessesRow[] = []
  for (let processes = 1; processes <= most; processes += 1) {
    const shops = await startShops(env, processes)
    try {
      for (const { name, shots } of scenarios.filter((one) => measured.includes(one.name))) {
        const spread = async (seconds: number) =>
          Promise.all(
            shops.urls.map((url, i) => {
              const at = Math.floor((shots.length / processes) * i)
              const requests = [...shots.slice(at), ...shots.slice(0, at)]
              return send(url, requests, { connections: Math.ceil(12 / processes), seconds })
            }),
          )
        // Code that is not compiled yet costs several times as much.
        await spread(Math.ceil(options.seconds / 2))
        const cpu = () => shops.pids.reduce((sum, pid) => sum + (readProcess(pid)?.cpuMilliseconds ?? 0), 0)
        const before = { server: cpu(), database: cpuOfTree(databasePid) }
        const results = await spread(options.seconds)
        const count = Math.max(
          1,
          results.reduce((sum, { milliseconds }) => sum + milliseconds.length, 0),
        )
        const row = {
          processes,
          work: name,
          perSecond: results.reduce((sum, { milliseconds, seconds }) => sum + milliseconds.length / seconds, 0),
          serverCpu: (cpu() - before.server) / count,
          databaseCpu: (cpuOfTree(databasePid) - before.database) / count,
          failures: results.flatMap(({ failures }) => [...failures.values()]).reduce((sum, one) => sum + one, 0),
        }
        log(`${processes} × ${name}: ${row.perSecond.toFixed(0)}/s`)
        rows.push(row)
      }
    } finally {
      await shops.end()
    }
  }
  return rows
}

/** As a table of Markdown. */
export const processesTable = (rows: readonly ProcessesRow[]): string =>
  [
    '| processes | requests | requests a second | CPU s of the processes for 1,000 | CPU s of the database for 1,000 | failed |',
    '|---:|---|---:|---:|---:|---:|',
    ...rows.map(
      ({ processes, work, perSecond, serverCpu, databaseCpu, failures }) =>
        `| ${processes} | ${work} | ${perSecond.toFixed(0)} | ${serverCpu.toFixed(1)} | ${databaseCpu.toFixed(1)} | ${failures} |`,
    ),
  ].join('\n')
