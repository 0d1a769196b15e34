import { FilePlus2, Pencil } from 'lucide-react'
import { type FormEvent, useCallback, useId, useState } from 'react'
import { createDocument } from '#contract/admin/documents.ts'
import { adminDocumentPath } from '#contract/core/announcement-paths.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { listProductDocuments } from '#contract/shop/documents.ts'
import type { DocumentKind, DocumentLanguage } from '#domain/notes/document.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { AreaLink } from '#web/administration/area-link.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import type { Fetcher } from '#web/app/data/query-cache.ts'
import { useQuery, useQueryCache } from '#web/app/data/use-query.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { FileChoice, KindAndLanguage, titleOf } from './document-fields.tsx'
import { DocumentLink } from './document-link.tsx'

type PanelProps = { product: { id: number; code: string } }

/** The documents of a product: a list, and a form that adds one for all dealers. Each has a page where it is changed. */
export function ProductDocumentPanel({ product: { id, code } }: PanelProps) {
  const { t } = useTranslation()
  const cache = useQueryCache()
  const [isAdding, setAdding] = useState(false)
  const key = `product-documents ${id}`
  const fetcher: Fetcher<Reply<typeof listProductDocuments>> = useCallback(
    ({ signal }) => call(listProductDocuments, { params: { id: String(id) } }, { signal }),
    [id],
  )
  const documents = useQuery(key, fetcher)?.items
  return (
    <AdminPanel title={t('shelf.title')}>
      <p className="text-12 text-ink-3">{t('shelf.ofProduct.text')}</p>
      {documents?.length === 0 && <p className="text-ink-2">{t('shelf.ofProduct.none')}</p>}
      {documents !== undefined && documents.length > 0 && (
        <ul className="divide-y divide-line rounded-control border border-line">
          {documents.map((document) => (
            <DocumentLink
              key={document.id}
              document={document}
              action={
                <AreaLink
                  to={adminDocumentPath(document.id)}
                  className="relative flex min-h-6 items-center gap-1 text-13 font-semibold text-brand-ink hover:underline pointer-coarse:min-h-11"
                >
                  <Pencil size={14} aria-hidden="true" /> {t('shelf.ofProduct.change')}
                  <span className="sr-only">{document.title}</span>
                </AreaLink>
              }
            />
          ))}
        </ul>
      )}
      <MayChange>
        {isAdding ? (
          <AddForm
            code={code}
            onCancel={() => setAdding(false)}
            onAdded={() => {
              setAdding(false)
              cache.refresh(key)
            }}
          />
        ) : (
          <div>
            <Button icon={<FilePlus2 size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
              {t('shelf.ofProduct.add')}
            </Button>
          </div>
        )}
      </MayChange>
    </AdminPanel>
  )
}

type Draft = {
  file: { file: string; name: string } | null
  title: string
  kind: DocumentKind
  language: DocumentLanguage | null
}

function AddForm({ code, onAdded, onCancel }: { code: string; onAdded(): void; onCancel(): void }) {
  const { t, language } = useTranslation()
  const note = useId()
  const [draft, setDraft] = useState<Draft>({
    file: null,
    title: '',
    kind: 'data_sheet',
    language: language === 'en' ? 'en' : 'tr',
  })
  const { isBusy, failure, send } = useSubmit()
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  function submit(event: FormEvent): void {
    event.preventDefault()
    const { file, title, kind } = draft
    if (file === null) return
    const audience = { isForAll: true, dealers: [] }
    const period = { from: dayInTurkey(new Date()), until: null }
    const body = { title, kind, language: draft.language, ...period, audience, products: [code], file: file.file }
    void send(async () => {
      await call(createDocument, { body })
      onAdded()
    })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 rounded-control border border-line p-3">
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
      <Failure text={failure?.message} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          variant="solid"
          busy={isBusy}
          disabled={draft.file === null}
          aria-describedby={draft.file === null ? note : undefined}
        >
          {t('shelf.ofProduct.publish')}
        </Button>
        <Button onClick={onCancel}>{t('ui.cancel')}</Button>
        {draft.file === null && (
          <p id={note} className="text-13 text-ink-2">
            {t('shelf.fileMissing')}
          </p>
        )}
      </div>
    </form>
  )
}
