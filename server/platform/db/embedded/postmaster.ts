import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runAs } from './child.ts'
import type { Place } from './place.ts'

/** The main process of PostgreSQL, as described by its postmaster.pid. */
export type Postmaster = { pid: number; port: number }

/** The running postmaster of this location, if any. Never touches a process of another program. */
export function findPostmaster(place: Place): Postmaster | undefined {
  const recorded = readPidFile(place.cluster)
  if (!recorded || !isAlive(recorded.pid)) return undefined
  if (isPostmasterOf(recorded.pid, place.cluster)) return recorded
  // The process id belongs to another program now, and PostgreSQL would refuse to start because of it.
  rmSync(join(place.cluster, 'postmaster.pid'), { force: true })
  return undefined
}

/**
 * Stops cleanly first (`fast`, for at most `patience` seconds), then immediately; the write-ahead log covers the rest.
 */
export async function stopPostmaster(place: Place, { pid }: Postmaster, patience = 5): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    const limit = mode === 'fast' ? patience : 2
    await runAs(place.user, place.programs.pgCtl, ['stop', '-D', place.cluster, '-m', mode, '-w', '-t', String(limit)])
    if (!isAlive(pid)) return
  }
  if (!isPostmasterOf(pid, place.cluster)) return
  process.kill(pid, 'SIGKILL')
  while (isAlive(pid)) await sleep(20)
}

export function isAlive(pid: number): boolean {
  if (process.platform === 'linux') return !['', 'Z', 'X'].includes(linuxState(pid))
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** In a container a dead orphan may never be reaped: as a zombie it keeps its process id. */
function linuxState(pid: number): string {
  const stat = readText(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).charAt(0)
}

function readPidFile(cluster: string): Postmaster | undefined {
  // Lines: process id, data folder, start time, port, socket folder, address, shared memory, state.
  const [pid, , , port] = readText(join(cluster, 'postmaster.pid')).split('\n')
  return Number(pid) > 0 && port ? { pid: Number(pid), port: Number(port) } : undefined
}

function isPostmasterOf(pid: number, cluster: string): boolean {
  if (process.platform === 'win32') return true
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return stdout.includes('postgres') && stdout.includes(cluster)
  }
  const [program = '', ...args] = readText(`/proc/${pid}/cmdline`).split('\0')
  return basename(program) === 'postgres' && (args.includes(cluster) || worksIn(pid, cluster))
}

function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
  } catch {
    return false
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
