import { randomBytes } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { link, mkdir, open, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type FileFacts, type FileStore, isPlainKey, type ListedFile, StorageError } from './file-store.ts'

const fullErrors = new Set(['ENOSPC', 'EDQUOT'])
/** Not found, not a file, a name that is too long, or no permission: treated as missing. */
const missingErrors = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'EACCES'])

/** Files that are being written; of earlier versions, also invoices that are being received. */
const isDraft = (key: string): boolean => key.endsWith('.part') || basename(key).startsWith('incoming-')
const dayMilliseconds = 24 * 3600 * 1000

/** Files in a folder of this machine or a mount of it. Links out of the folder are not followed. */
export function folderStore(root: string, workFolder: string): FileStore {
  async function put(key: string, content: Buffer | Readable): Promise<void> {
    await writeDraft(pathOf(key), content, (draft, path) => rename(draft, path))
  }

  async function putNew(key: string, content: Buffer): Promise<boolean> {
    return writeDraft(pathOf(key), content, (draft, path) =>
      link(draft, path).then(
        () => true,
        (error: unknown) => {
          if (codeOf(error) === 'EEXIST') return false
          throw error
        },
      ),
    )
  }

  function pathOf(key: string): string {
    if (!isPlainKey(key)) throw new Error(`"${key}" is not the name of a file.`)
    return join(root, key)
  }

  /** The path of an existing file with symbolic links resolved; null if it is missing or outside of the folder. */
  async function find(key: string): Promise<(FileFacts & { path: string }) | null> {
    if (!isPlainKey(key)) return null
    return unlessMissing(async () => {
      const [top, path] = await Promise.all([realpath(root), realpath(join(root, key))])
      const found = await stat(path)
      if (!path.startsWith(top + sep) || !found.isFile()) return null
      return { path, bytes: found.size, changedAt: found.mtimeMs }
    })
  }

  async function* list(prefix = ''): AsyncGenerator<ListedFile> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    for await (const key of walk(root, folder)) {
      const found = key.startsWith(prefix) && !isDraft(key) ? await find(key) : null
      if (found !== null) yield { key, bytes: found.bytes, changedAt: found.changedAt }
    }
  }

  return {
    place: root,
    isRemote: false,
    workFolder,
    put,
    putNew,
    async get(key) {
      const found = await find(key)
      return found && unlessMissing(() => readFile(found.path))
    },
    async open(key) {
      const found = await find(key)
      const file = found && (await unlessMissing(() => open(found.path)))
      return found && file && { bytes: found.bytes, changedAt: found.changedAt, content: file.createReadStream() }
    },
    async head(key) {
      const found = await find(key)
      return found && { bytes: found.bytes, changedAt: found.changedAt }
    },
    async remove(key) {
      if (isPlainKey(key)) await rm(join(root, key), { force: true })
    },
    async removeDrafts(now) {
      for await (const key of walk(root, '')) {
        const path = join(root, key)
        const changedAt = isDraft(key) ? await unlessMissing(async () => (await stat(path)).mtimeMs) : null
        if (changedAt !== null && changedAt < now.getTime() - dayMilliseconds) await rm(path, { force: true })
      }
    },
    list,
    folder: (name) => folderStore(join(root, name), workFolder),
    pathOf: async (key) => (await find(key))?.path ?? null,
  }
}

/** Writes to a draft beside the file, on the disk before `place` gives it its name. */
async function writeDraft<Result>(
  path: string,
  content: Buffer | Readable,
  place: (draft: string, path: string) => Promise<Result>,
): Promise<Result> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    if (Buffer.isBuffer(content)) await writeFile(draft, content, { flag: 'wx', mode: 0o600, flush: true })
    else await writeStream(draft, content)
    return await place(draft, path)
  } catch (error) {
    if (!fullErrors.has(codeOf(error))) throw error
    throw new StorageError(`The disk of ${path} is full.`, { cause: error })
  } finally {
    await rm(draft, { force: true })
  }
}

async function writeStream(path: string, content: Readable): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await pipeline(content, file.createWriteStream({ flush: true }))
}

async function* walk(root: string, folder: string): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown): Dirent[] => {
    if (missingErrors.has(codeOf(error))) return []
    throw storageErrorOf(error)
  })
  for (const entry of entries) {
    const key = `${folder}${entry.name}`
    if (entry.isDirectory()) yield* walk(root, `${key}/`)
    else yield key
  }
}

async function unlessMissing<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read()
  } catch (error) {
    if (missingErrors.has(codeOf(error))) return null
    throw storageErrorOf(error)
  }
}

const storageErrorOf = (error: unknown): StorageError =>
  new StorageError(error instanceof Error ? error.message : String(error), { cause: error })

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
