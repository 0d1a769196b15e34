import { join } from 'node:path'

export type ImageOptions = {
  /** Searched in this order: the store's own folder, then the program's. */
  folders: readonly [string, ...string[]]
  cacheFolder: string
  cacheMegabytes?: number
}

export function cacheBytesMax(megabytes = 2048): number {
  return megabytes * 1024 * 1024
}

/**
 * The image folders of the store: its own pictures, those shipped with the program, and the cache of encoded images.
 */
export function imageFolders(dataDir: string, builtFiles: string | null): ImageOptions {
  return {
    folders: [join(dataDir, 'images'), ...(builtFiles === null ? [] : [join(builtFiles, 'images')])],
    cacheFolder: join(dataDir, 'image-cache'),
  }
}
