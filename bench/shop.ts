import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { root } from '#cli/root.ts'
import type { Target } from './load.ts'
import { readProcess } from './processes.ts'
import type { WithoutIndex } from './without-index.ts'

/** Figures of the start of the measured process; the floors have no index. */
export type Start = { indexSeconds: number; indexMegabytes: number; withoutIndex: WithoutIndex }

type Ready = { url: string; pid: number; backendPid: number } & Start
type Message = { ready: Ready } | { statements: number } | { jobs: 'started' }

export type BenchShop = { shop: Target; floors: Target; start: Start; startJobs(): Promise<void>; end(): Promise<void> }

/** Starts the measured process, and the floors in another one, and waits until both respond. */
export async function startBenchShop(env: NodeJS.ProcessEnv): Promise<BenchShop> {
  const shop = await startProcess('bench/server.ts', env)
  const floors = await startProcess('bench/floors/server.ts', env)
  const databasePid = readProcess(shop.ready.backendPid)?.parent ?? 0
  const target = ({ child, ready }: Started): Target => {
    return { url: ready.url, pid: ready.pid, databasePid, statements: () => readStatementCount(child) }
  }
  return {
    shop: target(shop),
    floors: target(floors),
    start: shop.ready,
    startJobs: () => startJobs(shop.child),
    async end() {
      await endProcess(floors.child)
      await endProcess(shop.child)
    },
  }
}

type Started = { child: ChildProcess; ready: Ready }

async function startProcess(script: string, env: NodeJS.ProcessEnv): Promise<Started> {
  const child = fork(join(root, script), {
    env,
    // As in `npm start`.
    execArgv: ['--heap-growing-percent=45', '--max-semi-space-size=16', '--max-old-space-size=1536'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.on('message', (message: Message) => 'ready' in message && resolve(message.ready))
    child.once('exit', (code) => reject(new Error(`${script} ended with code ${code}`)))
  })
  return { child, ready }
}

function endProcess(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.send('end')
  })
}

/**
 * Starts the queue that writes workbooks. It does not run from the start: its polling would count as the shop's
 * statements.
 */
function startJobs(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const onMessage = (message: Message) => {
      if (!('jobs' in message)) return
      child.off('message', onMessage)
      resolve()
    }
    child.on('message', onMessage)
    child.send('jobs')
  })
}

function readStatementCount(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    const onMessage = (message: Message) => {
      if (!('statements' in message)) return
      child.off('message', onMessage)
      resolve(message.statements)
    }
    child.on('message', onMessage)
    child.send('statements')
  })
}
