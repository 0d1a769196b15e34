import { join } from 'node:path'

export type ImageOptions = {
  /** The first folder that has the file gives it: the shop's own, then the program's. */
  folders: readonly [string, ...string[]]
  cacheFolder: string
  cacheMegabytes?: number
}

export function cacheBytesMax(megabytes = 2048): number {
  return megabytes * 1024 * 1024
}

/** Where the shop's pictures are: its own, those that come with the program, and what was made of both. */
export function imageFolders(dataDir: string, builtFiles: string | null): ImageOptions {
  return {
    folders: [join(dataDir, 'images'), ...(builtFiles === null ? [] : [join(builtFiles, 'images')])],
    cacheFolder: join(dataDir, 'image-cache'),
  }
}
