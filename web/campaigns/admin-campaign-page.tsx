import '#web/app/page-words.ts'
import { useRevalidator } from 'react-router'
import {
  type CampaignDetail,
  type CampaignValues,
  changeCampaign,
  createCampaign,
  getCampaign,
} from '#contract/admin/campaigns.ts'
import { adminCampaignPath, adminCampaignsPath } from '#contract/core/admin-pages.ts'
import { BackTo } from '#web/administration/admin-panel.tsx'
import { useSavedForm } from '#web/administration/use-saved-form.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-campaign-page.ts'
import { CampaignForm } from './admin-campaign-form.tsx'
import { CampaignStateBadge } from './admin-state-badge.tsx'
import { EndCampaign } from './admin-end-campaign.tsx'

async function load(
  api: ServerCall,
  { params: { id } }: PageLocation<Route.LoaderArgs>,
): Promise<{ campaign: CampaignDetail | null }> {
  return { campaign: id === 'yeni' ? null : await api(getCampaign, { params: { id } }) }
}

export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

const nothing: CampaignValues = {
  name: '',
  discount: '0',
  startDay: '',
  startTime: '',
  endDay: '',
  endTime: '',
  rowCount: '1',
  position: '1',
  isActive: true,
  codes: [],
}

/** A campaign, or a new one. */
export default function AdminCampaignPage({ loaderData: { campaign }, params: { id } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const title = campaign?.values.name ?? t('campaignAdmin.new')
  const list = t('administration.campaigns.title')
  return (
    <AdminFrame title={<BackTo to={adminCampaignsPath}>{list}</BackTo>}>
      <PageHead
        title={title}
        description={t('administration.campaigns.description')}
        canonical={adminCampaignsPath}
        noIndex
      />
      <div key={id} className="flex max-w-300 flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="text-18 font-semibold [overflow-wrap:anywhere]">{title}</h1>
          {campaign !== null && <CampaignStateBadge state={campaign.state} />}
          {campaign !== null && campaign.code !== null && (
            <span className="code text-ink-2">{t('campaignAdmin.erpCode', { code: campaign.code })}</span>
          )}
        </div>
        {campaign === null ? <NewCampaign /> : <SavedCampaign campaign={campaign} />}
      </div>
    </AdminFrame>
  )
}

function NewCampaign() {
  const { t } = useTranslation()
  const form = useSavedForm<CampaignValues>({
    saved: nothing,
    save: async (_before, values) => ({ to: adminCampaignPath((await call(createCampaign, { body: { values } })).id) }),
    reload: () => Promise.resolve(nothing),
    doneText: t('campaignAdmin.created'),
  })
  return <CampaignForm form={form} saved={[]} saveLabel={t('campaignAdmin.create')} />
}

function SavedCampaign({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const params = { id: String(campaign.id) }
  const form = useSavedForm<CampaignValues>({
    saved: campaign.values,
    async save(before, values) {
      const changed = await call(changeCampaign, { params, body: { before, values } })
      // The campaign's state is shown above the form.
      await revalidate()
      return changed
    },
    reload: async () => (await call(getCampaign, { params })).values,
    doneText: t('campaignAdmin.saved'),
  })
  return (
    <>
      <CampaignForm form={form} saved={campaign.products} />
      <MayChange>
        <EndCampaign campaign={campaign} />
      </MayChange>
    </>
  )
}
