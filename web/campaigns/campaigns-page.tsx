import '#web/app/page-words.ts'
import { Link } from '#web/ui/link.tsx'
import { getCampaigns } from '#contract/shop/campaigns.ts'
import { pages } from '#contract/core/pages.ts'
import { call } from '#web/app/data/call.ts'
import { callContext } from '#web/app/data/call-context.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { RedirectedNote } from '#web/product/redirected-note.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/campaigns-page.ts'
import { CampaignCarousels } from './campaign-carousels.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(callContext)(getCampaigns)
}

export async function clientLoader() {
  return call(getCampaigns)
}

export default function CampaignsPage({ loaderData: campaigns }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <div className="page-width py-4">
      <PageHead
        title={t('campaigns.title')}
        description={t('campaigns.metaDescription')}
        canonical={pages.campaigns}
        noIndex={campaigns.length === 0}
      />
      <RedirectedNote />
      {campaigns.length === 0 ? (
        <EmptyState
          level="h1"
          title={t('campaigns.none')}
          actions={
            <Link to={pages.home} className={buttonClasses('solid', 'md')}>
              {t('catalog.allProducts')}
            </Link>
          }
        />
      ) : (
        <>
          <h1 className="mb-3 text-20 font-semibold">{t('campaigns.title')}</h1>
          <CampaignCarousels campaigns={campaigns} />
        </>
      )}
    </div>
  )
}
