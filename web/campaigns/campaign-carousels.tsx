import type { Campaign } from '#contract/shop/campaigns.ts'
import { CampaignCarousel } from './campaign-carousel.tsx'

export function CampaignCarousels({ campaigns }: { campaigns: readonly Campaign[] }) {
  return (
    <div className="grid gap-7">
      {campaigns.map((campaign) => (
        <CampaignCarousel key={campaign.id} campaign={campaign} />
      ))}
    </div>
  )
}
