import { Upload } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import {
  changeDocument,
  createDocument,
  documentBytesMax,
  type DocumentDetail,
  uploadDocument,
} from '#contract/admin/documents.ts'
import { urlOf } from '#contract/core/endpoint.ts'
import { type DocumentKind, documentKinds } from '#domain/notes/document.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { MayChange, ReadOnlyFields } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { sendFile } from '#web/app/data/send-file.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { AudienceField } from './audience-field.tsx'
import { PeriodFields } from './period-fields.tsx'

type Draft = Pick<DocumentDetail, 'title' | 'kind' | 'isForAll' | 'from' | 'dealers'> & {
  until: string
  /** Codes, one a line. */
  products: string
  file: { file: string; name: string } | null
}

const draftOf = (saved: DocumentDetail | null): Draft => ({
  title: saved?.title ?? '',
  kind: saved?.kind ?? 'price_list',
  isForAll: saved?.isForAll ?? true,
  from: saved?.from ?? dayInTurkey(new Date()),
  until: saved?.until ?? '',
  dealers: saved?.dealers ?? [],
  products: saved?.products.map(({ code }) => code).join('\n') ?? '',
  file: saved && { file: saved.file, name: saved.name },
})

const codesOf = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((code) => code.trim())
    .filter((code) => code !== '')

type FormProps = { saved: DocumentDetail | null; onSaved(document: DocumentDetail): unknown }

/** Puts a file on the shelf, or changes it. */
export function DocumentForm({ saved, onSaved }: FormProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(() => draftOf(saved))
  const [isSaved, setIsSaved] = useState(false)
  const { isBusy, failure, send } = useSubmit()
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }))
    setIsSaved(false)
  }
  async function save(file: string): Promise<void> {
    const { title, kind, from, until, isForAll, dealers, products } = draft
    const audience = { isForAll, dealers: dealers.map(({ code }) => code) }
    const body = { title, kind, from, until: until === '' ? null : until, audience, products: codesOf(products), file }
    const params = { id: String(saved?.id ?? 0) }
    const next = await (saved === null
      ? call(createDocument, { body })
      : call(changeDocument, { params, body: { ...body, revision: saved.revision } }))
    setIsSaved(true)
    await onSaved(next)
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    const { file } = draft
    if (file !== null) void send(() => save(file.file))
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 rounded-panel border border-line bg-surface p-4">
      <ReadOnlyFields>
        <FileChoice
          file={draft.file}
          onFile={(file) => change(draft.title === '' ? { file, title: titleOf(file.name) } : { file })}
        />
        <TextField
          required
          label={t('shelf.fields.title')}
          maxLength={120}
          value={draft.title}
          onChange={({ target }) => change({ title: target.value })}
        />
        <Field label={t('shelf.fields.kind')}>
          {(fieldProps) => (
            <Select
              {...fieldProps}
              size="lg"
              value={draft.kind}
              onChange={({ target }) => change({ kind: target.value as DocumentKind })}
            >
              {documentKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`shelf.kinds.${kind}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <PeriodFields from={draft.from} until={draft.until} onChange={change} />
        <AudienceField
          isForAll={draft.isForAll}
          dealers={draft.dealers}
          onChange={(next) => change({ ...next, dealers: [...next.dealers] })}
        />
        <Field label={t('shelf.fields.products')} note={t('ui.optional')} hint={t('shelf.fields.productsHint')}>
          {(fieldProps) => (
            <textarea
              {...fieldProps}
              rows={3}
              value={draft.products}
              onChange={({ target }) => change({ products: target.value })}
              className="field code w-full px-2.5 py-2"
            />
          )}
        </Field>
      </ReadOnlyFields>
      {failure !== null && (
        <MessageStrip tone="danger" role="alert">
          {failure.message}
        </MessageStrip>
      )}
      <MayChange>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="solid" size="lg" busy={isBusy} disabled={draft.file === null}>
            {t(saved === null ? 'shelf.create' : 'shelf.save')}
          </Button>
          <p role="status" className="text-13 text-success">
            {isSaved ? t('shelf.saved') : ''}
          </p>
        </div>
      </MayChange>
    </form>
  )
}

const titleOf = (name: string) => name.replace(/\.[^.]*$/, '').replaceAll(/[_-]+/g, ' ')

type FileChoiceProps = { file: Draft['file']; onFile(file: NonNullable<Draft['file']>): void }

/** The file; it is sent as soon as it is chosen. */
function FileChoice({ file, onFile }: FileChoiceProps) {
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
        {progress !== null && <progress max={1} value={progress} aria-label={t('shelf.fields.progress')} />}
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
