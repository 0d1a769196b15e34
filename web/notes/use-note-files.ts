import { useRef, useState } from 'react'
import { type NoteFile, noteFileBytesMax } from '#contract/shop/notes.ts'
import { noteFilesMax } from '#domain/notes/note.ts'
import { CallError } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { NoteCalls } from './note-calls.ts'

/** A file of the form: being sent, accepted (`stored`) or refused. */
export type FormFile = {
  key: number
  file: File
  /** 0 to 1. */
  progress: number
  stored: NoteFile | null
  failure: string | null
}

let lastKey = 0

/** The files of a new note. Each is sent as soon as it is chosen. */
export function useNoteFiles(upload: NoteCalls['upload']) {
  const { t } = useTranslation()
  const [files, setFiles] = useState<readonly FormFile[]>([])
  const [hasTooMany, setTooMany] = useState(false)
  const uploads = useRef(new Map<number, { cancel(): void }>())
  const change = (key: number, facts: Partial<FormFile>) =>
    setFiles((before) => before.map((each) => (each.key === key ? { ...each, ...facts } : each)))

  async function send(key: number, file: File): Promise<void> {
    if (file.size > noteFileBytesMax) return change(key, { failure: t('notes.files.tooLarge') })
    change(key, { progress: 0, failure: null })
    const sending = upload(file.name, file, (progress) => change(key, { progress }))
    uploads.current.set(key, sending)
    try {
      change(key, { stored: await sending.done, progress: 1 })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) redirectToSignIn()
      change(key, { failure: error.message })
    } finally {
      uploads.current.delete(key)
    }
  }

  function add(chosen: readonly File[]): void {
    const free = noteFilesMax - files.length
    setTooMany(chosen.length > free)
    const added = chosen.slice(0, free).map((file): FormFile => {
      lastKey += 1
      return { key: lastKey, file, progress: 0, stored: null, failure: null }
    })
    setFiles((before) => [...before, ...added])
    for (const { key, file } of added) void send(key, file)
  }

  /** The server removes unused files after a day. */
  function remove({ key }: FormFile): void {
    setTooMany(false)
    uploads.current.get(key)?.cancel()
    setFiles((before) => before.filter((each) => each.key !== key))
  }

  return {
    files,
    hasTooMany,
    isSending: files.some(({ stored, failure }) => stored === null && failure === null),
    stored: files.flatMap(({ stored }) => (stored === null ? [] : [stored.file])),
    add,
    remove,
    retry: ({ key, file }: FormFile) => void send(key, file),
    clear: () => setFiles([]),
  }
}
