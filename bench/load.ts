import autocannon from 'autocannon'
import { cpuOfTree, readProcess } from './processes.ts'

export type Shot = {
  method: 'GET' | 'POST' | 'DELETE' | 'PATCH'
  path: string
  headers?: Record<string, string>
  body?: string
}

export type Figures = {
  perSecond: number
  p50: number
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

/** `once`: sends each request exactly once, without warming up. */
export type LoadOptions = { seconds: number; connections: number; once?: boolean }

/** Sends the requests in a circle, each connection starting at another one, and returns what they cost. */
export async function measure(target: Target, shots: readonly Shot[], options: LoadOptions): Promise<Figures> {
  if (!options.once) await fire(target, shots, { ...options, seconds: Math.min(1, options.seconds) })
  const before = {
    server: cpu(target.pid),
    database: cpuOfTree(target.databasePid),
    statements: await target.statements(),
  }
  const result = await fire(target, shots, options)
  const count = Math.max(1, result.requests.total)
  return {
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    serverCpu: (cpu(target.pid) - before.server) / count,
    databaseCpu: (cpuOfTree(target.databasePid) - before.database) / count,
    bytes: result.throughput.total / count,
    statements: ((await target.statements()) - before.statements) / count,
    failures: result.non2xx + result.errors + result.timeouts,
    serverMegabytes: (readProcess(target.pid)?.residentBytes ?? 0) / 1_048_576,
  }
}

function cpu(pid: number): number {
  return readProcess(pid)?.cpuMilliseconds ?? 0
}

function fire(
  target: Target,
  shots: readonly Shot[],
  { seconds, connections, once }: LoadOptions,
): Promise<autocannon.Result> {
  let started = 0
  const share = Math.ceil(shots.length / connections)
  return autocannon({
    url: target.url,
    connections,
    ...(once ? { amount: shots.length } : { duration: seconds }),
    setupClient(client) {
      const at = share * started++
      client.setRequests(once ? shots.slice(at, at + share) : [...shots.slice(at), ...shots.slice(0, at)])
    },
  })
}
