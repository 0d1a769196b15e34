import { createHash } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStore, ListedFile } from './file-store.ts'

const copiesAtOnce = 8
/** Longer files, such as uploads of imports, are not read into memory. */
const bufferedMax = 64 * 1024 * 1024

/** `different`: copies that are not like their originals. */
export type MoveCounts = { copied: number; same: number; bytes: number; different: string[] }

type Move = {
  from: FileStore
  to: FileStore
  folders: readonly string[]
  /** Is called after each file. */
  onProgress?: (counts: MoveCounts) => void
}

/**
 * Copies the files of folders that the other storage does not have, and reads each copy back to compare it. Can be repeated: a
 * copy of the same size that is not older is left alone.
 */
export async function moveFiles({ from, to, folders, onProgress = () => {} }: Move): Promise<MoveCounts> {
  const counts: MoveCounts = { copied: 0, same: 0, bytes: 0, different: [] }
  for (const name of folders) {
    const [source, target] = [from.folder(name), to.folder(name)]
    const existing = new Map<string, ListedFile>()
    for await (const file of target.list()) existing.set(file.key, file)
    const files = source.list()
    const copyNext = async (): Promise<void> => {
      for (let next = await files.next(); next.done !== true; next = await files.next()) {
        const file = next.value
        const other = existing.get(file.key)
        const outcome = isCurrent(file, other)
          ? 'same'
          : await copyFile(source, target, { file, isNew: other === undefined })
        if (outcome === 'different') counts.different.push(`${name}/${file.key}`)
        else counts[outcome] += 1
        if (outcome === 'copied') counts.bytes += file.bytes
        onProgress(counts)
      }
    }
    await Promise.all(Array.from({ length: copiesAtOnce }, copyNext))
  }
  return counts
}

/** Services store times in seconds. */
const isCurrent = (file: ListedFile, copy: ListedFile | undefined): boolean =>
  copy?.bytes === file.bytes && copy.changedAt >= Math.floor(file.changedAt / 1000) * 1000

/**
 * `same`: the shop has removed the file since it was listed, or has written a newer one in the new place, which is never
 * replaced.
 */
async function copyFile(
  from: FileStore,
  to: FileStore,
  { file: { key, bytes }, isNew }: { file: ListedFile; isNew: boolean },
): Promise<'copied' | 'same' | 'different'> {
  const hash = bytes <= bufferedMax ? await copyBuffer(from, to, { key, isNew }) : await copyStream(from, to, key)
  if (hash === null) return 'same'
  const copy = await to.open(key)
  const copied = copy && (await hashOf(copy.content))
  if ((await from.head(key)) === null) {
    // Removed while it was copied.
    await to.remove(key)
    return 'same'
  }
  return copied === hash ? 'copied' : 'different'
}

async function copyBuffer(
  from: FileStore,
  to: FileStore,
  { key, isNew }: { key: string; isNew: boolean },
): Promise<string | null> {
  const content = await from.get(key)
  if (content === null) return null
  if (!isNew) await to.put(key, content)
  else if (!(await to.putNew(key, content))) return null
  return createHash('sha256').update(content).digest('hex')
}

async function copyStream(from: FileStore, to: FileStore, key: string): Promise<string | null> {
  const file = await from.open(key)
  if (file === null) return null
  const hash = createHash('sha256')
  const passed = new PassThrough()
  passed.on('data', (chunk: Buffer) => void hash.update(chunk))
  await Promise.all([pipeline(file.content, passed), to.put(key, passed)])
  return hash.digest('hex')
}

async function hashOf(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(content, hash)
  return hash.digest('hex')
}
