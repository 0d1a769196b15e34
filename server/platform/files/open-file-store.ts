import type { FileStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'
import type { StorageOptions } from './s3-connection.ts'
import { s3Store } from './s3-store.ts'
import type { StorageAddress } from './storage-address.ts'
import { withFormer } from './with-former.ts'
import { workFolderOf } from './work-files.ts'

/** A bucket, or the data folder. */
export type StoragePlace = StorageAddress | 'folder'

export type StorageConfig = {
  dataDir: string
  storage?: StoragePlace | undefined
  /** Where files are read that the storage does not have yet. */
  formerStorage?: StoragePlace | undefined
}

/** The files of the shop. */
export function openFileStore(config: StorageConfig, options: StorageOptions = {}): FileStore {
  const { dataDir, storage = 'folder', formerStorage } = config
  const store = openPlace(dataDir, storage, options)
  return formerStorage === undefined ? store : withFormer(store, openPlace(dataDir, formerStorage, options))
}

export function openPlace(dataDir: string, place: StoragePlace, options: StorageOptions = {}): FileStore {
  const workFolder = workFolderOf(dataDir)
  return place === 'folder' ? folderStore(dataDir, workFolder) : s3Store(place, workFolder, options)
}
