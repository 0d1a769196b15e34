import { createHash } from 'node:crypto'
import type { Db } from '#server/platform/db/pool.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { purgeStored } from '#server/platform/files/named-files.ts'

export const invoicesFolder = (files: FileStore): FileStore => files.folder('invoices')

/** A stored file: its name in the folder is the SHA-256 of its content. */
export type StoredFile = { hash: string; bytes: number }

const keyOf = (hash: string): string => `${hash.slice(0, 2)}/${hash}`

/** Stores a file. The same content is stored once. */
export async function storeFile(folder: FileStore, content: Buffer): Promise<StoredFile> {
  const hash = createHash('sha256').update(content).digest('hex')
  await folder.put(keyOf(hash), content)
  return { hash, bytes: content.length }
}

/** The content of a stored file; null if it is missing. */
export function readStoredFile(folder: FileStore, hash: string): Promise<Buffer | null> {
  return folder.get(keyOf(hash))
}

/**
 * Removes files that no invoice has, a day after they were written: removed invoices and crashes leave them behind.
 */
export async function purgeInvoiceFiles(db: Db, folder: FileStore, now = new Date()): Promise<void> {
  await purgeStored(folder, (keys) => findKnown(db, keys), now)
}

async function findKnown(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const sql = 'SELECT hash FROM invoice_files WHERE hash = ANY ($1)'
  const rows = await db.query<{ hash: string }>(sql, [keys.map((key) => key.slice(3))], 'invoice_files_known')
  return new Set(rows.map(({ hash }) => keyOf(hash)))
}
