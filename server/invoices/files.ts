import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Db } from '#server/platform/db/pool.ts'

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

const dayMilliseconds = 24 * 3600 * 1000

/** Removes files that no invoice has, a day after they were written: removed invoices and crashes leave them behind. */
export async function purgeInvoiceFiles(db: Db, folder: string, now = new Date()): Promise<void> {
  for (const part of await readdir(folder).catch(() => [])) {
    const names = await readdir(join(folder, part)).catch(() => [])
    const rows = await db.query<{ hash: string }>(
      'SELECT hash FROM invoice_files WHERE hash = ANY ($1)',
      [names],
      'invoice_files_known',
    )
    const known = new Set(rows.map(({ hash }) => hash))
    for (const name of names.filter((each) => !known.has(each))) {
      const path = join(folder, part, name)
      const changedAt = await stat(path)
        .then(({ mtimeMs }) => mtimeMs)
        .catch(() => now.getTime())
      if (changedAt < now.getTime() - dayMilliseconds) await rm(path, { force: true, recursive: true })
    }
  }
}

/** Whether a file begins and ends like a PDF document. */
export function isPdf(content: Buffer): boolean {
  return content.subarray(0, 5).toString('latin1') === '%PDF-' && content.subarray(-1024).includes('%%EOF')
}
