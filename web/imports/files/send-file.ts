import { urlOf } from '#contract/core/endpoint.ts'
import { createFileImport, previewFileImport, sendFileImportPiece } from '#contract/admin/imports/file-imports.ts'
import { defaultFileImportOptions, type FileImportKind } from '#contract/admin/imports/file-import-options.ts'
import { call } from '#web/app/data/call.ts'
import { sendPieces } from '#web/imports/send-files.ts'

/** Uploads the file in pieces, starts the preview and returns the import's id. Throws CallError like `call`. */
export async function sendFile(kind: FileImportKind, file: File, onProgress: (part: number) => void): Promise<number> {
  const { id } = await call(createFileImport, {
    body: { kind, name: file.name.slice(0, 200), bytes: file.size },
  })
  const params = { id: String(id) }
  const urlAt = (at: number) => urlOf(sendFileImportPiece.path, params, { at: String(at) })
  await sendPieces(file, urlAt, (bytes) => onProgress(bytes / file.size))
  await call(previewFileImport, { params, body: defaultFileImportOptions })
  return id
}
