import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Db } from '#server/platform/db/pool.ts'
import { purgeStored } from '#server/platform/files/file-store.ts'

export const invoicesFolder = (dataDir: string): string => join(dataDir, 'invoices')

/** A stored file: its name in the folder is the SHA-256 of its content. */
export type StoredFile = { hash: string; bytes: number }

const pathOf = (folder: string, hash: string): string => join(folder, hash.slice(0, 2), hash)

/** Writes a file completely or not at all. The same content is stored once. */
export async function storeFile(folder: string, content: Buffer): Promise<StoredFile> {
  const hash = createHash('sha256').update(content).digest('hex')
  const path = pathOf(folder, hash)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(draft, content, { flag: 'wx', mode: 0o600, flush: true })
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
  return { hash, bytes: content.length }
}

/** The content of a stored file; null if it is missing. */
export function readStoredFile(folder: string, hash: string): Promise<Buffer | null> {
  return readFile(pathOf(folder, hash)).catch(() => null)
}

/** The name of an upload that is being received. */
export const newIncoming = (folder: string): string => join(folder, `incoming-${randomBytes(8).toString('hex')}`)
const isIncoming = (name: string): boolean => name.startsWith('incoming-')

/**
 * Removes uploads that a crash interrupted, and files that no invoice has, a day after they were written: removed invoices
 * and crashes leave them behind.
 */
export async function purgeInvoiceFiles(db: Db, folder: string, now = new Date()): Promise<void> {
  await purgeStored(folder, async (names) => new Set(names.filter((name) => !isIncoming(name))), now)
  for (const part of await readdir(folder).catch(() => [])) {
    if (!isIncoming(part)) await purgeStored(join(folder, part), (names) => findKnown(db, names), now)
  }
}

async function findKnown(db: Db, names: readonly string[]): Promise<ReadonlySet<string>> {
  const sql = 'SELECT hash FROM invoice_files WHERE hash = ANY ($1)'
  return new Set((await db.query<{ hash: string }>(sql, [names], 'invoice_files_known')).map(({ hash }) => hash))
}
