import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#server/platform/db/pool.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { type Part, type PartPlace, writePart } from '#server/backup/parts/part-files.ts'
import { foldersInBackups, type ShopFiles, storeOf } from '#server/backup/stored-folders.ts'

/** A line of the list of files: its path in the data folder. */
export type ListedFile = { path: string; part: Part }

const listedMissing = 20
const rowsAtOnce = 1_000

/** Copies the files of the shop, and checks that each of those that the snapshot names is there. */
export async function copyFiles(shop: ShopFiles, place: PartPlace, db: Db): Promise<Manifest['files']> {
  let count = 0
  let bytes = 0
  async function* lines(): AsyncGenerator<Buffer> {
    for await (const path of pathsOf(shop, place.key !== undefined)) {
      const part = await copyFile(shop, place, path)
      if (part === null) continue
      count++
      bytes += part.bytes
      yield Buffer.from(`${JSON.stringify({ path, part } satisfies ListedFile)}\n`)
    }
  }
  const list = await writePart(place, 'files.jsonl.zst', lines(), { isPacked: true })
  return { count, bytes, list, missing: await findMissing(db, place) }
}

/** The session secret decrypts values of the database, so only an encrypted backup contains it. */
async function* pathsOf(shop: ShopFiles, hasSecret: boolean): AsyncGenerator<string> {
  if (hasSecret) yield 'session-secret'
  for (const { name } of foldersInBackups) {
    for await (const { key } of storeOf(shop, name).folder(name).list()) yield `${name}/${key}`
  }
}

/** Null: the shop has removed the file since. */
async function copyFile(shop: ShopFiles, place: PartPlace, path: string): Promise<Part | null> {
  const file = await storeOf(shop, path).open(path)
  return file && writePart(place, `files/${path}`, file.content, { isPacked: false })
}

async function findMissing(db: Db, { folder }: PartPlace): Promise<Manifest['files']['missing']> {
  const first: string[] = []
  let count = 0
  for (const { name, rows } of foldersInBackups) {
    if (rows === undefined) continue
    await db.execute(`DECLARE expected_files CURSOR FOR ${rows}`)
    for (;;) {
      const names = await db.query<{ path: string }>(`FETCH ${rowsAtOnce} FROM expected_files`)
      for (const { path } of names) {
        if (await isThere(join(folder, 'files', name, path))) continue
        count++
        if (first.length < listedMissing) first.push(`${name}/${path}`)
      }
      if (names.length < rowsAtOnce) break
    }
    await db.execute('CLOSE expected_files')
  }
  return { count, first }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
