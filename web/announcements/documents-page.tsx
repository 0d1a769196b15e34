import '#web/app/page-words.ts'
import { documentsPath } from '#contract/core/announcement-paths.ts'
import { listDocuments } from '#contract/shop/documents.ts'
import { documentKinds } from '#domain/notes/document.ts'
import { type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/documents-page.ts'
import { DocumentLink } from './document-link.tsx'

const load = (api: ServerCall) => api(listDocuments, {})
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The store's files for the dealer, by kind. */
export default function DocumentsPage({ loaderData: { items } }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <div className="page-width max-w-260! py-5">
      <PageHead title={t('shelf.title')} description={t('shelf.description')} canonical={documentsPath} noIndex />
      <h1 className="text-20 font-semibold">{t('shelf.title')}</h1>
      {items.length === 0 && (
        <EmptyState className="py-16" title={t('shelf.empty.title')} text={t('shelf.empty.text')} />
      )}
      {documentKinds
        .map((kind) => ({ kind, documents: items.filter((item) => item.kind === kind) }))
        .filter(({ documents }) => documents.length > 0)
        .map(({ kind, documents }) => (
          <section key={kind} aria-label={t(`shelf.kinds.${kind}`)} className="mt-5">
            <h2 className="mb-2 text-14 font-semibold">{t(`shelf.kinds.${kind}`)}</h2>
            <ul className="divide-y divide-line rounded-panel border border-line bg-surface">
              {documents.map((document) => (
                <DocumentLink key={document.id} document={document} />
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}
