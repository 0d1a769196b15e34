import { outboundKinds, type OutboundKind } from '#domain/erp/mapping.ts'
import { ErpError, type ErpDocument, type FoundDocument, type OutboundDocument } from '#server/erp/adapters/adapter.ts'
import { ownNumber, textAt } from '#server/erp/adapters/protocol/values.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { documentFile, type FileFormat } from './document-file.ts'
import type { FileStore, FolderPlace } from './file-store.ts'

export type FolderTargets = {
  place: FolderPlace
  format: FileFormat
  /** The ERP reports its numbers in answer files; otherwise a delivered document counts with ours. */
  acknowledges: boolean
  now(): Date
}

/*
 * The record of a document is the folder sent/<kind>-<number>:
 *   new          the file, until it is delivered: renaming it into out/ is the one step that delivers it
 *   copy         the same file, written before that step: with it and without `new`, the document is delivered, also when
 *                the ERP has taken the file out of out/ already
 *   answer.json  what the ERP has answered
 */

/** Our number as a part of a file's name. */
const nameOf = (kind: OutboundKind, number: string): string =>
  `${kind}-${/^[A-Za-z\d][A-Za-z\d_-]{0,99}$/.test(number) ? number : ownNumber('', number, 26, false)}`

type Answer = { documentNo: string; error: string }

/** A delivered document, with its number once the ERP has answered. A refused one is put aside, because a retry delivers it again. */
export async function findInFolder(
  targets: FolderTargets,
  kind: OutboundKind,
  number: string,
): Promise<FoundDocument | null> {
  const { place, acknowledges, now } = targets
  const { store } = place
  const name = nameOf(kind, number)
  const isWritten = await store.exists(place.sent, `${name}/copy`)
  if (!isWritten || (await store.exists(place.sent, `${name}/new`))) return null
  const answer = await readAnswer(store, place.sent, name)
  if (answer === null) return { documentNo: acknowledges ? null : number }
  if (answer.documentNo !== '') return { documentNo: answer.documentNo }
  const aside = { folder: place.sentRefused, name: `${name}-${now().getTime()}` }
  await store.rename({ folder: place.sent, name }, aside)
  return { documentNo: null, refusal: answer.error }
}

async function readAnswer(store: FileStore, sent: string, name: string): Promise<Answer | null> {
  const text = await store.readText(sent, `${name}/answer.json`)
  if (text === null) return null
  const value: unknown = JSON.parse(text)
  return { documentNo: textAt(value, 'documentNo'), error: textAt(value, 'error') }
}

/** Delivers a document unless it is delivered: one file with our number in its name. */
export async function writeToFolder(targets: FolderTargets, document: OutboundDocument): Promise<ErpDocument> {
  const { place, format, acknowledges } = targets
  const { store } = place
  const { kind, number } = document
  const found = await findInFolder(targets, kind, number)
  if (found !== null && found.refusal === undefined) return found
  const name = nameOf(kind, number)
  const content = await documentFile(format, document)
  const record = await store.makeFolder(place.sent, name)
  await store.writeWhole(record, 'new', content)
  await store.writeWhole(record, 'copy', content)
  failpoint('erp.folder_written')
  const target = { folder: place.out, name: `${name}.${format}` }
  const isDelivered = await store.rename({ folder: record, name: 'new' }, target).catch((error: unknown) => {
    throw new ErpError('unknown', error instanceof Error ? error.message : String(error))
  })
  if (!isDelivered) throw new ErpError('unknown', `${name}: the file was taken away while it was delivered.`)
  return { documentNo: acknowledges ? null : number }
}

/** Puts an answer of the ERP to its document. Returns what is wrong with it; null if nothing is. */
export async function saveAnswer(
  { place }: FolderTargets,
  answer: { kind: string; number: string; documentNo: string; error: string },
): Promise<string | null> {
  const { kind: typed, number, documentNo, error } = answer
  if (number === '') return 'number: ?'
  if (documentNo === '' && error === '') return `${number}: documentNo, error: ?`
  if (documentNo.length > 100) return `${number}: documentNo: ${documentNo.slice(0, 120)}`
  const kinds =
    typed === ''
      ? outboundKinds.filter((kind) => kind !== 'cancellation')
      : outboundKinds.filter((kind) => kind === typed)
  for (const kind of kinds) {
    const name = nameOf(kind, number)
    if (!(await place.store.exists(place.sent, `${name}/copy`))) continue
    const stored = await readAnswer(place.store, place.sent, name)
    // A number that the shop may already show stays.
    if (stored !== null && stored.documentNo !== '')
      return stored.documentNo === documentNo ? null : `${number}: ${stored.documentNo}`
    const content = Buffer.from(JSON.stringify({ documentNo, error: error.slice(0, 500) }))
    await place.store.writeWhole(await place.store.makeFolder(place.sent, name), 'answer.json', content)
    return null
  }
  return `${[typed, number].filter((text) => text !== '').join(' ')}: ?`
}
