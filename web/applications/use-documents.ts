import { useRef, useState } from 'react'
import { type ApplicationFile, applicationFileBytesMax, uploadApplicationFile } from '#contract/shop/applications.ts'
import { urlOf } from '#contract/core/endpoint.ts'
import { type ApplicationFileKind, applicationFilesMax } from '#domain/applications/application.ts'
import { CallError } from '#web/app/data/call.ts'
import { type Sending, sendFile } from '#web/app/data/send-file.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** A document of the form: being sent, accepted (`stored`) or refused. */
export type FormDocument = {
  key: number
  kind: ApplicationFileKind
  file: File
  /** 0 to 1. */
  progress: number
  stored: ApplicationFile | null
  failure: string | null
  /** The file itself was refused; sending it again would not help. */
  isUnfit: boolean
}

let lastKey = 0

/** The documents of a form, by its key. Each is sent as soon as it is chosen. */
export function useDocuments(formKey: string) {
  const { t } = useTranslation()
  const [documents, setDocuments] = useState<readonly FormDocument[]>([])
  const uploads = useRef(new Map<number, Sending<ApplicationFile>>())
  const change = (key: number, facts: Partial<FormDocument>) =>
    setDocuments((before) => before.map((each) => (each.key === key ? { ...each, ...facts } : each)))

  async function send({ key, kind, file }: Pick<FormDocument, 'key' | 'kind' | 'file'>): Promise<void> {
    if (file.size > applicationFileBytesMax)
      return change(key, { failure: t('applications.files.tooLarge'), isUnfit: true })
    change(key, { progress: 0, failure: null })
    const query = { key: formKey, kind, name: file.name.slice(-300) }
    const path = urlOf(uploadApplicationFile.path, {}, query) as typeof uploadApplicationFile.path
    const sending = sendFile({ ...uploadApplicationFile, path }, file, (progress) => change(key, { progress }))
    uploads.current.set(key, sending)
    try {
      change(key, { stored: await sending.done, progress: 1 })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const isUnfit = error.code === 'application_file_invalid' || error.code === 'too_large'
      change(key, { failure: error.message, isUnfit })
    } finally {
      uploads.current.delete(key)
    }
  }

  function add(kind: ApplicationFileKind, files: readonly File[]): void {
    const added = files.slice(0, applicationFilesMax - documents.length).map((file): FormDocument => {
      lastKey += 1
      return { key: lastKey, kind, file, progress: 0, stored: null, failure: null, isUnfit: false }
    })
    setDocuments((before) => [...before, ...added])
    for (const document of added) void send(document)
  }

  /** The server removes unused files after a day. */
  function remove({ key }: FormDocument): void {
    uploads.current.get(key)?.cancel()
    setDocuments((before) => before.filter((each) => each.key !== key))
  }

  return {
    documents,
    isFull: documents.length >= applicationFilesMax,
    isSending: documents.some(({ stored, failure }) => stored === null && failure === null),
    stored: documents.flatMap(({ stored }) => (stored === null ? [] : [stored.file])),
    add,
    remove,
    retry: (document: FormDocument) => void send(document),
  }
}
