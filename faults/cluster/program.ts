import { type ChildProcess, spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnAs } from '#server/platform/db/embedded/child.ts'
import type { SystemUser } from '#server/platform/db/embedded/system-user.ts'

/** A program of the cluster. Signals go to its own process id. */
export type Program = { kill(signal: NodeJS.Signals): Promise<void>; stop(): Promise<void> }

/** Debian packages by the program that the cluster needs of them. */
const packages = { pgbouncer: 'pgbouncer', haproxy: 'haproxy', openssl: 'openssl' }

/** Throws the command that installs what is missing. */
export function requirePrograms(): void {
  const missing = Object.entries(packages).filter(([name]) => spawnSync(name, ['-v']).error !== undefined)
  if (missing.length === 0) return
  const names = missing.map(([, name]) => name).join(' ')
  throw new Error(`The cluster needs programs that are not installed. On Debian: apt-get install -y ${names}`)
}

/** Starts a program that accepts connections at the port, and waits until it does. */
export async function startProgram(
  command: readonly string[],
  port: number,
  { user, endBy = 'SIGTERM' }: { user?: SystemUser | undefined; endBy?: NodeJS.Signals } = {},
): Promise<Program> {
  const [name = '', ...args] = command
  const child = spawnAs(user, name, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (output = (output + chunk).slice(-4_000)))
  }
  child.once('error', (error) => (output += error.message))
  await acceptance(child, port, () => `${name} does not accept connections:\n${output}`)
  const kill = async (signal: NodeJS.Signals) => {
    const ended = exitOf(child)
    child.kill(signal)
    await ended
  }
  return { kill, stop: () => kill(endBy) }
}

function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

async function acceptance(child: ChildProcess, port: number, message: () => string): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await accepts(port))) {
    if (child.exitCode !== null || child.pid === undefined || performance.now() > deadline) throw new Error(message())
    await sleep(50)
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
