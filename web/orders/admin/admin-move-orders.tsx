import { BadgeCheck, Ban, CircleCheckBig, PackageCheck, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { type ChosenOrderState, chosenOrderStates, moveOrderStates } from '#contract/admin/orders.ts'
import { chosenStates, type OrderState } from '#domain/orders/order-life.ts'
import type { ApprovalReason } from '#domain/orders/order-approval.ts'
import { stepReasonMax } from '#domain/orders/order-steps.ts'
import { useMayChange } from '#web/administration/may-change.tsx'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Movable = { id: number; orderNo: string; state: OrderState; approvalReasons?: readonly ApprovalReason[] }
type MoveButtonsProps = { orders: readonly Movable[]; isList?: true; onDone?(): void }

const looks = {
  confirmed: { name: 'confirm', variant: 'solid', icon: BadgeCheck },
  rejected: { name: 'reject', variant: 'danger', icon: Ban },
  shipped: { name: 'undeliver', variant: 'outline', icon: Undo2 },
  delivered: { name: 'deliver', variant: 'soft', icon: PackageCheck },
  closed: { name: 'close', variant: 'outline', icon: CircleCheckBig },
} as const

/** Moves the chosen orders to a state; each button counts the orders that it applies to. */
export function MoveButtons({ orders, isList, onDone }: MoveButtonsProps) {
  const { t } = useTranslation()
  const [isRejecting, setRejecting] = useState(false)
  const { isBusy, move } = useMove(onDone)
  const maySell = useMayChange('sales')
  const mayMove = ({ approvalReasons = [] }: Movable, to: ChosenOrderState) =>
    to !== 'confirmed' || maySell || !approvalReasons.includes('discount')
  return (
    <>
      {chosenOrderStates.map((to) => {
        const fitting = orders.filter((order) => chosenStates(order.state).includes(to) && mayMove(order, to))
        if (fitting.length === 0) return null
        const { name, variant, icon: Icon } = looks[to]
        return (
          <Button
            key={to}
            variant={variant}
            size="card"
            busy={isBusy}
            icon={<Icon size={16} aria-hidden="true" />}
            onClick={() => (to === 'rejected' ? setRejecting(true) : void move(fitting, to))}
          >
            {t(`administration.orders.move.${name}`)}
            {isList && ` (${fitting.length})`}
          </Button>
        )
      })}
      {isRejecting && (
        <RejectDialog
          orders={orders.filter(({ state }) => chosenStates(state).includes('rejected'))}
          onClose={() => setRejecting(false)}
          onDone={onDone}
        />
      )}
    </>
  )
}

function useMove(onDone?: () => void) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  async function move(orders: readonly Movable[], to: ChosenOrderState, reason?: string): Promise<void> {
    const shown = orders.map(({ id, state }) => ({ id, from: state }))
    const reply = await run(moveOrderStates, { body: { orders: shown, to, reason } })
    if (reply === null) return
    onDone?.()
    if (reply.refused.length > 0) {
      const facts = reply.refused.map(({ orderNo, state }) => `${orderNo}: ${t(`orders.states.${state}`)}`)
      await showAlert({ text: t('administration.orders.move.refused'), facts: facts.join('\n') })
    } else {
      notify.success(t('administration.orders.move.moved', { count: reply.moved.length }), { id: 'orders' })
    }
  }
  return { isBusy, move }
}

/** Asks for the reason, which the dealer reads. */
function RejectDialog({ orders, onClose, onDone }: Omit<MoveButtonsProps, 'isList'> & { onClose(): void }) {
  const { t } = useTranslation()
  const { isBusy, move } = useMove(onDone)
  const [reason, setReason] = useState('')
  async function reject(): Promise<void> {
    await move(orders, 'rejected', reason)
    onClose()
  }
  const title = orders.length === 1 ? 'rejectTitle' : 'rejectTitleMany'
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(`administration.orders.move.${title}`, { count: orders.length })}
      actions={
        <>
          <Button size="lg" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            variant="danger"
            size="lg"
            busy={isBusy}
            disabled={reason.trim() === ''}
            onClick={() => void reject()}
          >
            {t('administration.orders.move.confirmReject')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="code [overflow-wrap:anywhere]">{orders.map(({ orderNo }) => orderNo).join(', ')}</p>
        <p>{t('administration.orders.move.rejectText')}</p>
        <Field label={t('administration.orders.move.reason')}>
          {(fieldProps) => (
            <textarea
              {...fieldProps}
              rows={3}
              maxLength={stepReasonMax}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              className="field w-full px-2.5 py-2"
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
