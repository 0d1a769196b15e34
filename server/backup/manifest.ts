import { createHash, hkdfSync } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { BackupError, damaged } from './backup-error.ts'
import { type PartPlace, partShape, readPart, writePart } from './parts/part-files.ts'
import { isSealed } from './parts/sealed-stream.ts'

const manifestFile = 'manifest.json'
const checksumFile = 'manifest.sha256'
const format = 1

const rows = { rows: z.number(), sum: z.string(), part: partShape }

const shape = z.object({
  format: z.literal(format),
  name: z.string(),
  /** When the snapshot of the database was taken. */
  at: z.string(),
  version: z.string(),
  migrations: z.array(z.object({ version: z.number(), name: z.string(), checksum: z.string() })),
  /** Columns that the database computes are left out. `sum` adds up the hashes of the rows. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), ...rows })),
  /** Jobs that waited in the queue, as rows of `outbox`. */
  jobs: z.object(rows),
  /** `next`: the number that the sequence gives next. `isDocument`: people know these numbers. */
  sequences: z.array(z.object({ name: z.string(), next: z.string(), isDocument: z.boolean(), max: z.string() })),
  files: z.object({
    count: z.number(),
    bytes: z.number(),
    /** One JSON object a line: `{path, part}`. */
    list: partShape,
    /** How many the database names and the data folder does not have, and the first of them. */
    missing: z.object({ count: z.number(), first: z.array(z.string()) }),
  }),
  audit: z.object({ seq: z.number(), hash: z.string() }),
  /** Tells whether SESSION_SECRET is the one that encrypted the keys in the database. */
  secretMark: z.string(),
})
export type Manifest = z.output<typeof shape>
export type BackupTable = Manifest['tables'][number]

export const newManifest = (facts: Omit<Manifest, 'format'>): Manifest => ({ format, ...facts })

export const secretMarkOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'toptan backup secret', 8)).toString('hex')

/** The last thing that a backup gets. */
export async function writeManifest(place: PartPlace, manifest: Manifest): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
  const { sha256 } = await writePart(place, manifestFile, Readable.from([text]), { isPacked: false })
  const sums = Buffer.from(`${sha256}  ${manifestFile}\n`)
  await writePart({ ...place, key: undefined }, checksumFile, Readable.from([sums]), { isPacked: false })
}

/**
 * Reads the manifest of a complete backup. Throws BackupError for anything else. Of the keys it returns the one that the backup
 * was encrypted with, if it was.
 */
export async function openBackup(
  folder: string,
  keys: readonly string[],
): Promise<{ manifest: Manifest; place: PartPlace }> {
  const [stored, sums] = await Promise.all([read(join(folder, manifestFile)), read(join(folder, checksumFile))])
  if (stored === null || sums === null)
    throw new BackupError(`${folder} is not a complete backup: it has no ${manifestFile}.`)
  const found = createHash('sha256').update(stored).digest('hex')
  if (!sums.toString().startsWith(`${found} `)) {
    throw damaged(`The manifest of ${folder} was changed after the backup was made: its checksum differs.`)
  }
  if (isSealed(stored) && keys.length === 0)
    throw new BackupError(`${folder} is encrypted: set BACKUP_KEY or BACKUP_KEY_FILE.`)
  const { place, text } = await readWithAny(folder, isSealed(stored) ? keys : [undefined])
  const parsed = shape.safeParse(JSON.parse(text))
  if (!parsed.success)
    throw new BackupError(`${folder} was made by a version of the program that this one does not know.`)
  return { manifest: parsed.data, place }
}

async function readWithAny(
  folder: string,
  [key, ...others]: readonly (string | undefined)[],
): Promise<{ place: PartPlace; text: string }> {
  const place = { folder, key }
  try {
    const pieces: Buffer[] = []
    for await (const piece of readPart(place, manifestFile, { isPacked: false })) pieces.push(piece as Buffer)
    return { place, text: Buffer.concat(pieces).toString() }
  } catch (error) {
    if (!(error instanceof BackupError) || others.length === 0) throw error
    return readWithAny(folder, others)
  }
}

async function read(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
}

/** Makes the entries of a folder survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
