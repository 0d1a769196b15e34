import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runAs } from './child.ts'
import type { Place } from './place.ts'
import type { Connection } from '#server/platform/db/pool.ts'
import { EmbeddedError } from './embedded-error.ts'

export const DATABASE = 'toptan'
const SUPERUSER = 'toptan'
const DRAFT = 'cluster.draft-'
// LC_CTYPE tells pg_trgm which characters are letters; the oldest systems lack C.UTF-8.
const CHARACTER_TYPES = ['C.UTF-8', 'C']
const isWindows = process.platform === 'win32'

/**
 * Creates the cluster in a draft folder and renames it when it is complete: a kill halfway leaves a draft, which the
 * next start removes. The caller holds the start lock.
 */
export async function ensureCluster(place: Place, { sync = true } = {}): Promise<{ created: boolean }> {
  await removeDrafts(place)
  if (existsSync(join(place.cluster, 'PG_VERSION'))) return { created: false }
  const draft = join(place.folder, `${DRAFT}${randomBytes(6).toString('hex')}`)
  await mkdir(draft, { mode: 0o700 })
  if (place.user) await chown(draft, place.user.uid, place.user.gid)
  await runInitdb(place, draft, sync)
  await rename(draft, place.cluster)
  if (sync && !isWindows) await syncFolder(place.folder)
  return { created: true }
}

async function runInitdb(place: Place, draft: string, sync: boolean): Promise<void> {
  let output = ''
  for (const characterType of CHARACTER_TYPES) {
    const outcome = await runAs(place.user, place.programs.initdb, [
      `--pgdata=${draft}`,
      `--username=${SUPERUSER}`,
      '--encoding=UTF8',
      '--locale=C',
      `--lc-ctype=${characterType}`,
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--text-search-config=simple',
      // The socket's folder is private. Systems with TCP only use a password.
      ...(isWindows ? ['--auth=scram-sha-256', `--pwfile=${await passwordFile(place)}`] : ['--auth=trust']),
      '--no-instructions',
      ...(sync ? [] : ['--no-sync']),
    ])
    if (outcome.code === 0) return
    output = outcome.output
  }
  throw new EmbeddedError(`The database could not be made in ${place.folder}: ${lastLine(output)}`)
}

export async function connectionOf(place: Place, port: number): Promise<Connection> {
  const login = { user: SUPERUSER, database: DATABASE }
  if (!isWindows) return { host: place.socketFolder, port, ...login }
  return { host: '127.0.0.1', port, ...login, password: await readFile(await passwordFile(place), 'utf8') }
}

export function lastLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  return lines.findLast((line) => /error|FATAL|PANIC/i.test(line)) ?? lines.at(-1) ?? 'no output'
}

async function passwordFile(place: Place): Promise<string> {
  const file = join(place.folder, 'password')
  if (!existsSync(file)) await writeFile(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
  return file
}

/** An initdb whose parent was killed may still be writing there: the next start removes what cannot be removed now. */
async function removeDrafts(place: Place): Promise<void> {
  for (const name of await readdir(place.folder)) {
    if (name.startsWith(DRAFT)) await rm(join(place.folder, name), { recursive: true, force: true }).catch(() => {})
  }
}

/** Makes the rename itself survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
