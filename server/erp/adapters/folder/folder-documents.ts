import { mkdir, open, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { outboundKinds, type OutboundKind } from '#domain/erp/mapping.ts'
import { ErpError, type ErpDocument, type FoundDocument, type OutboundDocument } from '#server/erp/adapters/adapter.ts'
import { ownNumber, textAt } from '#server/erp/adapters/protocol/values.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { documentFile, type FileFormat } from './document-file.ts'
import { fileError, type FolderPlace } from './folder-place.ts'

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

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw fileError(error)
    },
  )

/** Writes a file whole or not at all, and onto the disk. */
async function writeWhole(folder: string, name: string, content: Buffer): Promise<void> {
  const draft = join(folder, `.${name}.tmp`)
  const file = await open(draft, 'w')
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, join(folder, name))
  await syncFolder(folder)
}

/** Windows cannot open folders; its renames are written in order. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

type Answer = { documentNo: string; error: string }

/** A delivered document, with its number once the ERP has answered. A refused one is put aside, because a retry delivers it again. */
export async function findInFolder(
  targets: FolderTargets,
  kind: OutboundKind,
  number: string,
): Promise<FoundDocument | null> {
  const { place, acknowledges, now } = targets
  const name = nameOf(kind, number)
  const record = join(place.sent, name)
  if (!(await exists(join(record, 'copy'))) || (await exists(join(record, 'new')))) return null
  const answer = await readAnswer(record)
  if (answer === null) return { documentNo: acknowledges ? null : number }
  if (answer.documentNo !== '') return { documentNo: answer.documentNo }
  await rename(record, join(place.sentRefused, `${name}-${now().getTime()}`)).catch((error: unknown) => {
    throw fileError(error)
  })
  return { documentNo: null, refusal: answer.error }
}

async function readAnswer(record: string): Promise<Answer | null> {
  const text = await readFile(join(record, 'answer.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw fileError(error)
  })
  if (text === null) return null
  const value: unknown = JSON.parse(text)
  return { documentNo: textAt(value, 'documentNo'), error: textAt(value, 'error') }
}

/** Delivers a document unless it is delivered: one file with our number in its name. */
export async function writeToFolder(targets: FolderTargets, document: OutboundDocument): Promise<ErpDocument> {
  const { place, format, acknowledges } = targets
  const { kind, number } = document
  const found = await findInFolder(targets, kind, number)
  if (found !== null && found.refusal === undefined) return found
  const name = nameOf(kind, number)
  const record = join(place.sent, name)
  const content = await documentFile(format, document)
  try {
    await mkdir(record, { recursive: true })
    await writeWhole(record, 'new', content)
    await writeWhole(record, 'copy', content)
    failpoint('erp.folder_written')
  } catch (error) {
    throw fileError(error)
  }
  try {
    await rename(join(record, 'new'), join(place.out, `${name}.${format}`))
    await syncFolder(place.out)
  } catch (error) {
    throw new ErpError('unknown', fileError(error).message)
  }
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
    const record = join(place.sent, nameOf(kind, number))
    if (!(await exists(join(record, 'copy')))) continue
    const stored = await readAnswer(record)
    // A number that the shop may already show stays.
    if (stored !== null && stored.documentNo !== '')
      return stored.documentNo === documentNo ? null : `${number}: ${stored.documentNo}`
    const content = Buffer.from(JSON.stringify({ documentNo, error: error.slice(0, 500) }))
    await writeWhole(record, 'answer.json', content).catch((failure: unknown) => {
      throw fileError(failure)
    })
    return null
  }
  return `${[typed, number].filter((text) => text !== '').join(' ')}: ?`
}
