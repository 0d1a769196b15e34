import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { ownError } from '#server/erp/adapters/protocol/own-error.ts'
import { type FolderPlace, makePlace } from './file-store.ts'
import { localStore } from './local-store.ts'

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
  return makePlace(localStore, root)
}
