import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { findCardNumbers } from '#server/payments/start/test-cards.ts'

/**
 * Files in a shop's data folder that contain a full demo card number: database files, write-ahead log, emails and
 * everything else. There must be none; journeys pay with demo cards only.
 */
export async function filesWithCards(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    // The database may remove its files at any moment.
    const text = await readFile(path, 'latin1').catch(() => '')
    if (findCardNumbers(text).length > 0) found.push(relative(dataDir, path))
  }
  return found
}
