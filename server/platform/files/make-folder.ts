import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** A folder cannot be made. The message names it and the reason. */
export class FolderError extends Error {
  override name = 'FolderError'
}

/**
 * Makes a folder and those above it, unless they exist. Throws FolderError. The option `recursive` of `mkdir` never returns
 * where the system refuses new folders with ENOENT, as below /proc.
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

/** Null: the folder exists. */
function tryToMake(path: string, mode: number): NodeJS.ErrnoException | null {
  try {
    mkdirSync(path, { mode })
    return null
  } catch (error) {
    return isFolder(path) ? null : (error as NodeJS.ErrnoException)
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EEXIST: 'there is a file with this name',
  EPERM: 'permission denied',
  EROFS: 'its disk is read-only',
  ENOENT: 'no folder can be made there',
  ENOTDIR: 'a part of its path is a file',
  ENOSPC: 'its disk is full',
}

const refusal = (path: string, error: NodeJS.ErrnoException): FolderError =>
  new FolderError(`The folder ${path} cannot be made: ${reasons[error.code ?? ''] ?? error.message}.`, { cause: error })
