import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import type { SystemUser } from './system-user.ts'

export type Outcome = { code: number | null; output: string }

/** Starts a PostgreSQL program, as `user` if the current process runs as root. */
export function spawnAs(
  user: SystemUser | undefined,
  program: string,
  args: string[],
  options: SpawnOptions = {},
): ChildProcess {
  return spawn(program, args, {
    // The user may not have access to the current folder.
    cwd: process.platform === 'win32' ? undefined : '/',
    env: cleanEnvironment(),
    windowsHide: true,
    ...options,
    ...(user && { uid: user.uid, gid: user.gid }),
  })
}

export function runAs(user: SystemUser | undefined, program: string, args: string[]): Promise<Outcome> {
  return new Promise((done) => {
    const child = spawnAs(user, program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += String(chunk)))
    child.stderr?.on('data', (chunk) => (output += String(chunk)))
    child.on('error', (error) => done({ code: null, output: error.message }))
    child.on('close', (code) => done({ code, output: output.trim() }))
  })
}

/** The environment without the caller's PGDATA, PGPORT and locale. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env
  return { PATH, LC_ALL: 'C', ...(SystemRoot && { SystemRoot }), ...(TEMP && { TEMP }) }
}
