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
  const seen: Seen = { milliseconds: [], refusals: new Map() }
  const result = await fire(target, shots, options, seen)
  const taken = seen.milliseconds.toSorted((a, b) => a - b)
  const share = (part: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * part))] ?? 0
  const count = Math.max(1, result.requests.total)
  const failures = result.non2xx + result.errors + result.timeouts
  if (failures > 0)
    console.error(`Failures: ${JSON.stringify({ ...result.statusCodeStats, ...Object.fromEntries(seen.refusals) })}`)
  return {
    perSecond: result.requests.total / result.duration,
    p50: share(0.5),
    p95: share(0.95),
    p99: share(0.99),
    serverCpu: (cpu(target.pid) - before.server) / count,
    databaseCpu: (cpuOfTree(target.databasePid) - before.database) / count,
    bytes: result.throughput.total / count,
    statements: ((await target.statements()) - before.statements) / count,
    failures,
    serverMegabytes: (readProcess(target.pid)?.residentBytes ?? 0) / 1_048_576,
  }
}

function cpu(pid: number): number {
  return readProcess(pid)?.cpuMilliseconds ?? 0
}

/** The times of the responses, and how many calls were refused, by error code. */
type Seen = { milliseconds: number[]; refusals: Map<string, number> }

/** The error code at the start of a refused call's reply. */
const refusal = /^\{"error":\{"code":"(\w+)"/

function fire(
  target: Target,
  shots: readonly Shot[],
  { seconds, connections, once }: LoadOptions,
  seen: Seen = { milliseconds: [], refusals: new Map() },
): Promise<autocannon.Result> {
  let started = 0
  const share = Math.ceil(shots.length / connections)
  return autocannon({
    url: target.url,
    connections,
    ...(once ? { amount: shots.length } : { duration: seconds }),
    setupClient(client) {
      const at = share * started++
      client.on('body', (body: Buffer) => {
        const code = refusal.exec(body.toString('utf8', 0, 60))?.[1]
        if (code !== undefined) seen.refusals.set(code, (seen.refusals.get(code) ?? 0) + 1)
      })
      client.on('response', (_status: number, _bytes: number, taken: number) => void seen.milliseconds.push(taken))
      client.setRequests(once ? shots.slice(at, at + share) : [...shots.slice(at), ...shots.slice(0, at)])
    },
  })
}
