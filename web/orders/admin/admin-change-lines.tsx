import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import { changeOrderLines } from '#contract/admin/order-changes.ts'
import type { Input } from '#contract/core/endpoint.ts'
import type { AdminOrder } from '#contract/admin/orders.ts'
import { stepReasonMax } from '#domain/orders/order-steps.ts'
import { formFormats } from '#domain/text/format.ts'
import { unitText } from '#domain/text/unit-text.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Line = AdminOrder['orderItems'][number]
type Wish = Input<typeof changeOrderLines>['body']['lines'][number]
/** What is typed for a line; texts in the notation of forms. */
type Typed = { quantity: string; price: string; discount: string; code: string }

/** Changes lines of an order that is not picked yet. */
export function ChangeLines({ order }: { order: AdminOrder }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="card" icon={<PencilLine size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('administration.orders.lines.open')}
      </Button>
      {isOpen && <ChangeDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

const activeOf = ({ quantity, cancelled }: Line) => quantity - cancelled
const unchanged = (line: Line): Typed => {
  const price = line.price === undefined ? '' : formFormats.formatQuantity(line.price.value)
  return { quantity: String(activeOf(line)), price, discount: '', code: '' }
}

function ChangeDialog({ order, onClose }: { order: AdminOrder; onClose(): void }) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const lines = order.orderItems.filter((line) => activeOf(line) > 0)
  const [typed, setTyped] = useState<Record<number, Typed>>({})
  const [reason, setReason] = useState('')
  const changed = lines.flatMap((line) => wishOf(line, typed[line.lineNo] ?? unchanged(line)))
  async function save(): Promise<void> {
    const body = { state: order.state, reason, lines: changed }
    if ((await run(changeOrderLines, { params: { id: String(order.id) }, body })) === null) return
    notify.success(t('administration.orders.lines.done'), { id: 'orders' })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="lg"
      title={t('administration.orders.lines.title')}
      actions={
        <>
          <Button size="card" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            variant="solid"
            size="card"
            busy={isBusy}
            disabled={changed.length === 0 || reason.trim() === ''}
            onClick={() => void save()}
          >
            {t('administration.orders.lines.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-13 text-ink-2">
          {t('administration.orders.lines.note')} {t('administration.orders.lines.hint')}
        </p>
        <ul className="flex flex-col divide-y divide-line">
          {lines.map((line) => (
            <LineFields
              key={line.lineNo}
              line={line}
              typed={typed[line.lineNo] ?? unchanged(line)}
              onType={(next) => setTyped({ ...typed, [line.lineNo]: next })}
            />
          ))}
        </ul>
        <Field label={t('administration.orders.lines.reason')} hint={t('administration.orders.lines.reasonHint')}>
          {(fieldProps) => (
            <textarea
              {...fieldProps}
              rows={2}
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

/** What to send for a line; nothing if it is unchanged. */
function wishOf(line: Line, { quantity, price, discount, code }: Typed): Wish[] {
  const before = unchanged(line)
  const count = /^\d{1,7}$/.test(quantity.trim()) ? Number(quantity) : activeOf(line)
  if (code.trim() !== '') {
    return [{ lineNo: line.lineNo, replaceBy: { code: code.trim(), quantity: Math.max(1, count), price } }]
  }
  const wish = {
    ...(quantity !== before.quantity && { quantity: count }),
    ...(price !== before.price && { price }),
    ...(discount.trim() !== '' && { discount }),
  }
  return Object.keys(wish).length === 0 ? [] : [{ lineNo: line.lineNo, ...wish }]
}

type LineFieldsProps = { line: Line; typed: Typed; onType(next: Typed): void }

function LineFields({ line, typed, onType }: LineFieldsProps) {
  const { t, formatQuantity } = useTranslation()
  const fieldNumber = useFieldNumber()
  const field = (name: keyof Typed, shown: (text: string) => string = (text) => text) => ({
    label: t(`administration.orders.lines.${name === 'code' ? 'replace' : name}`),
    value: shown(typed[name]),
    autoComplete: 'off',
    maxLength: name === 'code' ? 100 : 20,
    inputMode: name === 'code' ? ('text' as const) : ('decimal' as const),
    onChange: ({ target }: { target: { value: string } }) => onType({ ...typed, [name]: shown(target.value) }),
  })
  return (
    <li aria-label={line.name} className="grid grid-cols-2 gap-3 py-3 first:pt-0 sm:grid-cols-4">
      <p className="col-span-full text-13 [overflow-wrap:anywhere]">
        <span className="code text-ink-2">{line.code}</span> <span className="font-medium">{line.name}</span>
        <span className="text-ink-2">
          {' '}
          · {formatQuantity(activeOf(line))} {unitText(line, formatQuantity)}
        </span>
      </p>
      <TextField {...field('quantity')} />
      <TextField {...field('price', fieldNumber)} />
      <TextField {...field('discount', fieldNumber)} />
      <TextField {...field('code')} />
    </li>
  )
}
