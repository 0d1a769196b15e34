import { realpath, stat } from 'node:fs/promises'
import { basename, extname, join, sep } from 'node:path'

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
  /** Absolute, with symbolic links resolved. */
  path: string
  type: string
  bytes: number
  /** Changes when the file is replaced. */
  changedAt: number
}

export function isImageName(name: string): boolean {
  return extname(name).toLowerCase() in types && !basename(name).startsWith('.')
}

/** Finds the file of a name below /images/: in the first folder that has it, and never outside that folder. */
export async function locateImage(folders: readonly string[], name: string): Promise<ImageFile | null> {
  const parts = name.split('/')
  const isPlain = parts.every((part) => part !== '' && !part.startsWith('.') && !/[\\\0]/.test(part))
  if (!isPlain || !isImageName(name)) return null
  // macOS writes decomposed file names (c and a cedilla); catalogs use precomposed ones (ç).
  const spellings = new Set([name, name.normalize('NFC'), name.normalize('NFD')])
  for (const folder of folders) {
    for (const spelling of spellings) {
      const file = await fileWithin(folder, spelling)
      if (file !== null) return file
    }
  }
  return null
}

async function fileWithin(folder: string, name: string): Promise<ImageFile | null> {
  try {
    const [top, path] = await Promise.all([realpath(folder), realpath(join(folder, name))])
    if (!path.startsWith(top + sep) || !isImageName(path)) return null
    const found = await stat(path)
    if (!found.isFile()) return null
    return { path, type: types[extname(path).toLowerCase()] ?? '', bytes: found.size, changedAt: found.mtimeMs }
  } catch {
    // Not found, name too long, not a directory, or no permission: treat as missing.
    return null
  }
}
