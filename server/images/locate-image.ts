import { realpath, stat } from 'node:fs/promises'
import { basename, extname, join, sep } from 'node:path'

/** Types that are served, by the ending of the name. Whatever else lies in the folder is no picture. */
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
  /** Absolute, with links followed. */
  path: string
  type: string
  bytes: number
  /** Changes when the file is replaced. */
  changedAt: number
}

export function isImageName(name: string): boolean {
  return extname(name).toLowerCase() in types && !basename(name).startsWith('.')
}

/** The file that a name below /images/ means: in the first folder that has it, and never outside of that folder. */
export async function locateImage(folders: readonly string[], name: string): Promise<ImageFile | null> {
  const parts = name.split('/')
  const isPlain = parts.every((part) => part !== '' && !part.startsWith('.') && !/[\\\0]/.test(part))
  if (!isPlain || !isImageName(name)) return null
  // Names from a Mac write ç as c and a cedilla; catalogs write one letter.
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
    // Missing, a name that is too long, a part that is no folder, no right to read: there is no picture.
    return null
  }
}
