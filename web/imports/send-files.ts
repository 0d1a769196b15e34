import { urlOf } from '#contract/core/endpoint.ts'
import type { ErrorBody } from '#contract/core/errors.ts'
import { createImport, previewImport, sendImportPiece } from '#contract/admin/imports/imports.ts'
import { importPieceBytes, looksLikeUnits } from '#contract/admin/imports/import-files.ts'
import { defaultImportOptions } from '#contract/admin/imports/import-options.ts'
import { CallError, call, csrfToken } from '#web/app/data/call.ts'
import { t } from '#web/app/i18n.ts'

/**
 * Uploads the files in pieces, starts the preview and returns the import's id. `priceList`: the code of the list that gets
 * the prices; null for the default one. Throws CallError like `call`.
 */
export async function sendFiles(
  files: readonly File[],
  priceList: string | null,
  onProgress: (part: number) => void,
): Promise<number> {
  const named = files.map(({ name, size }) => ({ name: name.slice(0, 200), bytes: size }))
  const { id } = await call(createImport, { body: { files: named } })
  const total = files.reduce((sum, { size }) => sum + size, 0)
  let sent = 0
  for (const [number, file] of files.entries()) {
    const urlAt = (at: number) =>
      urlOf(sendImportPiece.path, { id: String(id), file: String(number) }, { at: String(at) })
    await sendPieces(file, urlAt, (bytes) => onProgress((sent + bytes) / total))
    sent += file.size
  }
  const units = files.findIndex(({ name }) => looksLikeUnits(name))
  const body = { ...defaultImportOptions, units: units < 0 ? null : units, priceList }
  await call(previewImport, { params: { id: String(id) }, body })
  return id
}

/** Uploads a file in pieces, each to the URL for its first byte; `onProgress` receives the bytes sent. */
export async function sendPieces(
  file: File,
  urlAt: (at: number) => string,
  onProgress: (bytes: number) => void,
): Promise<void> {
  for (let at = 0; at < file.size; ) {
    const received = await sendPiece(urlAt(at), file.slice(at, at + importPieceBytes))
    if (received <= at) throw new CallError(0, { code: 'internal', messages: { type: t('errors.internal') } })
    at = received
    onProgress(at)
  }
}

async function sendPiece(url: string, piece: Blob): Promise<number> {
  const response = await fetch(url, {
    method: sendImportPiece.method,
    body: piece,
    headers: {
      accept: 'application/json',
      'accept-language': document.documentElement.lang,
      'content-type': 'application/octet-stream',
      'x-requested-with': 'XMLHttpRequest',
      'x-csrf-token': csrfToken(),
    },
  }).catch(() => {
    throw new CallError(0, { code: 'network', messages: { type: t('errors.network') } })
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return (answer as { received: number }).received
  const error = (answer as ErrorBody | null)?.error
  throw new CallError(response.status, error ?? { code: 'internal', messages: { type: t('errors.internal') } })
}
