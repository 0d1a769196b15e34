import { randomBytes } from 'node:crypto'
import type { exportStates } from '#contract/core/exports.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { purgeStored } from '#server/platform/files/named-files.ts'

/** The progress of a workbook. Stored beside the file, where every process of the shop can read it. */
export type ExportState = {
  state: (typeof exportStates)[number]
  done: number
  total: number
  userId: number
  /** The name of the file. */
  name: string
}

export const exportsFolder = (files: FileStore): FileStore => files.folder('exports')
export const newExportId = (): string => randomBytes(16).toString('hex')
export const exportKey = (id: string): string => `${id}.xlsx`
const stateKey = (id: string): string => `${id}.json`

export async function readExportState(folder: FileStore, id: string): Promise<ExportState | null> {
  const content = await folder.get(stateKey(id))
  return content && (JSON.parse(content.toString()) as ExportState)
}

export async function writeExportState(folder: FileStore, id: string, state: ExportState): Promise<void> {
  await folder.put(stateKey(id), Buffer.from(JSON.stringify(state)))
}

/** Removes files older than a day. */
export async function purgeExports(folder: FileStore, now = new Date()): Promise<void> {
  await purgeStored(folder, async () => new Set(), now)
}
