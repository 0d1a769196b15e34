import '#web/app/page-words.ts'
import { ArrowLeft } from 'lucide-react'
import { Link } from '#web/ui/link.tsx'
import { newReturnPath, orderPath } from '#contract/core/record-paths.ts'
import { getReturnDraft } from '#contract/shop/returns.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/new-return-page.ts'
import { ReturnForm } from './return-form.tsx'

const load = (api: ServerCall, { url }: PageLocation) =>
  api(getReturnDraft, { query: { order: new URL(url).searchParams.get('siparis')?.slice(0, 40) ?? '' } })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Requests to return shipped goods of an order. */
export default function NewReturnPage({ loaderData: draft }: Route.ComponentProps) {
  const { t } = useTranslation()
  const title = t('returns.form.title', { number: draft.orderNo })
  return (
    <div className="page-width flex max-w-220! flex-col gap-4 py-5">
      <PageHead
        title={title}
        description={t('returns.form.description')}
        canonical={newReturnPath(draft.orderNo)}
        noIndex
      />
      <Link
        to={orderPath(draft.orderNo)}
        className="inline-flex items-center gap-1.5 self-start text-13 text-ink-2 hover:underline pointer-coarse:min-h-11"
      >
        <ArrowLeft size={14} aria-hidden="true" /> {t('returns.form.back')}
      </Link>
      <div>
        <h1 className="text-20 font-semibold">{title}</h1>
        <p className="mt-1 text-13 text-ink-2">
          {t('returns.form.description')} {t('returns.form.days', { count: draft.days })}
        </p>
      </div>
      {draft.lines.some(({ returnable }) => returnable > 0) ? (
        <ReturnForm key={draft.orderNo} draft={draft} />
      ) : (
        <EmptyState
          className="py-16"
          title={t('returns.form.nothing.title')}
          text={t('returns.form.nothing.text')}
          actions={
            <Link to={orderPath(draft.orderNo)} className={buttonClasses('outline', 'card')}>
              {t('returns.form.back')}
            </Link>
          }
        />
      )}
    </div>
  )
}
