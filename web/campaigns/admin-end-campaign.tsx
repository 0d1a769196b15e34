import { adminCampaignsPath } from '#contract/core/admin-pages.ts'
import { useNavigate } from 'react-router'
import { type CampaignDetail, deleteCampaign } from '#contract/admin/campaigns.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Deletes a campaign after a confirmation. To pause a campaign, its form has a switch. */
export function EndCampaign({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const { isBusy, send } = useSubmit()
  const words = (key: string) => t(`campaignAdmin.end.${key}`, { name: campaign.values.name })

  async function remove(): Promise<void> {
    const action = { label: words('delete'), value: 'go', variant: 'danger' as const }
    const answer = await showAlert({
      title: words('delete'),
      text: words('question'),
      actions: [action],
      close: words('cancel'),
    })
    if (answer !== 'go') return
    await send(
      async () => {
        await call(deleteCampaign, { params: { id: String(campaign.id) } })
        notify.success(words('deleted'), { id: 'campaigns' })
        await goTo(adminCampaignsPath)
      },
      ({ message }) => notify.error(message),
    )
  }
  return (
    <AdminPanel title={t('campaignAdmin.parts.end')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-ink-2">{words('text')}</p>
        <Button variant="danger" size="lg" busy={isBusy} onClick={() => void remove()}>
          {words('delete')}
        </Button>
      </div>
    </AdminPanel>
  )
}
