import { useCallback } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { listProductDocuments } from '#contract/shop/documents.ts'
import { call } from '#web/app/data/call.ts'
import type { Fetcher } from '#web/app/data/query-cache.ts'
import { useQuery } from '#web/app/data/use-query.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { DocumentLink } from './document-link.tsx'

/** Data sheets and other files about a product, for signed-in users who may see them. */
export function ProductDocuments({ productId, className }: { productId: number; className?: string }) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const fetcher: Fetcher<Reply<typeof listProductDocuments>> = useCallback(
    ({ signal }) => call(listProductDocuments, { params: { id: String(productId) } }, { signal }),
    [productId],
  )
  const documents = useQuery(`product-documents ${productId}`, user === null ? null : fetcher)?.items ?? []
  if (documents.length === 0) return null
  return (
    <section aria-label={t('product.documents')} className={className}>
      <h2 className="mb-2 text-16 font-semibold">{t('product.documents')}</h2>
      <ul className="divide-y divide-line rounded-panel border border-line bg-surface">
        {documents.map((document) => (
          <DocumentLink key={document.id} document={document} />
        ))}
      </ul>
    </section>
  )
}
