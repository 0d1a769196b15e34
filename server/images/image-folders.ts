import { join } from 'node:path'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { folderStore } from '#server/platform/files/folder-store.ts'
import { rememberFacts } from './remember-facts.ts'

export type ImageOptions = {
  /** Searched in this order: the store's own pictures, then the program's. */
  folders: readonly [FileStore, ...FileStore[]]
  cacheFolder: string
  cacheMegabytes?: number
}

export function cacheBytesMax(megabytes = 2048): number {
  return megabytes * 1024 * 1024
}

/** The store's own pictures. */
export const imagesIn = (files: FileStore): FileStore => files.folder('images')

/**
 * The pictures of the store and those shipped with the program, and the folder of this process for encoded images: encoding
 * one again costs less than a second copy in a remote storage.
 */
export function imageFolders(
  files: FileStore,
  { dataDir, builtFiles }: { dataDir: string; builtFiles: string | null },
): ImageOptions {
  const own = imagesIn(files)
  const built = builtFiles === null ? [] : [folderStore(join(builtFiles, 'images'), files.workFolder)]
  return {
    folders: [own.isRemote ? rememberFacts(own) : own, ...built],
    cacheFolder: join(dataDir, 'image-cache'),
  }
}
