import { type ChildProcess, fork } from 'node:child_process'
import type { Profiler } from 'node:inspector'
import { join } from 'node:path'
import { memoryBounds } from '#cli/bound-memory.ts'
import { builtBench } from '#cli/built.ts'
import { root } from '#cli/root.ts'
import type { Target } from './load.ts'
import { type Profile, sharesOf } from './profile.ts'
import { readProcess } from './processes.ts'
import type { WithoutIndex } from './without-index.ts'

/** Figures of the start of the measured process; the floors have no index. */
export type Start = { indexSeconds: number; indexMegabytes: number; withoutIndex: WithoutIndex }

type Ready = { url: string; pid: number; backendPid: number } & Start
type Message =
  | { ready: Ready }
  | { statements: number }
  | { jobs: 'started' }
  | { watching: true }
  | { pause: number }
  | { profiling: true }
  | { profile: Profiler.Profile }

export type BenchShop = {
  shop: Target
  floors: Target
  start: Start
  /** The queue that writes workbooks does not run from the start: its polling would count as the shop's statements. */
  startJobs(): Promise<void>
  /** Where the measured process spends its CPU time while `work` runs. */
  profile(work: () => Promise<unknown>): Promise<Profile>
  /** Restarts the measurement of pauses of the event loop. */
  watchPauses(): Promise<void>
  /** The longest pause since then, in milliseconds. */
  longestPause(): Promise<number>
  end(): Promise<void>
}

/** Starts the measured process, and the floors in another one, and waits until both respond. */
export async function startBenchShop(env: NodeJS.ProcessEnv): Promise<BenchShop> {
  const shop = await startProcess(builtBench, env)
  const floors = await startProcess(join(root, 'bench/floors/server.ts'), env)
  const databasePid = readProcess(shop.ready.backendPid)?.parent ?? 0
  const target = ({ child, ready }: Started): Target => {
    return { url: ready.url, pid: ready.pid, databasePid, statements: () => readStatementCount(child) }
  }
  return {
    shop: target(shop),
    floors: target(floors),
    start: shop.ready,
    startJobs: async () => void (await ask(shop.child, 'jobs', (message) => ('jobs' in message ? true : undefined))),
    async profile(work) {
      await ask(shop.child, 'profile', (message) => ('profiling' in message ? true : undefined))
      await work()
      return sharesOf(
        await ask(shop.child, 'profiled', (message) => ('profile' in message ? message.profile : undefined)),
      )
    },
    watchPauses: () => watchPauses(shop.child),
    longestPause: () => longestPause(shop.child),
    async end() {
      await endProcess(floors.child)
      await endProcess(shop.child)
    },
  }
}

export type BenchShops = Pick<BenchShop, 'watchPauses' | 'longestPause' | 'end'> & { urls: string[]; pids: number[] }

/** Starts several processes of the shop on one database, without floors. Pauses are the longest of all processes. */
export async function startShops(env: NodeJS.ProcessEnv, count: number): Promise<BenchShops> {
  const started: Started[] = []
  const end = async () => {
    await Promise.all(started.map(({ child }) => endProcess(child)))
  }
  try {
    while (started.length < count) started.push(await startProcess(builtBench, env))
  } catch (error) {
    await end()
    throw error
  }
  return {
    urls: started.map(({ ready }) => ready.url),
    pids: started.map(({ ready }) => ready.pid),
    watchPauses: async () => void (await Promise.all(started.map(({ child }) => watchPauses(child)))),
    longestPause: async () => Math.max(...(await Promise.all(started.map(({ child }) => longestPause(child))))),
    end,
  }
}

type Started = { child: ChildProcess; ready: Ready }

async function startProcess(script: string, env: NodeJS.ProcessEnv): Promise<Started> {
  const child = fork(script, {
    // As in `npm start`.
    env: { ...memoryBounds, ...env },
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

/** Sends a word to the process and waits for the message that answers it. */
function ask<Value>(child: ChildProcess, word: string, read: (message: Message) => Value | undefined): Promise<Value> {
  return new Promise((resolve) => {
    const onMessage = (message: Message) => {
      const value = read(message)
      if (value === undefined) return
      child.off('message', onMessage)
      resolve(value)
    }
    child.on('message', onMessage)
    child.send(word)
  })
}

const readStatementCount = (child: ChildProcess): Promise<number> =>
  ask(child, 'statements', (message) => ('statements' in message ? message.statements : undefined))

const watchPauses = async (child: ChildProcess): Promise<void> =>
  void (await ask(child, 'watch', (message) => ('watching' in message ? true : undefined)))

const longestPause = (child: ChildProcess): Promise<number> =>
  ask(child, 'pause', (message) => ('pause' in message ? message.pause : undefined))
