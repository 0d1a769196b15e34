import type { Readable } from 'node:stream'

/** Bytes, and the time of the last change in milliseconds. */
export type FileFacts = { bytes: number; changedAt: number }
export type ListedFile = FileFacts & { key: string }

/**
 * The files of the shop, in the data folder or in object storage (docs/decisions, 103). Keys are relative paths with forward
 * slashes. A failure of the storage is a StorageError; a file that does not exist is null.
 */
export type FileStore = {
  /** For messages: a path, or an address without keys. */
  place: string
  /** Whether every process that is connected to the storage has these files, whatever its data folder is. */
  isRemote: boolean
  /** A local folder for files while they are processed. */
  workFolder: string
  /** Writes a file completely or not at all, and replaces an existing one. Errors of the stream are thrown as they are. */
  put(key: string, content: Buffer | Readable): Promise<void>
  /** Writes a file unless it exists. Returns whether it was written. */
  putNew(key: string, content: Buffer): Promise<boolean>
  get(key: string): Promise<Buffer | null>
  open(key: string): Promise<OpenFile | null>
  head(key: string): Promise<FileFacts | null>
  remove(key: string): Promise<void>
  /** Removes what writers that died left behind a day ago. */
  removeDrafts(now: Date): Promise<void>
  /** All files, in no certain order, without those that are being written. */
  list(prefix?: string): AsyncGenerator<ListedFile>
  /** The files below a folder, as a store of their own. */
  folder(name: string): FileStore
  /** The path of a file that can be read in place; null if there is none. */
  pathOf(key: string): Promise<string | null>
}

export type OpenFile = FileFacts & { content: Readable }

/** The storage cannot be reached, refuses, or is full. The same request may succeed later. */
export class StorageError extends Error {
  override name = 'StorageError'
}

/** Whether a key is a plain relative path: no empty, hidden or parent parts. */
export function isPlainKey(key: string): boolean {
  return key.split('/').every((part) => part !== '' && !part.startsWith('.') && !/[\\\0]/.test(part))
}
