import { parseArgs } from 'node:util'
import { sharedFolders } from '#server/backup/backup.ts'
import { type Config, parseConfig } from '#server/config.ts'
import { idKey } from '#server/platform/data-folder.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { type MoveCounts, moveFiles } from '#server/platform/files/move-files.ts'
import { openPlace, type StoragePlace } from '#server/platform/files/open-file-store.ts'
import { readStorageUrl } from '#server/platform/files/storage-address.ts'

export const usage = `toptan storage                                   where the files of the shop are
toptan storage move --to <place> [--from <place>]   copy them while the shop runs

A place is "folder" (DATA_DIR) or an address such as s3://bucket/prefix?endpoint=https://s3.example.com.
Without --from, files come from STORAGE_URL, and from FORMER_STORAGE_URL if --to is STORAGE_URL itself. Every copy is
compared with its original. The command can be repeated: it copies only what is missing or has changed.`

export async function run(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { to: { type: 'string' }, from: { type: 'string' } },
  })
  const [action, ...rest] = positionals
  const config = parseConfig()
  if (action === undefined && values.to === undefined) return describe(config)
  if (action === undefined) return showUsage('--to belongs to "toptan storage move".')
  if (action !== 'move' || rest.length > 0)
    return showUsage(`There is no command "${['storage', ...positionals].join(' ')}".`)
  if (values.to === undefined) return showUsage('Give the new place of the files: --to <place>.')
  const to = placeOf(values.to)
  if (typeof to === 'object' && 'problem' in to) return showUsage(to.problem)
  const from = values.from === undefined ? sourceFor(config, to) : placeOf(values.from)
  if (from === undefined) return showUsage('The files are there already. Give the place of others: --from <place>.')
  if (typeof from === 'object' && 'problem' in from) return showUsage(from.problem)
  return move(config, from, to)
}

function showUsage(problem: string): number {
  console.error(`${problem}\n\n${usage}`)
  return 2
}

function placeOf(text: string): StoragePlace | { problem: string } {
  if (text === 'folder') return text
  if (!text.startsWith('s3:')) return { problem: `"${text}" is neither "folder" nor an s3:// address.` }
  const address = readStorageUrl(text)
  return typeof address === 'string' ? { problem: address } : address
}

function sourceFor({ dataDir, storage = 'folder', formerStorage }: Config, to: StoragePlace): StoragePlace | undefined {
  const isInUse = openPlace(dataDir, storage).place === openPlace(dataDir, to).place
  return isInUse ? formerStorage : storage
}

function describe({ dataDir, storage = 'folder', formerStorage }: Config): number {
  console.log(openPlace(dataDir, storage).place)
  if (formerStorage !== undefined) console.log(`What it lacks is read from ${openPlace(dataDir, formerStorage).place}.`)
  return 0
}

async function move({ dataDir }: Config, source: StoragePlace, target: StoragePlace): Promise<number> {
  const [from, to] = [openPlace(dataDir, source), openPlace(dataDir, target)]
  if (from.place === to.place) {
    console.error(`The files are in ${to.place} already.`)
    return 1
  }
  if (!(await takesId(from, to))) {
    console.error(`${to.place} has the files of another shop.`)
    return 1
  }
  const counts = await moveFiles({ from, to, folders: sharedFolders, onProgress: showProgress })
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
  console.log(`${from.place} → ${to.place}: ${describeCounts(counts)}.`)
  const { different } = counts
  if (different.length === 0) return 0
  console.error(`The shop has changed these meanwhile, or their copies are damaged: ${different.join(', ')}`)
  return 1
}

/** The storage becomes that of the shop: processes that share it recognize it by its id. */
async function takesId(from: FileStore, to: FileStore): Promise<boolean> {
  const [id, other] = await Promise.all([from.get(idKey), to.get(idKey)])
  if (id !== null && other === null) await to.putNew(idKey, id)
  return id === null || other === null || id.equals(other)
}

const describeCounts = ({ copied, same, bytes }: MoveCounts): string =>
  `${copied} copied (${(bytes / 1e6).toFixed(1)} MB), ${same} were there`

function showProgress(counts: MoveCounts): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${describeCounts(counts)}`)
}
