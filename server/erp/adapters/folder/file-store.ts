import type { Buffer } from 'node:buffer'

export type FoundFile = { name: string; path: string; bytes: number; time: number }

/**
 * Where the folder of a connection is: on this machine, or on another one that is reached by SFTP. Paths come from the store
 * itself. Every method may throw an `ErpError`; nothing was written then, unless it was `rename`.
 */
export type FileStore = {
  /** The plain files of a folder whose names fit. Folders and links are left out. */
  list(folder: string, fits: (name: string) => boolean): Promise<FoundFile[]>
  /** Null: it is no longer there, or no plain file. */
  inspect(folder: string, name: string): Promise<FoundFile | null>
  exists(folder: string, name: string): Promise<boolean>
  /** Makes a folder in a folder, unless it is there, and returns its path. */
  makeFolder(folder: string, name: string): Promise<string>
  /** Gives a file or folder another place, at once, in place of what was there. False: it is no longer there. */
  rename(from: Spot, to: Spot): Promise<boolean>
  /** Null: there is no such file. */
  readText(folder: string, name: string): Promise<string | null>
  /** Writes a file whole or not at all, and onto the disk. */
  writeWhole(folder: string, name: string, content: Buffer): Promise<void>
  /** The file on this machine, until it is released. */
  fetch(file: FoundFile): Promise<{ path: string; release(): Promise<void> }>
}

export type Spot = { folder: string; name: string }

const parts = {
  in: ['in'],
  done: ['in', 'done'],
  refused: ['in', 'refused'],
  out: ['out'],
  sent: ['sent'],
  sentRefused: ['sent', 'refused'],
  answers: ['answers'],
  answersDone: ['answers', 'done'],
  answersRefused: ['answers', 'refused'],
} as const

/** The folders of a connection, as paths of its store. */
export type FolderPlace = Readonly<Record<keyof typeof parts | 'root', string>> & { store: FileStore }

/** Makes what is missing in the folder of a connection. */
export async function makePlace(store: FileStore, root: string): Promise<FolderPlace> {
  const paths = new Map<string, string>()
  for (const [part, names] of Object.entries(parts)) {
    let path = root
    for (const name of names) path = await store.makeFolder(path, name)
    paths.set(part, path)
  }
  return { root, store, ...(Object.fromEntries(paths) as Record<keyof typeof parts, string>) }
}
