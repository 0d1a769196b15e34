import { lstat, mkdir, realpath } from 'node:fs/promises'
import { ownError } from '#server/erp/adapters/protocol/own-error.ts'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { ErpError } from '#server/erp/adapters/adapter.ts'

const parts = {
  in: ['in'],
  done: ['in', 'done'],
  refused: ['in', 'refused'],
  out: ['out'],
  sent: ['sent'],
  sentRefused: ['sent', 'refused'],
  answers: ['answers'],
  answersDone: ['answers', 'done'],
  answersRefused: ['answers', 'refused'],
} as const

/** The folders of a connection, as absolute paths. */
export type FolderPlace = Readonly<Record<keyof typeof parts | 'root', string>>

const isBelow = (base: string, path: string) => {
  const way = relative(base, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/**
 * Opens the folder of a connection, which must exist below `base`, and makes what is missing in it. Links that lead out of
 * it are refused.
 *
 * @param base the folder that the process allows; null: none
 * @param directory a path below it
 */
export async function openPlace(base: string | null, directory: string): Promise<FolderPlace> {
  if (base === null) throw ownError('noFolder')
  const wanted = resolve(base, directory)
  if (!isBelow(resolve(base), wanted) || directory.includes('\0')) {
    throw ownError('folderOutside', { directory })
  }
  const missing = () => {
    throw ownError('folderMissing', { directory })
  }
  const [realBase, root] = await Promise.all([realpath(base).catch(missing), realpath(wanted).catch(missing)])
  if (!isBelow(realBase, root)) throw ownError('folderLink', { directory })
  const place = Object.fromEntries(Object.entries(parts).map(([name, names]) => [name, join(root, ...names)]))
  for (const path of Object.values(place)) await makeFolder(path)
  return { root, ...place } as FolderPlace
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    if (!(await lstat(path)).isDirectory()) throw ownError('notFolder', { path })
  } catch (error) {
    throw fileError(error)
  }
}

/** What the operating system says about a file; nothing was written. */
export function fileError(error: unknown): ErpError {
  if (error instanceof ErpError) return error
  const { code, message } = error as NodeJS.ErrnoException
  const isSettings = code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR'
  return new ErpError(isSettings ? 'settings' : 'unavailable', message.slice(0, 300))
}
