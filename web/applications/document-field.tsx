import { Paperclip, RotateCcw, X } from 'lucide-react'
import { useId, useRef } from 'react'
import type { ApplicationFileKind } from '#domain/applications/application.ts'
import { classes } from '#web/ui/classes.ts'
import { Button } from '#web/ui/form/button.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { FormDocument, useDocuments } from './use-documents.ts'

type DocumentFieldProps = {
  kind: ApplicationFileKind
  form: ReturnType<typeof useDocuments>
  /** Muted text after the label. */
  note?: string
  error?: string | undefined
}

/** Documents of one kind, with progress and a remove button. */
export function DocumentField({ kind, form, note, error }: DocumentFieldProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const hint = useId()
  const label = t(`applications.files.${kind}`)
  const chosen = form.documents.filter((each) => each.kind === kind)
  return (
    <div className="min-w-0">
      <p className="mb-1 text-13 font-medium max-sm:text-15">
        {label} {note !== undefined && <span className="font-normal text-ink-3">{note}</span>}
      </p>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        accept="application/pdf,image/jpeg,image/png,image/webp"
        aria-label={label}
        onChange={({ target }) => {
          form.add(kind, [...(target.files ?? [])])
          target.value = ''
        }}
      />
      {chosen.length > 0 && (
        <ul className="mb-2 flex flex-col gap-1.5">
          {chosen.map((document) => (
            <Chosen key={document.key} document={document} onRemove={form.remove} onRetry={form.retry} />
          ))}
        </ul>
      )}
      <Button
        size="lg"
        disabled={form.isFull}
        icon={<Paperclip size={16} aria-hidden="true" />}
        aria-label={t('applications.files.addOf', { name: label })}
        aria-describedby={hint}
        onClick={() => field.current?.click()}
      >
        {t('applications.files.add')}
      </Button>
      <p
        id={hint}
        role={error === undefined ? undefined : 'alert'}
        className={classes('mt-1 text-12', error === undefined ? 'text-ink-3' : 'text-danger')}
      >
        {error ?? t('applications.files.hint')}
      </p>
    </div>
  )
}

type ChosenProps = {
  document: FormDocument
  onRemove(document: FormDocument): void
  onRetry(document: FormDocument): void
}

function Chosen({ document, onRemove, onRetry }: ChosenProps) {
  const { t } = useTranslation()
  const { failure, isUnfit, progress, stored, file } = document
  const { name } = file
  return (
    <li
      data-testid="application-document"
      data-stored={stored !== null}
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
            aria-label={t('applications.files.progress', { name })}
            className="h-1.5 w-full"
          />
        )}
      </span>
      {failure !== null && !isUnfit && (
        <IconButton label={t('applications.files.retry', { name })} onClick={() => onRetry(document)}>
          <RotateCcw size={16} aria-hidden="true" />
        </IconButton>
      )}
      <IconButton variant="danger" label={t('applications.files.remove', { name })} onClick={() => onRemove(document)}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </li>
  )
}
