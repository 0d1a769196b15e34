import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { root } from '#cli/root.ts'
import type { Target } from './load.ts'
import { readProcess } from './processes.ts'

type Ready = { url: string; floorUrl: string; pid: number; backendPid: number; indexSeconds: number }
type Message = { ready: Ready } | { statements: number }

export type BenchShop = { shop: Target; floors: Target; indexSeconds: number; end(): Promise<void> }

/** Starts the measured process and waits until it can answer. */
export async function startBenchShop(env: NodeJS.ProcessEnv): Promise<BenchShop> {
  const child = fork(join(root, 'bench/server.ts'), {
    env,
    // As in `npm start`.
    execArgv: ['--max-semi-space-size=16'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.on('message', (message: Message) => 'ready' in message && resolve(message.ready))
    child.once('exit', (code) => reject(new Error(`The measured shop ended with code ${code}`)))
  })
  const databasePid = readProcess(ready.backendPid)?.parent ?? 0
  const target = (url: string): Target => ({ url, pid: ready.pid, databasePid, statements: () => askStatements(child) })
  return {
    shop: target(ready.url),
    floors: target(ready.floorUrl),
    indexSeconds: ready.indexSeconds,
    end: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.send('end')
      }),
  }
}

function askStatements(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    const hear = (message: Message) => {
      if (!('statements' in message)) return
      child.off('message', hear)
      resolve(message.statements)
    }
    child.on('message', hear)
    child.send('statements')
  })
}
