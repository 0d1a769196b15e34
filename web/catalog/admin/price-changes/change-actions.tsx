import { Eye, Send, Trash2, Undo2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { approvePriceChange, undoPriceChange, withdrawPriceChange } from '#contract/admin/price-change-publication.ts'
import { removePriceChange } from '#contract/admin/price-changes.ts'
import { adminPriceChangePath, adminPriceChangesPath, priceChangePreviewPath } from '#contract/core/admin-pages.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { useMayChange } from '#web/administration/may-change.tsx'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { PriceChangeDetail } from './price-change-detail.ts'

type ChangeActionsProps = { detail: PriceChangeDetail; onPublish(): void }

/** What can be done with a price change in its state. */
export function ChangeActions({ detail: { change }, onPublish }: ChangeActionsProps) {
  const { t } = useTranslation()
  const mayChange = useMayChange()
  const { state, id, rows } = change
  return (
    <div className="flex flex-wrap gap-2">
      {mayChange && state === 'draft' && rows > 0 && (
        <Button variant="solid" size="card" icon={<Send size={16} aria-hidden="true" />} onClick={onPublish}>
          {t('priceChanges.publish.open')}
        </Button>
      )}
      {mayChange && state === 'waiting' && <DecisionButtons change={change} />}
      {mayChange && state === 'scheduled' && <WithdrawButton change={change} label="withdraw" />}
      {rows > 0 && (
        <AreaLink isAction to={priceChangePreviewPath(id)} className={buttonClasses('outline', 'card')}>
          <Eye size={16} aria-hidden="true" /> {t('priceChanges.preview.open')}
        </AreaLink>
      )}
      {mayChange && state === 'published' && change.undoneBy === null && <UndoButton change={change} />}
      {mayChange && ['draft', 'waiting', 'scheduled'].includes(state) && <RemoveButton change={change} />}
    </div>
  )
}

type ButtonProps = { change: PriceChangeDetail['change'] }

/** Whoever requested the publication can only withdraw it. */
function DecisionButtons({ change }: ButtonProps) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const { isBusy, run } = useAdminCall()
  if (change.requestedBy?.id === user?.id) return <WithdrawButton change={change} label="withdraw" />
  async function approve(): Promise<void> {
    const params = { id: String(change.id) }
    const approved = await run(approvePriceChange, { params, body: { revision: change.revision } })
    if (approved !== null) notify.success(t('priceChanges.approved'), { id: 'price-change' })
  }
  return (
    <>
      <Button variant="solid" size="card" busy={isBusy} onClick={() => void approve()}>
        {t('priceChanges.approve')}
      </Button>
      <WithdrawButton change={change} label="decline" />
    </>
  )
}

function WithdrawButton({ change, label }: ButtonProps & { label: 'withdraw' | 'decline' }) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  async function withdraw(): Promise<void> {
    const done = await run(withdrawPriceChange, { params: { id: String(change.id) } })
    if (done !== null) notify.success(t('priceChanges.withdrawn'), { id: 'price-change' })
  }
  return (
    <Button size="card" busy={isBusy} onClick={() => void withdraw()}>
      {t(`priceChanges.${label}`)}
    </Button>
  )
}

function UndoButton({ change }: ButtonProps) {
  const { t, formatQuantity } = useTranslation()
  const goTo = useNavigate()
  const { isBusy, run } = useAdminCall()
  async function undo(): Promise<void> {
    const answer = await showAlert({
      title: t('priceChanges.undo.title', { name: change.name }),
      text: t('priceChanges.undo.text'),
      actions: [{ label: t('priceChanges.undo.open'), value: 'undo', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer !== 'undo') return
    const done = await run(undoPriceChange, { params: { id: String(change.id) } })
    if (done === null) return
    const counts = { count: formatQuantity(done.units), left: formatQuantity(done.left) }
    const text = done.state === 'waiting' ? t('priceChanges.publish.waits') : t('priceChanges.undo.done', counts)
    notify.success(text, { id: 'price-change' })
    await goTo(adminPriceChangePath(done.id))
  }
  return (
    <Button size="card" busy={isBusy} icon={<Undo2 size={16} aria-hidden="true" />} onClick={() => void undo()}>
      {t('priceChanges.undo.open')}
    </Button>
  )
}

function RemoveButton({ change: { id, name, rows } }: ButtonProps) {
  const { t, formatQuantity } = useTranslation()
  const goTo = useNavigate()
  const { isBusy, run } = useAdminCall()
  async function remove(): Promise<void> {
    const answer = await showAlert({
      title: t('priceChanges.removeOf', { name }),
      text: t('priceChanges.removeText', { count: formatQuantity(rows) }),
      actions: [{ label: t('priceChanges.remove'), value: 'remove', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer !== 'remove') return
    // The page of a deleted draft cannot be loaded again.
    const params = { id: String(id) }
    await goTo(adminPriceChangesPath)
    const done = await run(removePriceChange, { params })
    if (done !== null) notify.success(t('priceChanges.removed'), { id: 'price-change' })
  }
  return (
    <Button size="card" busy={isBusy} icon={<Trash2 size={16} aria-hidden="true" />} onClick={() => void remove()}>
      {t('priceChanges.remove')}
    </Button>
  )
}
