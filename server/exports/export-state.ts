import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { exportStates } from '#contract/core/exports.ts'

/** The progress of a workbook. Stored draft the file, where every process of the shop can read it. */
export type ExportState = {
  state: (typeof exportStates)[number]
  done: number
  total: number
  userId: number
  /** The name of the file. */
  name: string
}

const retention = 24 * 3600 * 1000 // milliseconds

export const exportsFolder = (dataDir: string): string => join(dataDir, 'exports')
export const newExportId = (): string => randomBytes(16).toString('hex')
export const exportFile = (folder: string, id: string): string => join(folder, `${id}.xlsx`)

export async function readExportState(folder: string, id: string): Promise<ExportState | null> {
  try {
    return JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8')) as ExportState
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export async function writeExportState(folder: string, id: string, state: ExportState): Promise<void> {
  await writeAtomically(folder, `${id}.json`, JSON.stringify(state))
}

/** Writes a file atomically. */
export async function writeAtomically(folder: string, name: string, content: string | Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `${name}.${newExportId()}.part`)
  await writeFile(draft, content, { mode: 0o600 })
  await rename(draft, join(folder, name))
}

/** Removes files older than a day. */
export async function purgeExports(folder: string, now = Date.now()): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const info = await stat(join(folder, name)).catch(() => null)
    if (info !== null && now - info.mtimeMs > retention) await rm(join(folder, name), { force: true })
  }
}
