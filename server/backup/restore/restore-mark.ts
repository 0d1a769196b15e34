import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from '#server/backup/backup-error.ts'

/** Exists from the first change of a restore to its end: a shop that has it is not whole. */
const markFile = (dataDir: string): string => join(dataDir, 'restore-incomplete')

/** The backup whose restore was interrupted; null if none was. */
export async function interruptedRestore(dataDir: string): Promise<string | null> {
  return readFile(markFile(dataDir), 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    },
  )
}

export async function markRestore(dataDir: string, backup: string): Promise<void> {
  await writeFile(markFile(dataDir), `${backup}\n`, { flush: true })
}

export async function unmarkRestore(dataDir: string): Promise<void> {
  await rm(markFile(dataDir), { force: true })
}

/** Throws BackupError if the shop is the rest of an interrupted restore. */
export async function requireWholeShop(dataDir: string): Promise<void> {
  const backup = await interruptedRestore(dataDir)
  if (backup === null) return
  throw new BackupError(
    `The restore of ${backup} was interrupted, so the shop is incomplete. Run "toptan restore ${backup}" again: it starts over.`,
  )
}
