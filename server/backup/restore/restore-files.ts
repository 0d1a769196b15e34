import { BackupError } from '#server/backup/backup-error.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { type PartPlace, readPart } from '#server/backup/parts/part-files.ts'
import { foldersInBackups, type ShopFiles, storeOf } from '#server/backup/stored-folders.ts'
import { isPlainKey } from '#server/platform/files/file-store.ts'
import { listedFiles } from './check-backup.ts'

const foldersOf = (shop: ShopFiles) => foldersInBackups.map(({ name }) => storeOf(shop, name).folder(name))

/** The first folder of the shop's files that has any; null if none has. */
export async function findFiles(shop: ShopFiles): Promise<string | null> {
  for (const folder of foldersOf(shop)) {
    for await (const _ of folder.list()) return folder.place
  }
  return null
}

export async function removeFiles(shop: ShopFiles): Promise<void> {
  for (const folder of foldersOf(shop)) {
    for await (const { key } of folder.list()) await folder.remove(key)
  }
}

/** Writes the files of a backup into the data folder or object storage, each completely or not at all. */
export async function restoreFiles(shop: ShopFiles, place: PartPlace, manifest: Manifest): Promise<void> {
  for await (const { path, part } of listedFiles(place, manifest)) {
    if (!isPlainKey(path)) throw new BackupError(`The backup has a file outside of the data folder: ${path}`)
    await storeOf(shop, path).put(path, readPart(place, part.path, { isPacked: false }))
  }
}
