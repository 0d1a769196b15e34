import type { Readable } from 'node:stream'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { type TransferReceipt, transferReceiptBytesMax } from '#contract/shop/transfers.ts'
import { cleanFileName, withEnding } from '#domain/text/file-name.ts'
import { encodePhoto } from '#server/images/images.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { purgeStored, removeStored, storeFile } from '#server/platform/files/named-files.ts'
import { isPdf, receiveFile } from '#server/platform/files/receive-file.ts'
import { countUnused, deleteUnused, findKnown, insertReceipt } from './receipt-rows.ts'

export const receiptsFolder = (files: FileStore): FileStore => files.folder('transfer-receipts')

/** Receipts without a notice that a user may upload per hour. */
const maxUnused = 20
const pauseSeconds = 600

/** Stores an uploaded receipt: a picture drawn anew, or a PDF file as it is. */
export async function addReceipt(
  { pool, folder }: { pool: Pool; folder: FileStore },
  { userId, name, source }: { userId: number; name: string; source: Readable },
): Promise<TransferReceipt | Refusal> {
  if ((await countUnused(pool, userId)) >= maxUnused) return refuse('too_many_requests', { seconds: pauseSeconds })
  const upload = await receiveFile(source, transferReceiptBytesMax)
  if (upload === null) return refuse('too_large')
  const accepted = isPdf(upload) ? { kind: 'pdf' as const, content: upload } : await acceptPicture(upload)
  if (accepted === null) return refuse('transfer_receipt_invalid')
  const { kind, content } = accepted
  const file = await storeFile(folder, content)
  const ending = kind === 'pdf' ? 'pdf' : 'jpg'
  const title = withEnding(cleanFileName(name, `dekont.${ending}`), ending)
  const stored: TransferReceipt = { file, kind, name: title, bytes: content.length }
  try {
    await insertReceipt(pool, userId, stored)
  } catch (error) {
    await removeStored(folder, file)
    throw error
  }
  return stored
}

async function acceptPicture(upload: Buffer) {
  const photo = await encodePhoto(upload)
  return photo && { kind: 'picture' as const, content: photo.content }
}

/** Removes receipts that no notice has after a day, and files without a row. */
export async function purgeReceipts(db: Db, folder: FileStore): Promise<void> {
  for (const file of await deleteUnused(db)) await removeStored(folder, file)
  await purgeStored(folder, (names) => findKnown(db, names))
}
