import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, mkdtemp, readFile, realpath, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolder } from '#server/platform/files/make-folder.ts'
import { runAs } from './child.ts'
import { copyPackage, findNativePackage, type Programs, programsOf, replayLinks } from './native-package.ts'
import { chooseSystemUser, type SystemUser } from './system-user.ts'
import { EmbeddedError } from './embedded-error.ts'

/** The location of the embedded database and the user that runs it. */
export type Place = {
  /** Contains everything below; belongs to the current user, not to the system user. */
  folder: string
  cluster: string
  logFolder: string
  socketFolder: string
  user: SystemUser | undefined
  programs: Programs
}

export type Log = (line: string) => void

const RECORD = 'postgres-place'
// sun_path holds 104 bytes on macOS, including the terminating zero and "/.s.PGSQL.5432".
const MAX_SOCKET_FOLDER = 103 - '/.s.PGSQL.5432'.length
const isWindows = process.platform === 'win32'

/** Whether a database was made in this data folder, or its place is recorded there. */
export const hasDatabase = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'postgres', 'cluster')) || existsSync(join(dataDir, RECORD))

export async function findPlace(dataDir: string, log: Log): Promise<Place> {
  makeFolder(dataDir)
  const home = await realpath(dataDir)
  const own = join(home, 'postgres')
  const record = join(home, RECORD)
  const recorded = existsSync(record) ? (await readFile(record, 'utf8')).trim() : undefined
  if (recorded && !existsSync(recorded)) {
    throw new EmbeddedError(
      `The database of ${home} was kept in ${recorded} (says ${record}), and that folder is gone.`,
    )
  }
  const user = chooseSystemUser(join(recorded ?? own, 'cluster'))
  const folder =
    recorded ?? ((await canHold(own, user)) ? own : await copyToReadableFolder(home, user as SystemUser, log))
  return {
    folder,
    cluster: join(folder, 'cluster'),
    logFolder: await giveFolder(join(folder, 'log'), user),
    socketFolder: await giveFolder(socketFolderOf(folder), user),
    user,
    programs: await preparePrograms(folder, user, log),
  }
}

/** Tries whether the user can enter and own a folder in there: modes, ACLs and mounts all matter. */
async function canHold(folder: string, user: SystemUser | undefined): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: user ? 0o711 : 0o700 })
  if (!user) return true
  await chmod(folder, 0o711)
  const probe = await mkdtemp(join(folder, 'probe-'))
  const owned = await chown(probe, user.uid, user.gid).then(
    () => true,
    () => false,
  )
  const { code } = await runAs(user, '/bin/sh', ['-c', 'cd -- "$1" && : > file', 'sh', probe])
  const { uid } = await stat(probe)
  await rm(probe, { recursive: true, force: true })
  return owned && code === 0 && uid === user.uid
}

/**
 * For a clone below a private folder of root: puts the database where its user can reach it, and records the location.
 */
async function copyToReadableFolder(home: string, user: SystemUser, log: Log): Promise<string> {
  const own = join(home, 'postgres')
  if (existsSync(join(own, 'cluster'))) {
    throw new EmbeddedError(
      `The database in ${own} is there, but its user ${user.name} may not enter it: check the folder modes.`,
    )
  }
  const name = `data-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`
  const folder = await firstThat(rootFolders(), async (base) => {
    await ownSafely(base)
    return (await canHold(join(base, name), user)) ? join(base, name) : undefined
  })
  if (!folder)
    throw new EmbeddedError(`The user ${user.name} may not enter ${home}, nor any of ${rootFolders().join(', ')}.`)
  await writeFile(join(home, RECORD), `${folder}\n`)
  await rmdir(own).catch(() => {})
  log(`The user ${user.name} may not enter ${home}: the database is kept in ${folder}.`)
  return folder
}

async function preparePrograms(folder: string, user: SystemUser | undefined, log: Log): Promise<Programs> {
  const native = await findNativePackage()
  // node_modules may be read-only: then a copy is used.
  const linked = await replayLinks(native).then(
    () => true,
    () => false,
  )
  if (linked && (await runs(programsOf(native.root), user))) return programsOf(native.root)
  const bases = user ? rootFolders() : [folder]
  const programs = await firstThat(bases, async (base) => {
    if (user) await ownSafely(base)
    const copy = programsOf((await copyPackage(native, base)).root)
    return (await runs(copy, user)) ? copy : undefined
  })
  if (!programs) throw new EmbeddedError(`PostgreSQL does not run from ${native.root}, nor from ${bases.join(', ')}.`)
  log(`PostgreSQL does not run from ${native.root}: its copy is ${programs.postgres}.`)
  return programs
}

async function runs(programs: Programs, user: SystemUser | undefined): Promise<boolean> {
  const { code } = await runAs(user, programs.postgres, ['--version'])
  return code === 0
}

function rootFolders(): string[] {
  return ['/var/lib/toptan', '/opt/toptan', join(tmpdir(), 'toptan')]
}

/** Nobody else may be able to replace programs that run for root's shop. */
async function ownSafely(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o755 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const stats = await lstat(folder)
  if (!stats.isDirectory() || stats.uid !== 0 || stats.mode & 0o022) {
    throw new EmbeddedError(`${folder} is not a folder of root's own.`)
  }
  await chmod(folder, 0o755)
}

/** Creates a private folder of the database's user. */
async function giveFolder(folder: string, user: SystemUser | undefined): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const stats = await lstat(folder)
  const allowed = isWindows || [user?.uid, process.getuid?.()].includes(stats.uid)
  if (!stats.isDirectory() || !allowed) throw new EmbeddedError(`${folder} belongs to somebody else.`)
  if (user) await chown(folder, user.uid, user.gid)
  await chmod(folder, 0o700)
  return folder
}

function socketFolderOf(folder: string): string {
  const inside = join(folder, 'run')
  if (isWindows || Buffer.byteLength(inside) <= MAX_SOCKET_FOLDER) return inside
  return `/tmp/toptan-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
}

async function firstThat<Item, Found>(
  items: Item[],
  find: (item: Item) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  for (const item of items) {
    const found = await find(item).catch(() => undefined)
    if (found !== undefined) return found
  }
  return undefined
}
