import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { documentBytesMax, uploadDocument } from '#contract/admin/documents.ts'
import { urlOf } from '#contract/core/endpoint.ts'
import { type DocumentKind, documentKinds, type DocumentLanguage, documentLanguages } from '#domain/notes/document.ts'
import { sendFile } from '#web/app/data/send-file.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type KindAndLanguageProps = {
  kind: DocumentKind
  language: DocumentLanguage | null
  onChange(part: { kind: DocumentKind } | { language: DocumentLanguage | null }): void
}

export function KindAndLanguage({ kind, language, onChange }: KindAndLanguageProps) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('shelf.fields.kind')}>
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            value={kind}
            onChange={({ target }) => onChange({ kind: target.value as DocumentKind })}
          >
            {documentKinds.map((each) => (
              <option key={each} value={each}>
                {t(`shelf.kinds.${each}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('shelf.fields.language')} note={t('ui.optional')}>
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            value={language ?? ''}
            onChange={({ target }) => onChange({ language: (target.value || null) as DocumentLanguage | null })}
          >
            <option value="">{t('shelf.anyLanguage')}</option>
            {documentLanguages.map((each) => (
              <option key={each} value={each}>
                {t(`shelf.languages.${each}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}

/** A title from the name of a file. */
export const titleOf = (name: string) => name.replace(/\.[^.]*$/, '').replaceAll(/[_-]+/g, ' ')

type ChosenFile = { file: string; name: string }
type FileChoiceProps = { file: ChosenFile | null; onFile(file: ChosenFile): void }

/** The file; it is sent as soon as it is chosen. */
export function FileChoice({ file, onFile }: FileChoiceProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const { isBusy, failure, send } = useSubmit()
  async function upload(chosen: File): Promise<void> {
    const path = urlOf(uploadDocument.path, {}, { name: chosen.name.slice(-300) }) as typeof uploadDocument.path
    setProgress(0)
    try {
      onFile(await sendFile({ ...uploadDocument, path }, chosen, setProgress).done)
    } finally {
      setProgress(null)
    }
  }
  function choose(chosen: File | undefined): void {
    if (chosen === undefined) return
    setTooLarge(chosen.size > documentBytesMax)
    if (chosen.size <= documentBytesMax) void send(() => upload(chosen))
  }
  const problem = isTooLarge ? t('shelf.fields.tooLarge') : failure?.message
  return (
    <div>
      <input
        ref={field}
        type="file"
        hidden
        accept=".pdf,.xlsx,.zip,image/jpeg,image/png,image/webp"
        aria-label={t('shelf.fields.choose')}
        onChange={({ target }) => {
          choose(target.files?.[0])
          target.value = ''
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="lg"
          busy={isBusy}
          icon={<Upload size={16} aria-hidden="true" />}
          onClick={() => field.current?.click()}
        >
          {t(file === null ? 'shelf.fields.choose' : 'shelf.fields.replace')}
        </Button>
        {file !== null && <span className="min-w-0 text-13 font-medium [overflow-wrap:anywhere]">{file.name}</span>}
        {progress !== null && (
          <progress max={1} value={progress} aria-label={t('shelf.fields.progress')} className="h-1.5 w-full" />
        )}
      </div>
      <p
        role={problem === undefined ? undefined : 'alert'}
        className={`mt-1 text-12 ${problem === undefined ? 'text-ink-2' : 'text-danger'}`}
      >
        {problem ?? t('shelf.fields.hint')}
      </p>
    </div>
  )
}
