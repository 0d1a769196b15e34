import { Power } from 'lucide-react'
import { useNavigate } from 'react-router'
import { deletePromotion, type PromotionDetail, switchPromotion } from '#contract/admin/promotions.ts'
import { adminPromotionsPath } from '#contract/core/admin-pages.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Switches a promotion on or off. */
export function SwitchPromotion({ promotion: { id, values } }: { promotion: PromotionDetail }) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  async function toggle(): Promise<void> {
    const reply = await run(switchPromotion, { params: { id: String(id) }, body: { isActive: !values.isActive } })
    if (reply !== null) notify.success(t(reply.values.isActive ? 'promotions.switchedOn' : 'promotions.switchedOff'))
  }
  return (
    <div className="sm:ml-auto">
      <Button busy={isBusy} icon={<Power size={16} aria-hidden="true" />} onClick={() => void toggle()}>
        {t(values.isActive ? 'priceRules.switchOff' : 'priceRules.switchOn')}
      </Button>
    </div>
  )
}

/** Deletes a promotion after a confirmation. */
export function DeletePromotion({ promotion: { id, values } }: { promotion: PromotionDetail }) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const { isBusy, send } = useSubmit()
  async function remove(): Promise<void> {
    const action = { label: t('promotions.delete.label'), value: 'go', variant: 'danger' as const }
    const answer = await showAlert({
      title: t('promotions.delete.label'),
      text: t('promotions.delete.question', { name: values.name }),
      actions: [action],
      close: t('ui.cancel'),
    })
    if (answer !== 'go') return
    await send(
      async () => {
        await call(deletePromotion, { params: { id: String(id) } })
        notify.success(t('promotions.delete.done'))
        await goTo(adminPromotionsPath)
      },
      ({ message }) => notify.error(message),
    )
  }
  return (
    <AdminPanel title={t('promotions.delete.label')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-ink-2">{t('promotions.delete.text')}</p>
        <Button variant="danger" size="lg" busy={isBusy} onClick={() => void remove()}>
          {t('promotions.delete.label')}
        </Button>
      </div>
    </AdminPanel>
  )
}
