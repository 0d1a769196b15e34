import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const dayInMs = 24 * 3600 * 1000

export type ImageCache = {
  get(key: string): Promise<Buffer | null>
  put(key: string, content: Buffer): Promise<void>
}

/**
 * Caches encoded images as files in `folder`, at most `bytesMax` in total. When full, evicts the images not shown for
 * the longest time until a tenth is free. The folder may be deleted at any time.
 */
export function openImageCache(folder: string, bytesMax: number): ImageCache {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), `${key}.webp`)
  // The size as known to this process: counted once at first, plus what it wrote since.
  let initialBytes: Promise<number> | undefined
  let writtenBytes = 0
  let eviction: Promise<void> | undefined

  async function get(key: string): Promise<Buffer | null> {
    const path = pathOf(key)
    try {
      const content = await readFile(path)
      void touchFile(path)
      return content
    } catch {
      return null
    }
  }

  async function put(key: string, content: Buffer): Promise<void> {
    const path = pathOf(key)
    const draft = `${path}.${randomBytes(6).toString('hex')}.part`
    try {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(draft, content)
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined)
      throw error
    }
    writtenBytes += content.length
    void evictIfFull()
  }

  async function evictIfFull(): Promise<void> {
    initialBytes ??= listFiles(folder).then(sumBytes)
    if ((await initialBytes) + writtenBytes > bytesMax) await evict()
  }

  function evict(): Promise<void> {
    eviction ??= evictLeastRecentlyShown(folder, bytesMax)
      .then((remaining) => {
        initialBytes = Promise.resolve(remaining)
        writtenBytes = 0
      })
      .finally(() => (eviction = undefined))
    return eviction
  }

  return { get, put }
}

type CachedFile = { path: string; bytes: number; shownAt: number }

const sumBytes = (files: readonly CachedFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)

/**
 * Stores the day an image was last shown as the file's modification time, because file systems often do not record
 * access times.
 */
async function touchFile(path: string): Promise<void> {
  const now = Date.now()
  const found = await stat(path).catch(() => null)
  if (found !== null && now - found.mtimeMs > dayInMs) {
    await utimes(path, now / 1000, now / 1000).catch(() => undefined)
  }
}

async function listFiles(folder: string): Promise<CachedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files: CachedFile[] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const found = await stat(path).catch(() => null)
    if (found !== null) files.push({ path, bytes: found.size, shownAt: found.mtimeMs })
  }
  return files
}

async function evictLeastRecentlyShown(folder: string, bytesMax: number): Promise<number> {
  const files = await listFiles(folder)
  let bytes = sumBytes(files)
  if (bytes <= bytesMax) return bytes
  for (const file of files.sort((a, b) => a.shownAt - b.shownAt)) {
    if (bytes <= bytesMax * 0.9) break
    await rm(file.path, { force: true }).catch(() => undefined)
    bytes -= file.bytes
  }
  return bytes
}
