import type { FittingPart } from '#contract/shop/limit-coach.ts'
import { Price } from '#web/app/price.tsx'
import { useActivity } from '#web/cart/cart-activity.ts'
import type { Order } from '#web/cart/order/use-order.ts'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type PartDialogProps = { part: FittingPart; order: Order; onClose(): void }

/** Which lines would be ordered now, in which quantities, and what stays in the cart. Ordering it is the confirmation. */
export function PartDialog({ part, order, onClose }: PartDialogProps) {
  const { t, formatMoney } = useTranslation()
  const isSaving = useActivity(({ fetching }) => fetching.operation === 'saveOrder')
  const { lines, total, lost, isLargest } = part
  // What is ordered comes first; the rest keeps the order of the cart.
  const sorted = lines.toSorted((a, b) => Number(b.quantity > 0) - Number(a.quantity > 0))

  async function send(): Promise<void> {
    await order.submitPart(part)
    // The next page is loading; after a refusal the panel has fresh advice.
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="md"
      title={t('limitCoach.part.dialog')}
      actions={
        <>
          <Button size="lg" className="max-sm:flex-1" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button variant="solid" size="lg" busy={isSaving} className="max-sm:flex-1" onClick={() => void send()}>
            {t('limitCoach.part.button')}
          </Button>
        </>
      }
    >
      <p className="text-13 text-ink-2">
        {t(isLargest ? 'limitCoach.part.largest' : 'limitCoach.part.near')} {t('limitCoach.part.dialogText')}
      </p>
      {lost !== null && (
        <MessageStrip tone="warning" className="mt-3">
          {t(lost.saved.value > lost.savedInPart.value ? 'limitCoach.part.lost' : 'limitCoach.part.lostGoods', {
            names: lost.names,
            saved: formatMoney(lost.saved.value, lost.saved.currency),
            savedInPart: formatMoney(lost.savedInPart.value, lost.savedInPart.currency),
          })}
        </MessageStrip>
      )}
      <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <span>{t('limitCoach.part.total')}</span>
        <Price value={total.value} currency={total.currency} className="text-18 font-semibold" />
      </p>
      <table className="mt-3 w-full border-t border-line text-13">
        <thead className="text-12 text-ink-2">
          <tr>
            <th scope="col" className="py-1.5 pr-3 text-left font-medium">
              {t('limitCoach.part.product')}
            </th>
            <th scope="col" className="py-1.5 pr-3 text-right font-medium">
              {t('limitCoach.part.now')}
            </th>
            <th scope="col" className="py-1.5 text-right font-medium">
              {t('limitCoach.part.later')}
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((line) => (
            <PartRow key={line.unitId} line={line} />
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}

function PartRow({ line: { code, name, unit, quantity, rest } }: { line: FittingPart['lines'][number] }) {
  const { formatQuantity } = useTranslation()
  const shown = (amount: number) => (amount === 0 ? '–' : `${formatQuantity(amount)} ${unit}`)
  return (
    <tr className="border-t border-line align-top">
      <td className="min-w-0 py-1.5 pr-3 [overflow-wrap:anywhere]">
        <span className={quantity > 0 ? 'font-medium' : 'text-ink-2'}>{name}</span>{' '}
        <span className="code text-12 text-ink-2">{code}</span>
      </td>
      <td className="py-1.5 pr-3 text-right font-medium whitespace-nowrap tabular-nums">{shown(quantity)}</td>
      <td className="py-1.5 text-right whitespace-nowrap text-ink-2 tabular-nums">{shown(rest)}</td>
    </tr>
  )
}
