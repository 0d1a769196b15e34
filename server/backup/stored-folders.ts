import type { FileStore } from '#server/platform/files/file-store.ts'
import { folderStore } from '#server/platform/files/folder-store.ts'

/**
 * Every folder that features have in the data folder. `backup`: its files are part of a backup; `rows` names those that the
 * database expects, as paths within the folder. `isLocal`: in the data folder of each process also when the
 * others are in object storage, because no other process reads them. A test fails for a folder that is not listed.
 */
type StoredFolder = ({ kind: 'backup'; rows?: string } | { kind: 'temporary' | 'derived' }) & { isLocal?: true }

const named = (table: string): StoredFolder => ({ kind: 'backup', rows: `SELECT file AS path FROM ${table}` })

export const storedFolders: Readonly<Record<string, StoredFolder>> = {
  images: { kind: 'backup' },
  'fault-reports': { kind: 'backup', rows: "SELECT file || '.jpg' AS path FROM fault_report_photos" },
  notes: named('note_files'),
  documents: named('document_files'),
  applications: named('application_files'),
  'transfer-receipts': named('transfer_receipts'),
  invoices: { kind: 'backup', rows: "SELECT left(hash, 2) || '/' || hash AS path FROM invoice_files" },
  // Written by the command line, for those who call it.
  'import-reports': { kind: 'backup', isLocal: true },
  // Emails as files, where no mail server is connected.
  mail: { kind: 'temporary', isLocal: true },
  exports: { kind: 'temporary' },
  imports: { kind: 'temporary' },
  'file-imports': { kind: 'temporary' },
  incoming: { kind: 'temporary', isLocal: true },
  'catalog-index': { kind: 'derived' },
  'image-cache': { kind: 'derived', isLocal: true },
  backups: { kind: 'derived', isLocal: true },
}

export const foldersInBackups = Object.entries(storedFolders).flatMap(([name, folder]) =>
  folder.kind === 'backup' ? [{ name, rows: folder.rows }] : [],
)

/** The folders that all processes of a shop share. */
export const sharedFolders = Object.entries(storedFolders).flatMap(([name, { isLocal }]) => (isLocal ? [] : [name]))

/** The files that processes share, and those in the data folder of this one. */
export type ShopFiles = { files: FileStore; dataDir: string }

/** The store that has a folder, or a file beside the folders. */
export function storeOf({ files, dataDir }: ShopFiles, path: string): FileStore {
  const folder = path.split('/')[0] ?? ''
  return sharedFolders.includes(folder) ? files : folderStore(dataDir, files.workFolder)
}
