import { useState } from 'react'
import { type AdminPicking, endPicking, type PickingLineShown } from '#contract/admin/pickings.ts'
import { type PickingRest, pickingRests } from '#domain/orders/picking.ts'
import { stepReasonMax } from '#domain/orders/order-steps.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { createAttemptKeys } from '#web/app/data/attempt-keys.ts'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type EndProps = { picking: AdminPicking; onClose(): void; onEnded(picking: AdminPicking): void }

const keyOf = ({ orderId, lineNo }: PickingLineShown) => `${orderId} ${lineNo}`

/** Ends a list. What was not found waits for stock unless another choice is made. */
export function EndPicking({ picking, onClose, onEnded }: EndProps) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const [keys] = useState(createAttemptKeys)
  const [rests, setRests] = useState<Readonly<Record<string, PickingRest>>>({})
  const [isMissing, setMissing] = useState(true)
  const [reason, setReason] = useState('')
  const short = picking.lines.filter(({ picked, quantity }) => picked < quantity)
  const restOf = (line: PickingLineShown) => rests[keyOf(line)] ?? 'back_order'

  async function end(): Promise<void> {
    const lines = picking.lines.map((line) => {
      return { orderId: line.orderId, lineNo: line.lineNo, picked: line.picked, rest: restOf(line) }
    })
    const body = { isMissing: isMissing && short.length > 0, reason, lines }
    const request = { params: { id: String(picking.id) }, body: { key: keys.keyFor(JSON.stringify(body)), ...body } }
    const ended = await run(endPicking, request)
    if (ended === null) return onClose()
    notify.success(t('administration.pickings.done'), { id: 'pickings' })
    onEnded(ended)
    onClose()
  }
  return (
    <Dialog
      open
      width="md"
      onOpenChange={onClose}
      title={t('administration.pickings.endTitle')}
      actions={
        <>
          <Button size="lg" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button variant="solid" size="lg" busy={isBusy} onClick={() => void end()}>
            {t('administration.pickings.end')}
          </Button>
        </>
      }
    >
      {short.length === 0 ? (
        <p>{t('administration.pickings.endText')}</p>
      ) : (
        <div className="flex flex-col gap-4">
          <p>{t('administration.pickings.shortText')}</p>
          <ul className="divide-y divide-line rounded-panel border border-line">
            {short.map((line) => (
              <ShortLine
                key={keyOf(line)}
                line={line}
                rest={restOf(line)}
                onChoose={(rest) => setRests({ ...rests, [keyOf(line)]: rest })}
              />
            ))}
          </ul>
          <label className="flex min-h-11 items-start gap-2.5 text-13">
            <input
              type="checkbox"
              checked={isMissing}
              onChange={({ target }) => setMissing(target.checked)}
              className="mt-0.5 size-4.5 shrink-0 accent-(--brand) pointer-coarse:size-6"
            />
            <span>
              {t('administration.pickings.isMissing')}
              <span className="block text-12 text-ink-2">{t('administration.pickings.isMissingHint')}</span>
            </span>
          </label>
          <TextField
            label={t('administration.pickings.reason')}
            hint={t('administration.pickings.reasonHint')}
            autoComplete="off"
            maxLength={stepReasonMax}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </div>
      )}
    </Dialog>
  )
}

type ShortLineProps = { line: PickingLineShown; rest: PickingRest; onChoose(rest: PickingRest): void }

function ShortLine({ line, rest, onChoose }: ShortLineProps) {
  const { t, formatQuantity } = useTranslation()
  const { code, name, unit, orderNo, quantity, picked } = line
  const left = formatQuantity(quantity - picked)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5 text-13">
      <p className="min-w-40 flex-1 [overflow-wrap:anywhere]">
        <span className="code text-ink-2">{code}</span> <span className="font-medium">{name}</span>
        <span className="block text-12 text-ink-2">
          <span className="code">{orderNo}</span> · {formatQuantity(picked)} / {formatQuantity(quantity)} {unit}
        </span>
      </p>
      <Select
        size="lg"
        aria-label={t('administration.pickings.restOf', { quantity: left, unit, name })}
        value={rest}
        onChange={({ target }) => onChoose(pickingRests.find((each) => each === target.value) ?? 'back_order')}
      >
        {pickingRests.map((each) => (
          <option key={each} value={each}>
            {t(`administration.pickings.rests.${each}`)}
          </option>
        ))}
      </Select>
    </li>
  )
}
