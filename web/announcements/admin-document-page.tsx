import '#web/app/page-words.ts'
import { Download } from 'lucide-react'
import { useNavigate, useRevalidator } from 'react-router'
import { deleteDocument, type DocumentDetail, getDocument } from '#contract/admin/documents.ts'
import { adminDocumentPath, adminDocumentsPath, documentFilePath } from '#contract/core/announcement-paths.ts'
import { DetailFrame } from '#web/administration/detail-frame.tsx'
import { call } from '#web/app/data/call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-document-page.ts'
import { DocumentForm } from './document-form.tsx'
import { PeriodBadge } from './period-badge.tsx'
import { RemoveButton } from './remove-button.tsx'

async function load(
  api: ServerCall,
  { params: { id } }: PageLocation<Route.LoaderArgs>,
): Promise<{ document: DocumentDetail | null }> {
  return { document: id === 'yeni' ? null : await api(getDocument, { params: { id } }) }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** A file of the shelf, or a new one. */
export default function AdminDocumentPage({ loaderData: { document } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const title = document?.title ?? t('shelf.new')
  const id = document?.id ?? 'yeni'
  return (
    <DetailFrame
      title={title}
      description={t('administration.documents.description')}
      path={adminDocumentPath(id)}
      back={{ to: adminDocumentsPath, label: t('administration.documents.title') }}
    >
      <div key={id} className="flex max-w-260 flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="text-18 font-semibold [overflow-wrap:anywhere]">{title}</h1>
          {document !== null && <PeriodBadge state={document.state} />}
          {document !== null && (
            <a
              href={documentFilePath(document.id)}
              download={document.name}
              className={buttonClasses('outline', 'card', 'ml-auto')}
            >
              <Download size={16} aria-hidden="true" /> {t('shelf.download')}
            </a>
          )}
        </div>
        <DocumentForm
          saved={document}
          onSaved={(saved) => (document === null ? navigate(adminDocumentPath(saved.id)) : revalidate())}
        />
        {document !== null && (
          <RemoveButton
            text={t('shelf.remove')}
            question={t('shelf.removeQuestion')}
            listPath={adminDocumentsPath}
            onRemove={() => call(deleteDocument, { params: { id: String(document.id) } })}
          />
        )}
      </div>
    </DetailFrame>
  )
}
