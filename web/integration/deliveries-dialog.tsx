import { useState } from 'react'
import {
  type DeliveryState,
  deliveryStates,
  type ListedWebhook,
  type WebhookCalls,
  type WebhookDelivery,
} from '#contract/integration/webhooks.ts'
import { call, CallError } from '#web/app/data/call.ts'
import { Moment } from '#web/app/moment.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type DeliveriesDialogProps = {
  calls: WebhookCalls
  webhook: ListedWebhook
  /** The newest deliveries. */
  loaded: WebhookDelivery[]
  onClose(): void
}

/** The newest deliveries of a webhook with request and answer. */
export function DeliveriesDialog({ calls, webhook: { id, name }, loaded, onClose }: DeliveriesDialogProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<DeliveryState | ''>('')
  const [items, setItems] = useState(loaded)
  const [failure, setFailure] = useState<string | undefined>()
  const params = { id: String(id) }
  const textOf = (key: string, facts = {}) => t(`integration.webhooks.${key}`, facts)

  async function run(load: () => Promise<{ items: WebhookDelivery[]; count?: number }>): Promise<void> {
    try {
      const reply = await load()
      setItems(reply.items)
      setFailure(undefined)
      if (reply.count !== undefined) notify.success(textOf('replayed', { count: reply.count }))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error.message)
    }
  }
  const read = (wanted: DeliveryState | '') =>
    run(() => call(calls.deliveries, { params, query: wanted === '' ? {} : { state: wanted } }))
  function choose(wanted: DeliveryState | ''): void {
    setState(wanted)
    void read(wanted)
  }
  function replayAll(): void {
    setState('')
    void run(() => call(calls.replayDead, { params }))
  }
  return (
    <Dialog
      open
      width="lg"
      title={textOf('logOf', { name })}
      onOpenChange={onClose}
      actions={
        <Button size="card" onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-2">
          <Select
            aria-label={textOf('state')}
            value={state}
            onChange={({ target }) => choose(deliveryStates.find((each) => each === target.value) ?? '')}
          >
            <option value="">{textOf('states.all')}</option>
            {deliveryStates.map((each) => (
              <option key={each} value={each}>
                {textOf(`states.${each}`)}
              </option>
            ))}
          </Select>
          <Button onClick={() => void read(state)}>{textOf('refresh')}</Button>
          {items.some((each) => each.state === 'dead') && (
            <Button variant="soft" onClick={replayAll}>
              {textOf('replayDead')}
            </Button>
          )}
        </div>
        <Failure text={failure} />
        {items.length === 0 && <p className="text-13 text-ink-2">{textOf('noDeliveries')}</p>}
        {items.length > 0 && (
          <ul className="rounded-control border border-line">
            {items.map((delivery) => (
              <Delivery
                key={delivery.id}
                delivery={delivery}
                onReplay={() => void run(() => call(calls.replay, { params: { id: String(delivery.id) } }))}
              />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

const tones = { waiting: 'warning', delivered: 'success', dead: 'danger' } as const

function Delivery({ delivery, onReplay }: { delivery: WebhookDelivery; onReplay(): void }) {
  const { t, formatQuantity } = useTranslation()
  const { messageId, type, at, state, attempts, nextAt, status, failure, milliseconds, body, answer } = delivery
  const textOf = (key: string, facts = {}) => t(`integration.webhooks.${key}`, facts)
  const outcome = failure ?? (status === null ? null : textOf('answered', { status }))
  return (
    <li data-testid="delivery" className="border-t border-line px-3 py-2 text-13 first:border-t-0">
      <details>
        <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={tones[state]}>{textOf(`states.${state}`)}</Badge>
          <span>
            {t(`integration.events.${type.replace('.', '_')}`)} <span className="code text-12 text-ink-2">{type}</span>
          </span>
          <Moment date={at} />
          {outcome !== null && <span className="text-ink-2">{outcome}</span>}
          {attempts > 1 && <span className="text-ink-2">{textOf('attempts', { count: attempts })}</span>}
          {nextAt !== null && (
            <span className="text-ink-2">
              {textOf('next')} <Moment date={nextAt} />
            </span>
          )}
        </summary>
        <div className="flex flex-col gap-2 pt-2">
          <p className="code text-12 text-ink-2 [overflow-wrap:anywhere]">webhook-id: {messageId}</p>
          {body !== null && <Text title={textOf('request')} text={pretty(body)} />}
          {answer !== null && answer !== '' && <Text title={textOf('answer')} text={answer} />}
          <div className="flex flex-wrap items-center gap-3">
            {milliseconds !== null && (
              <span className="text-12 text-ink-2">
                {textOf('took', { milliseconds: formatQuantity(milliseconds) })}
              </span>
            )}
            {state !== 'waiting' && type !== 'test' && <Button onClick={onReplay}>{textOf('replay')}</Button>}
          </div>
        </div>
      </details>
    </li>
  )
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <p className="text-12 font-medium text-ink-2">{title}</p>
      <ScrollRegion label={title} className="max-h-60 overflow-y-auto rounded-control bg-hover">
        <pre className="code p-2 text-12">{text}</pre>
      </ScrollRegion>
    </div>
  )
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
