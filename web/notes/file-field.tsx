import { Paperclip, RotateCcw, X } from 'lucide-react'
import { useRef } from 'react'
import { noteFilesMax } from '#domain/notes/note.ts'
import { classes } from '#web/ui/classes.ts'
import { Button } from '#web/ui/form/button.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { FormFile, useNoteFiles } from './use-note-files.ts'

type FileFieldProps = Pick<ReturnType<typeof useNoteFiles>, 'files' | 'hasTooMany' | 'add' | 'remove' | 'retry'>

/** Pictures and PDF files of a new note, with progress and a remove button. */
export function FileField({ files, hasTooMany, add, remove, retry }: FileFieldProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="min-w-0 flex-1 max-sm:basis-full">
      <input
        ref={field}
        type="file"
        multiple
        hidden
        accept="image/jpeg,image/png,image/webp,application/pdf"
        aria-label={t('notes.files.add')}
        onChange={({ target }) => {
          add([...(target.files ?? [])])
          target.value = ''
        }}
      />
      {files.length > 0 && (
        <ul className="mb-2 flex flex-col gap-1.5">
          {files.map((file) => (
            <Chosen key={file.key} file={file} onRemove={remove} onRetry={retry} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          size="card"
          disabled={files.length >= noteFilesMax}
          icon={<Paperclip size={16} aria-hidden="true" />}
          onClick={() => field.current?.click()}
        >
          {t('notes.files.add')}
        </Button>
        <p role="status" className={classes('text-12', hasTooMany ? 'text-warning' : 'text-ink-2')}>
          {t(hasTooMany ? 'notes.files.tooMany' : 'notes.files.hint', { max: noteFilesMax })}
        </p>
      </div>
    </div>
  )
}

type ChosenProps = { file: FormFile; onRemove(file: FormFile): void; onRetry(file: FormFile): void }

function Chosen({ file, onRemove, onRetry }: ChosenProps) {
  const { t } = useTranslation()
  const { failure, progress, stored } = file
  const { name } = file.file
  return (
    <li
      data-testid="note-file"
      className={classes(
        'flex items-center gap-2 rounded-control border px-2.5 py-1 text-13',
        failure === null ? 'border-line' : 'border-danger/40 bg-danger-soft',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate">{name}</span>
        {failure !== null && (
          <span role="alert" className="block text-12 text-danger">
            {failure}
          </span>
        )}
        {failure === null && stored === null && (
          <progress
            max={1}
            value={progress}
            aria-label={t('notes.files.progress', { name })}
            className="h-1.5 w-full"
          />
        )}
      </span>
      {failure !== null && (
        <IconButton label={t('notes.files.retry', { name })} onClick={() => onRetry(file)}>
          <RotateCcw size={16} aria-hidden="true" />
        </IconButton>
      )}
      <IconButton variant="danger" label={t('notes.files.remove', { name })} onClick={() => onRemove(file)}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </li>
  )
}
