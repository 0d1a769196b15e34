import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/platform/db/pool.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'

/** The data folder is not the one that the processes of this database share. The message says how to repair it. */
export class DataFolderError extends Error {
  override name = 'DataFolderError'
}

/** Of the file and of the row of `data_folder`; null if there is none. */
export type FolderIds = { inFolder: string | null; inDatabase: string | null }

/** The file with the id of a data folder, or of the storage that has taken its place. */
export const idKey = 'folder-id'

export async function readFolderIds(db: Db, files: FileStore): Promise<FolderIds> {
  const [inFolder, row] = await Promise.all([
    readId(files),
    db.one<{ id: string }>('SELECT id FROM data_folder', [], 'data_folder'),
  ])
  return { inFolder, inDatabase: row?.id ?? null }
}

/**
 * Returns the id of the folder. The first start on a database records it; later ones throw DataFolderError if the folder
 * has no id or another one, which means that it is not mounted, or not shared. Callers run one at a time.
 */
export async function claimDataFolder(db: Db, files: FileStore): Promise<string> {
  const { inFolder, inDatabase } = await readFolderIds(db, files)
  if (inDatabase === null || inDatabase === inFolder) return acceptDataFolder(db, files)
  const repair = files.isRemote
    ? 'Set STORAGE_URL to the storage of this shop.'
    : 'Mount the shared folder, or set DATA_DIR to it.'
  throw new DataFolderError(
    `${wrongFolder(files, inFolder)} ${repair} If ${files.isRemote ? 'it' : 'this folder'} is the right one, because it was restored or moved without its file folder-id, run "toptan folder accept" once.`,
  )
}

export function wrongFolder({ place, isRemote }: FileStore, inFolder: string | null): string {
  const found = inFolder === null ? 'it has no file folder-id' : 'its file folder-id is of another one'
  return `${place} is not the ${isRemote ? 'storage' : 'data folder'} of this database: ${found}.`
}

/** Makes this folder the one of the database, whatever was recorded. Returns its id. */
export async function acceptDataFolder(db: Db, files: FileStore): Promise<string> {
  const { inFolder, inDatabase } = await readFolderIds(db, files)
  // A folder keeps its id: processes of another database may use it.
  const id = inFolder ?? (await writeId(files, inDatabase ?? randomBytes(16).toString('hex')))
  if (id !== inDatabase) {
    await db.execute('INSERT INTO data_folder (id) VALUES ($1) ON CONFLICT (is_only) DO UPDATE SET id = excluded.id', [
      id,
    ])
  }
  return id
}

async function readId(files: FileStore): Promise<string | null> {
  return (await files.get(idKey))?.toString().trim() || null
}

/** Of two writers one wins, and both return its id. */
async function writeId(files: FileStore, id: string): Promise<string> {
  await files.putNew(idKey, Buffer.from(`${id}\n`))
  return (await readId(files)) ?? id
}

export type FolderWatch = {
  /** Whether the folder can be read and is still the same one. Answers within seconds, a hung mount included. */
  isPresent(): Promise<boolean>
  close(): void
}

/** Milliseconds. */
const checkInterval = 5_000
const answerWithin = { local: 1_000, remote: 3_000 }

/** Checks a shared folder while the process runs. `onChange` reports that it was lost, and that it is back. */
export function watchDataFolder(files: FileStore, id: string, onChange: (isPresent: boolean) => void): FolderWatch {
  let wasPresent = true
  // A hung mount keeps a thread busy, so there is one read at a time.
  let reading: Promise<boolean> | undefined

  async function isPresent(): Promise<boolean> {
    reading ??= readId(files)
      .then(
        (found) => found === id,
        () => false,
      )
      .finally(() => (reading = undefined))
    const found = await Promise.race([
      reading,
      sleep(files.isRemote ? answerWithin.remote : answerWithin.local, false, { ref: false }),
    ])
    if (found !== wasPresent) onChange((wasPresent = found))
    return found
  }

  const timer = setInterval(() => void isPresent(), checkInterval)
  timer.unref()
  return { isPresent, close: () => clearInterval(timer) }
}
