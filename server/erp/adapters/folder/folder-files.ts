import { lstat, readdir, rename, writeFile } from 'node:fs/promises'
import { ownError } from '#server/erp/adapters/protocol/own-error.ts'
import { join } from 'node:path'
import { fileError } from './folder-place.ts'

export type FoundFile = { name: string; path: string; bytes: number; time: number }

/** When a file counts as written: once its size and time stay during `wait`, or once there is a file "name.ok" beside it. */
export type Completeness = { by: 'stable'; wait(): Promise<unknown> } | { by: 'ok' }

/** Names of files that somebody is still writing, that belong to an editor, or that only say something about another file. */
const unread = /^[.~]|\.(?:tmp|part|partial|filepart|crdownload|ok)$/i

/** Whether a name fits one of the patterns, which are separated by ";". `*` is any text and `?` any character. */
export function namePattern(text: string): (name: string) => boolean {
  const patterns = text.split(';').map((pattern) => pattern.trim())
  if (
    patterns.some(
      (pattern) => pattern === '' || pattern.length > 100 || /[/\\\0]/.test(pattern) || pattern.split('*').length > 5,
    )
  ) {
    throw ownError('notPattern', { text: text.slice(0, 100) })
  }
  const expressions = patterns.map(
    (pattern) =>
      new RegExp(
        `^${pattern
          .replaceAll(/[.+^${}()|[\]]/g, '\\$&')
          .replaceAll(/\*+/g, '.*')
          .replaceAll('?', '.')}$`,
        'isu',
      ),
  )
  return (name) => expressions.some((expression) => expression.test(name))
}

/** Files in a folder, by name. Links, folders and files that are still written are left out. */
export async function listFiles(folder: string, fits: (name: string) => boolean = () => true): Promise<FoundFile[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    const names = entries
      .filter((entry) => entry.isFile() && !unread.test(entry.name) && fits(entry.name))
      .map(({ name }) => name)
    const files = await Promise.all(names.toSorted().map((name) => inspect(folder, name)))
    return files.filter((file) => file !== null)
  } catch (error) {
    throw fileError(error)
  }
}

/** Null: it is no longer there, or no plain file. */
export async function inspect(folder: string, name: string): Promise<FoundFile | null> {
  const path = join(folder, name)
  const stats = await lstat(path).catch(() => null)
  return stats?.isFile() === true ? { name, path, bytes: stats.size, time: Math.trunc(stats.mtimeMs) } : null
}

export const isSameFile = (a: FoundFile, b: FoundFile | null): boolean =>
  b !== null && a.bytes === b.bytes && a.time === b.time

/** The complete files in a folder, by name. Empty files are never complete. */
export async function completeFiles(
  folder: string,
  completeness: Completeness,
  fits?: (name: string) => boolean,
): Promise<FoundFile[]> {
  const files = (await listFiles(folder, fits)).filter(({ bytes }) => bytes > 0)
  if (files.length === 0) return []
  if (completeness.by === 'ok') {
    const marked = await Promise.all(files.map(async ({ name }) => (await inspect(folder, okName(name))) !== null))
    return files.filter((_file, index) => marked[index])
  }
  await completeness.wait()
  const later = await Promise.all(files.map(({ name }) => inspect(folder, name)))
  return files.filter((file, index) => isSameFile(file, later[index] ?? null))
}

const okName = (name: string) => `${name}.ok`

/** Moves a file out of the way, with its mark, under its own name or one that is free. */
export async function moveFile(file: FoundFile, folder: string, now: Date): Promise<string> {
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const taken = (await inspect(folder, file.name)) !== null
  const name = taken ? `${stamp}-${file.name}` : file.name
  try {
    await rename(file.path, join(folder, name))
    await rename(`${file.path}.ok`, join(folder, `${name}.ok`)).catch(() => {})
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw fileError(error)
  }
  return name
}

/** Moves a file that cannot be read, and writes down why beside it. */
export async function refuseFile(
  file: FoundFile,
  folder: string,
  now: Date,
  reasons: readonly string[],
): Promise<void> {
  const name = await moveFile(file, folder, now)
  await writeFile(join(folder, `${name}.report.txt`), `${reasons.join('\r\n')}\r\n`).catch((error: unknown) => {
    throw fileError(error)
  })
}
