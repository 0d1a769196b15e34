import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/platform/db/pool.ts'

/** The data folder is not the one that the processes of this database share. The message says how to repair it. */
export class DataFolderError extends Error {
  override name = 'DataFolderError'
}

/** Of the file and of the row of `data_folder`; null if there is none. */
export type FolderIds = { inFolder: string | null; inDatabase: string | null }

const idFile = (dataDir: string): string => join(dataDir, 'folder-id')

export async function readFolderIds(db: Db, dataDir: string): Promise<FolderIds> {
  const [inFolder, row] = await Promise.all([
    readId(dataDir),
    db.one<{ id: string }>('SELECT id FROM data_folder', [], 'data_folder'),
  ])
  return { inFolder, inDatabase: row?.id ?? null }
}

/**
 * Returns the id of the folder. The first start on a database records it; later ones throw DataFolderError if the folder
 * has no id or another one, which means that it is not mounted, or not shared. Callers run one at a time.
 */
export async function claimDataFolder(db: Db, dataDir: string): Promise<string> {
  const { inFolder, inDatabase } = await readFolderIds(db, dataDir)
  if (inDatabase === null || inDatabase === inFolder) return acceptDataFolder(db, dataDir)
  throw new DataFolderError(
    `${wrongFolder(dataDir, inFolder)} Mount the shared folder, or set DATA_DIR to it. If this folder is the right one, because it was restored or moved without its file folder-id, run "toptan folder accept" once.`,
  )
}

export function wrongFolder(dataDir: string, inFolder: string | null): string {
  const found = inFolder === null ? 'it has no file folder-id' : 'its file folder-id is of another one'
  return `${dataDir} is not the data folder of this database: ${found}.`
}

/** Makes this folder the one of the database, whatever was recorded. Returns its id. */
export async function acceptDataFolder(db: Db, dataDir: string): Promise<string> {
  const { inFolder, inDatabase } = await readFolderIds(db, dataDir)
  // A folder keeps its id: processes of another database may use it.
  const id = inFolder ?? (await writeId(dataDir, inDatabase ?? randomBytes(16).toString('hex')))
  if (id !== inDatabase) {
    await db.execute('INSERT INTO data_folder (id) VALUES ($1) ON CONFLICT (is_only) DO UPDATE SET id = excluded.id', [
      id,
    ])
  }
  return id
}

async function readId(dataDir: string): Promise<string | null> {
  const text = await readFile(idFile(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return ''
    throw error
  })
  return text.trim() || null
}

/** Linking a complete file is atomic; of two writers one wins, and both return its id. */
async function writeId(dataDir: string, id: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const draft = `${idFile(dataDir)}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${id}\n`, { mode: 0o644 })
  await link(draft, idFile(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft, { force: true })
  return (await readId(dataDir)) ?? id
}

export type FolderWatch = {
  /** Whether the folder can be read and is still the same one. Answers within a second, a hung mount included. */
  isPresent(): Promise<boolean>
  close(): void
}

/** Milliseconds. */
const checkInterval = 5_000
const answerWithin = 1_000

/** Checks a shared folder while the process runs. `onChange` reports that it was lost, and that it is back. */
export function watchDataFolder(dataDir: string, id: string, onChange: (isPresent: boolean) => void): FolderWatch {
  let wasPresent = true
  // A hung mount keeps a thread busy, so there is one read at a time.
  let reading: Promise<boolean> | undefined

  async function isPresent(): Promise<boolean> {
    reading ??= readId(dataDir)
      .then(
        (found) => found === id,
        () => false,
      )
      .finally(() => (reading = undefined))
    const found = await Promise.race([reading, sleep(answerWithin, false, { ref: false })])
    if (found !== wasPresent) onChange((wasPresent = found))
    return found
  }

  const timer = setInterval(() => void isPresent(), checkInterval)
  timer.unref()
  return { isPresent, close: () => clearInterval(timer) }
}
