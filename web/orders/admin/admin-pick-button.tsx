import { ScanBarcode } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { AreaLink } from '#web/administration/area-link.tsx'
import { pickedOrdersMax, startPicking } from '#contract/admin/pickings.ts'
import { adminPickingPath, adminPickingsPath } from '#contract/core/admin-pages.ts'
import { type OrderState, shippableStates } from '#domain/orders/order-life.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { createAttemptKeys } from '#web/app/data/attempt-keys.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type PickButtonProps = { orders: readonly { id: number; state: OrderState }[]; isList?: true }

/** Makes a picking list of the chosen orders and opens it; it counts those that can be picked. */
export function PickButton({ orders, isList }: PickButtonProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { isBusy, run } = useAdminCall()
  const [keys] = useState(createAttemptKeys)
  const ids = orders.filter(({ state }) => shippableStates.includes(state)).map(({ id }) => id)

  async function start(): Promise<void> {
    if (ids.length > pickedOrdersMax) {
      await showAlert({ text: t('administration.pickings.tooMany', { limit: pickedOrdersMax }) })
      return
    }
    const reply = await run(startPicking, { body: { key: keys.keyFor(ids.join()), orders: ids } })
    keys.end()
    if (reply === null) return
    if (reply.refused.length > 0) {
      const facts = reply.refused.map(({ orderNo, message }) => `${orderNo}: ${message}`)
      await showAlert({ text: t('administration.pickings.refused'), facts: facts.join('\n') })
    }
    if (reply.id !== null) await navigate(adminPickingPath(reply.id))
  }
  if (ids.length === 0) {
    const isPicked = isList !== true && orders.some(({ state }) => state === 'picking')
    if (!isPicked) return null
    return (
      <AreaLink isAction to={adminPickingsPath} className={buttonClasses('soft', 'card')}>
        <ScanBarcode size={16} aria-hidden="true" /> {t('administration.pickings.title')}
      </AreaLink>
    )
  }
  return (
    <Button
      variant="soft"
      size="card"
      busy={isBusy}
      icon={<ScanBarcode size={16} aria-hidden="true" />}
      onClick={() => void start()}
    >
      {t('administration.pickings.start')}
      {isList && ` (${ids.length})`}
    </Button>
  )
}
