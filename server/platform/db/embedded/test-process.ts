import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endAbandoned } from './embedded.ts'
import type { Connection } from '#server/platform/db/pool.ts'

export type Owner = {
  child: ChildProcess
  ok: boolean
  lines: string[]
  created: boolean
  connection: Connection
  /** Ends the process in order. */
  close(): Promise<void>
  /** kill -9. */
  kill(): Promise<void>
}

/** Starts another process that opens the database of `dataDir` and holds it. */
export async function startOwner(dataDir: string, role: 'server' | 'command' = 'server'): Promise<Owner> {
  const child = forkOwner(dataDir, role)
  const exit = once(child, 'exit')
  const answer = await Promise.race([once(child, 'message'), exit.then(() => [{ ok: false, lines: ['It ended.'] }])])
  const end = async (act: () => void) => {
    if (child.exitCode === null && child.signalCode === null) act()
    await exit
  }
  return {
    ...(answer[0] as Pick<Owner, 'ok' | 'lines' | 'created' | 'connection'>),
    child,
    close: () => end(() => child.send('close')),
    kill: () => end(() => child.kill('SIGKILL')),
  }
}

/** The same without waiting for its response. `program` may be that of a copy of the project. */
export function forkOwner(dataDir: string, role: 'server' | 'command', program = import.meta.dirname): ChildProcess {
  return fork(join(program, 'test-owner.ts'), [dataDir, role], { stdio: 'inherit' })
}

/** Creates a folder for one test; `remove` deletes its database and files. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await realpath(await mkdtemp(join(tmpdir(), `toptan-test-${process.pid}-`)))
  // mkdtemp makes it private, but the database may run as another user.
  await chmod(path, 0o711)
  return {
    path,
    async remove() {
      // Looking up its user and its programs takes longer than most tests.
      if (existsSync(join(path, 'postgres')) || existsSync(join(path, 'postgres-place'))) await endAbandoned(path)
      await rm(path, { recursive: true, force: true })
    },
  }
}
