import { LockKeyhole, Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { NoteSubject } from '#contract/shop/notes.ts'
import { isEmptyNote, type NoteSide, noteTextMax } from '#domain/notes/note.ts'
import { createAttemptKeys } from '#web/app/data/attempt-keys.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { FileField } from './file-field.tsx'
import type { NoteCalls, ShownThread } from './note-calls.ts'
import { useNoteFiles } from './use-note-files.ts'

type NoteFormProps = { subject: NoteSubject; side: NoteSide; calls: NoteCalls; onPosted(thread: ShownThread): void }

/** Writes a note with files. What was typed stays until the note is saved; a repeated request saves one note. */
export function NoteForm({ subject, side, calls, onPosted }: NoteFormProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isInternal, setInternal] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const [keys] = useState(createAttemptKeys)
  const files = useNoteFiles(calls.upload)
  const { isBusy, failure, send } = useSubmit()
  const isEmpty = isEmptyNote({ text: text.trim(), files: files.stored })

  async function post(): Promise<void> {
    const note = { text, files: files.stored, isInternal }
    const thread = await calls.post(subject, { ...note, key: keys.keyFor(JSON.stringify(note)) })
    keys.end()
    onPosted(thread)
    setText('')
    files.clear()
    setSaved(true)
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isEmpty && !files.isSending) void send(post, ({ status }) => keys.answered(status))
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 p-4">
      <Field
        label={t('notes.field')}
        hint={text.length > noteTextMax - 500 ? t('notes.count', { count: text.length, max: noteTextMax }) : undefined}
      >
        {(fieldProps) => (
          <textarea
            {...fieldProps}
            rows={3}
            maxLength={noteTextMax}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setSaved(false)
            }}
            className="field w-full px-2.5 py-2"
          />
        )}
      </Field>
      {failure !== null && (
        <MessageStrip tone="danger" role="alert">
          {failure.message}
        </MessageStrip>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <FileField {...files} />
        {side === 'store' && (
          <label className="flex items-center gap-2 self-end text-13 max-sm:min-h-11 sm:h-9 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={isInternal}
              onChange={({ target }) => setInternal(target.checked)}
              className="size-4.5 accent-(--brand) pointer-coarse:size-6"
            />
            {t('notes.isInternal')}
          </label>
        )}
        <Button
          type="submit"
          variant="solid"
          size="card"
          busy={isBusy}
          disabled={isEmpty || files.isSending}
          icon={isInternal ? <LockKeyhole size={16} aria-hidden="true" /> : <Send size={16} aria-hidden="true" />}
        >
          {t(isInternal ? 'notes.sendInternal' : 'notes.send')}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {isSaved ? t('notes.sent') : ''}
      </p>
    </form>
  )
}
