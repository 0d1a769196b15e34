import { type FormEvent, useId, useState } from 'react'
import { changeDocument, createDocument, type DocumentDetail } from '#contract/admin/documents.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { MayChange, ReadOnlyFields } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { AudienceField } from './audience-field.tsx'
import { FileChoice, KindAndLanguage, titleOf } from './document-fields.tsx'
import { PeriodFields } from './period-fields.tsx'

type Draft = Pick<DocumentDetail, 'title' | 'kind' | 'language' | 'isForAll' | 'from' | 'dealers'> & {
  until: string
  /** Codes, one a line. */
  products: string
  file: { file: string; name: string } | null
}

const draftOf = (saved: DocumentDetail | null): Draft => ({
  title: saved?.title ?? '',
  kind: saved?.kind ?? 'price_list',
  language: saved?.language ?? null,
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
  const note = useId()
  const [draft, setDraft] = useState(() => draftOf(saved))
  const [isSaved, setIsSaved] = useState(false)
  const { isBusy, failure, send } = useSubmit()
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }))
    setIsSaved(false)
  }
  async function save(file: string): Promise<void> {
    const { title, kind, language, from, until, isForAll, dealers, products } = draft
    const audience = { isForAll, dealers: dealers.map(({ code }) => code) }
    const body = {
      title,
      kind,
      language,
      from,
      until: until === '' ? null : until,
      audience,
      products: codesOf(products),
      file,
    }
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
        <KindAndLanguage kind={draft.kind} language={draft.language} onChange={change} />
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
          <Button
            type="submit"
            variant="solid"
            size="lg"
            busy={isBusy}
            disabled={draft.file === null}
            aria-describedby={draft.file === null ? note : undefined}
          >
            {t(saved === null ? 'shelf.create' : 'shelf.save')}
          </Button>
          {draft.file === null && (
            <p id={note} className="text-13 text-ink-2">
              {t('shelf.fileMissing')}
            </p>
          )}
          <p role="status" className="text-13 text-success">
            {isSaved ? t('shelf.saved') : ''}
          </p>
        </div>
      </MayChange>
    </form>
  )
}
