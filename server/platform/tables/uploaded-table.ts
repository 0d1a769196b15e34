import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { openTable } from './open-table.ts'
import { inspectSource } from './source.ts'
import type { Table, TableChoices } from './table.ts'

type UploadOptions = {
  /** Folder for the file while it is read. */
  folder: string
  /** How messages name the file. */
  name: string
  bytesMax: number
  choices?: TableChoices
}

/** Reads a small uploaded table at once. Refuses a file that is too large; throws TableError for one that is no table. */
export async function readUploadedTable<Result>(
  body: Readable,
  { folder, name, bytesMax, choices }: UploadOptions,
  read: (table: Table) => Promise<Result>,
): Promise<Result | Refusal> {
  const path = join(folder, randomBytes(16).toString('hex'))
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const size = await receive(path, body, bytesMax)
    if (size > bytesMax) return refuse('too_large')
    return await read(await openTable(await inspectSource(path, name, 20 * bytesMax), {}, choices))
  } finally {
    await rm(path, { force: true })
  }
}

/** Writes what does not exceed the maximum, and returns the number of bytes received up to there. */
async function receive(path: string, body: Readable, bytesMax: number): Promise<number> {
  let size = 0
  async function* limited(): AsyncGenerator<Buffer> {
    // The stream stays open, so that a client that sends too much receives the refusal.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length
      if (size > bytesMax) return
      yield chunk as Buffer
    }
  }
  await pipeline(limited, createWriteStream(path, { mode: 0o600 }))
  return size
}
