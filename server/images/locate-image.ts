import { basename, extname } from 'node:path'
import { type FileStore, isPlainKey } from '#server/platform/files/file-store.ts'

/** Served content types by file extension; other files are not served. */
const types: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

export type ImageFile = {
  store: FileStore
  key: string
  type: string
  bytes: number
  /** Changes when the file is replaced. */
  changedAt: number
}

export function isImageName(name: string): boolean {
  return extname(name).toLowerCase() in types && !basename(name).startsWith('.')
}

/** Finds the file of a name below /images/: in the first folder that has it, and never outside that folder. */
export async function locateImage(folders: readonly FileStore[], name: string): Promise<ImageFile | null> {
  if (!isPlainKey(name) || !isImageName(name)) return null
  const type = types[extname(name).toLowerCase()] ?? ''
  // macOS writes decomposed file names (c and a cedilla); catalogs use precomposed ones (ç).
  const spellings = new Set([name, name.normalize('NFC'), name.normalize('NFD')])
  for (const store of folders) {
    for (const key of spellings) {
      const facts = await store.head(key)
      if (facts !== null) return { store, key, type, ...facts }
    }
  }
  return null
}
