import { lstat, mkdir, open, readdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ErpError } from '#server/erp/adapters/adapter.ts'
import { ownError } from '#server/erp/adapters/protocol/own-error.ts'
import type { FileStore, FoundFile } from './file-store.ts'

type Failure = NodeJS.ErrnoException

/** What the operating system says about a file. */
function fileError(error: unknown): ErpError {
  if (error instanceof ErpError) return error
  const { code, message } = error as Failure
  const isSettings = code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR'
  return new ErpError(isSettings ? 'settings' : 'unavailable', message.slice(0, 300))
}

const inWords = <Value>(work: Promise<Value>): Promise<Value> =>
  work.catch((error: unknown) => {
    throw fileError(error)
  })

/** The result of `work`, or `otherwise` if there is no such file. */
const ifThere = <Value, Other>(work: Promise<Value>, otherwise: Other): Promise<Value | Other> =>
  work.catch((error: Failure) => {
    if (error.code === 'ENOENT') return otherwise
    throw fileError(error)
  })

async function inspect(folder: string, name: string): Promise<FoundFile | null> {
  const path = join(folder, name)
  const stats = await lstat(path).catch(() => null)
  return stats?.isFile() === true ? { name, path, bytes: stats.size, time: Math.trunc(stats.mtimeMs) } : null
}

async function writeWhole(folder: string, name: string, content: Buffer): Promise<void> {
  const draft = join(folder, `.${name}.tmp`)
  const file = await open(draft, 'w')
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, join(folder, name))
  await syncFolder(folder)
}

/** Windows cannot open folders; its renames are written in order. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

async function makeFolder(path: string): Promise<string> {
  await mkdir(path).catch((error: Failure) => {
    if (error.code !== 'EEXIST') throw error
  })
  if (!(await lstat(path)).isDirectory()) throw ownError('notFolder', { path })
  return path
}

/** Files on this machine. */
export const localStore: FileStore = {
  async list(folder, fits) {
    const entries = await inWords(readdir(folder, { withFileTypes: true }))
    const names = entries.filter((entry) => entry.isFile() && fits(entry.name)).map(({ name }) => name)
    const files = await Promise.all(names.map((name) => inspect(folder, name)))
    return files.filter((file) => file !== null)
  },
  inspect,
  exists: (folder, name) =>
    ifThere(
      stat(join(folder, name)).then(() => true),
      false,
    ),
  makeFolder: (folder, name) => inWords(makeFolder(join(folder, name))),
  async rename(from, to) {
    const isThere = await ifThere(
      rename(join(from.folder, from.name), join(to.folder, to.name)).then(() => true),
      false,
    )
    await syncFolder(to.folder)
    return isThere
  },
  readText: (folder, name) => ifThere(readFile(join(folder, name), 'utf8'), null),
  writeWhole: (folder, name, content) => inWords(writeWhole(folder, name, content)),
  fetch: ({ path }) => Promise.resolve({ path, release: () => Promise.resolve() }),
}
