import { ownError } from '#server/erp/adapters/protocol/own-error.ts'
import type { FileStore, FoundFile } from './file-store.ts'

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
export async function listFiles(
  store: FileStore,
  folder: string,
  fits: (name: string) => boolean = () => true,
): Promise<FoundFile[]> {
  const files = await store.list(folder, (name) => !unread.test(name) && fits(name))
  return files.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

export const isSameFile = (a: FoundFile, b: FoundFile | null): boolean =>
  b !== null && a.bytes === b.bytes && a.time === b.time

/** The complete files in a folder, by name. Empty files are never complete. */
export async function completeFiles(
  store: FileStore,
  folder: string,
  completeness: Completeness,
  fits?: (name: string) => boolean,
): Promise<FoundFile[]> {
  const files = (await listFiles(store, folder, fits)).filter(({ bytes }) => bytes > 0)
  if (files.length === 0) return []
  if (completeness.by === 'ok') {
    const marked = await Promise.all(
      files.map(async ({ name }) => (await store.inspect(folder, okName(name))) !== null),
    )
    return files.filter((_file, index) => marked[index])
  }
  await completeness.wait()
  const later = await Promise.all(files.map(({ name }) => store.inspect(folder, name)))
  return files.filter((file, index) => isSameFile(file, later[index] ?? null))
}

const okName = (name: string) => `${name}.ok`

/** Moves a file out of the way, with its mark, under its own name or one that is free. */
export async function moveFile(
  store: FileStore,
  { name }: FoundFile,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<string> {
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const target = (await store.inspect(to, name)) === null ? name : `${stamp}-${name}`
  // Another process may have been faster.
  const isMoved = await store.rename({ folder: from, name }, { folder: to, name: target })
  const mark = okName(name)
  if (isMoved && (await store.exists(from, mark))) {
    await store.rename({ folder: from, name: mark }, { folder: to, name: okName(target) }).catch(() => false)
  }
  return target
}

/** Moves a file that cannot be read, and writes down why beside it. */
export async function refuseFile(
  store: FileStore,
  file: FoundFile,
  way: { from: string; to: string },
  { now, reasons }: { now: Date; reasons: readonly string[] },
): Promise<void> {
  const name = await moveFile(store, file, way, now)
  await store.writeWhole(way.to, `${name}.report.txt`, Buffer.from(`${reasons.join('\r\n')}\r\n`))
}
