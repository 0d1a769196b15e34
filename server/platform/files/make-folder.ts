import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** A folder cannot be made. The message names it and the reason. */
export class FolderError extends Error {
  override name = 'FolderError'
}

/**
 * Makes a folder and those above it, unless they are there. Not by the option `recursive`: where the system makes no folder
 * and says that there is none, as below /proc, that one tries again for ever.
 */
export function makeFolder(path: string, mode = 0o777): void {
  const error = tryToMake(path, mode)
  if (error === null) return
  const parent = dirname(path)
  if (error.code !== 'ENOENT' || parent === path) throw refusal(path, error)
  makeFolder(parent, mode)
  const second = tryToMake(path, mode)
  if (second !== null) throw refusal(path, second)
}

/** Null: it is there. */
function tryToMake(path: string, mode: number): NodeJS.ErrnoException | null {
  try {
    mkdirSync(path, { mode })
    return null
  } catch (error) {
    const failure = error as NodeJS.ErrnoException
    return failure.code === 'EEXIST' ? null : failure
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its disk is read-only',
  ENOENT: 'no folder can be made there',
  ENOTDIR: 'a part of its path is a file',
  ENOSPC: 'its disk is full',
}

const refusal = (path: string, error: NodeJS.ErrnoException): FolderError =>
  new FolderError(`The folder ${path} cannot be made: ${reasons[error.code ?? ''] ?? error.message}.`, { cause: error })
