import '#web/app/page-words.ts'
import { Tag } from 'lucide-react'
import { Link } from '#web/ui/link.tsx'
import type { Campaign } from '#contract/shop/campaigns.ts'
import { campaignPath } from '#contract/core/pages.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { CampaignCarousel } from './campaign-carousel.tsx'

/** The name of the product's campaign. */
export function CampaignBadge({ campaign }: { campaign: Campaign | null }) {
  const { t } = useTranslation()
  if (campaign === null) return null
  return (
    <p className="mb-2.5">
      <Link
        to={campaignPath(campaign.id)}
        className="inline-flex min-h-6 items-center gap-1.5 rounded-badge bg-brand-soft px-2 py-0.5 text-13 font-semibold text-brand-ink hover:underline"
      >
        <Tag size={14} aria-hidden="true" className="shrink-0" />
        {t('campaigns.ofProduct', { name: campaign.name })}
      </Link>
    </p>
  )
}

/** The other products of the campaign, in one row. */
export function ProductCampaign({ campaign }: { campaign: Campaign | null }) {
  if (campaign === null || campaign.products.length === 0) return null
  const title = (
    <Link to={campaignPath(campaign.id)} className="hover:underline">
      {campaign.name}
    </Link>
  )
  return <CampaignCarousel campaign={{ ...campaign, rowCount: 1 }} title={title} className="mt-8" />
}
