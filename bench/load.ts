import { cpuOfTree, readProcess } from './processes.ts'
import { type LoadOptions, send, type Shot } from './send.ts'

export type Figures = {
  perSecond: number
  p50: number
  p95: number
  p99: number
  /** CPU milliseconds per request. */
  serverCpu: number
  databaseCpu: number
  bytes: number
  statements: number
  failures: number
  serverMegabytes: number
}

export type Target = {
  url: string
  pid: number
  databasePid: number
  /** The number of SQL statements so far. */
  statements(): Promise<number>
}

/** Sends the requests and returns what they cost. Requests that are sent once are not sent before to warm up. */
export async function measure(target: Target, shots: readonly Shot[], options: LoadOptions): Promise<Figures> {
  if (!options.once) await send(target.url, shots, { ...options, seconds: Math.min(1, options.seconds) })
  const before = {
    server: cpu(target.pid),
    database: cpuOfTree(target.databasePid),
    statements: await target.statements(),
  }
  const { milliseconds, seconds, bytes, failures } = await send(target.url, shots, options)
  const taken = milliseconds.toSorted((a, b) => a - b)
  const share = (part: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * part))] ?? 0
  const count = Math.max(1, taken.length)
  if (failures.size > 0) console.error(`Failures: ${JSON.stringify(Object.fromEntries(failures))}`)
  return {
    perSecond: taken.length / seconds,
    p50: share(0.5),
    p95: share(0.95),
    p99: share(0.99),
    serverCpu: (cpu(target.pid) - before.server) / count,
    databaseCpu: (cpuOfTree(target.databasePid) - before.database) / count,
    bytes: bytes / count,
    statements: ((await target.statements()) - before.statements) / count,
    failures: [...failures.values()].reduce((sum, one) => sum + one, 0),
    serverMegabytes: (readProcess(target.pid)?.residentBytes ?? 0) / 1_048_576,
  }
}

function cpu(pid: number): number {
  return readProcess(pid)?.cpuMilliseconds ?? 0
}
