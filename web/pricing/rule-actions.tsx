import { Copy, Power } from 'lucide-react'
import { useNavigate, useRevalidator } from 'react-router'
import { copyPriceRule, deletePriceRule, type PriceRuleDetail, switchPriceRule } from '#contract/admin/price-rules.ts'
import { adminPriceRulePath, adminPriceRulesPath } from '#contract/core/admin-pages.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Switches a rule on or off, and copies it. */
export function RuleActions({ rule: { id, values } }: { rule: PriceRuleDetail }) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const { isBusy, run } = useAdminCall()
  const params = { id: String(id) }
  async function toggle(): Promise<void> {
    const reply = await run(switchPriceRule, { params, body: { isActive: !values.isActive } })
    if (reply === null) return
    const done = reply.values.isActive ? 'priceRules.switchedOn' : 'priceRules.switchedOff'
    notify.success(t(reply.isWaiting ? 'priceLists.second.waits' : done))
  }
  async function copy(): Promise<void> {
    const reply = await run(copyPriceRule, { params })
    if (reply === null) return
    notify.success(t('priceRules.copied'))
    await goTo(adminPriceRulePath(reply.id))
  }
  return (
    <div className="flex flex-wrap gap-2 sm:ml-auto">
      <Button busy={isBusy} icon={<Copy size={16} aria-hidden="true" />} onClick={() => void copy()}>
        {t('priceRules.copy')}
      </Button>
      <Button busy={isBusy} icon={<Power size={16} aria-hidden="true" />} onClick={() => void toggle()}>
        {t(values.isActive ? 'priceRules.switchOff' : 'priceRules.switchOn')}
      </Button>
    </div>
  )
}

/** Deletes a rule after a confirmation. */
export function DeleteRule({ rule: { id, values } }: { rule: PriceRuleDetail }) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const { revalidate } = useRevalidator()
  const { isBusy, send } = useSubmit()
  async function remove(): Promise<void> {
    const action = { label: t('priceRules.delete.label'), value: 'go', variant: 'danger' as const }
    const answer = await showAlert({
      title: t('priceRules.delete.label'),
      text: t('priceRules.delete.question', { name: values.name }),
      actions: [action],
      close: t('ui.cancel'),
    })
    if (answer !== 'go') return
    await send(
      async () => {
        const { isWaiting } = await call(deletePriceRule, { params: { id: String(id) } })
        if (isWaiting) {
          notify.success(t('priceLists.second.waits'))
          return revalidate()
        }
        notify.success(t('priceRules.delete.done'))
        await goTo(adminPriceRulesPath)
      },
      ({ message }) => notify.error(message),
    )
  }
  return (
    <AdminPanel title={t('priceRules.delete.label')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-ink-2">{t('priceRules.delete.text')}</p>
        <Button variant="danger" size="lg" busy={isBusy} onClick={() => void remove()}>
          {t('priceRules.delete.label')}
        </Button>
      </div>
    </AdminPanel>
  )
}
