import { useState } from 'react'
import type { ListedWebhook, WebhookCalls, WebhookDelivery } from '#contract/integration/webhooks.ts'
import { call, CallError } from '#web/app/data/call.ts'
import { Moment } from '#web/app/moment.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import type { Webhooks } from './webhook-dialog.tsx'

type WebhookRowProps = {
  calls: WebhookCalls
  webhook: ListedWebhook
  webhooks: Webhooks
  canChange: boolean
  onChange(): void
  onSecret(secret: string): void
}

export function WebhookRow({ canChange, ...actions }: WebhookRowProps) {
  const { t } = useTranslation()
  const { webhook } = actions
  const { name, url, types, isActive, isGone, isUserOff, user, dead, formerUntil } = webhook
  return (
    <li
      data-testid="webhook"
      className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-4 py-3 first:border-t-0"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2 font-semibold [overflow-wrap:anywhere]">
          {name}
          {!isActive && <Badge tone="warning">{t(`integration.webhooks.${isGone ? 'gone' : 'paused'}`)}</Badge>}
          {isUserOff && <Badge tone="warning">{t('integration.webhooks.userOff')}</Badge>}
          {dead > 0 && <Badge tone="danger">{t('integration.webhooks.deadCount', { count: dead })}</Badge>}
        </p>
        <p className="truncate text-12 text-ink-2" title={url}>
          {url}
        </p>
        {user !== null && <p className="text-12 text-ink-2">{t('feeds.viewOf', { name: user })}</p>}
        <p className="mt-1 text-12 text-ink-2">
          {types.map((type) => t(`integration.events.${type.replace('.', '_')}`)).join(', ')}
        </p>
        {formerUntil !== null && (
          <p className="mt-1 text-12 text-ink-2">
            {t('integration.webhooks.formerUntil')} <Moment date={formerUntil} />
          </p>
        )}
      </div>
      <WebhookFacts webhook={webhook} />
      {canChange && <WebhookActions {...actions} />}
    </li>
  )
}

function WebhookFacts({ webhook: { waiting, lastDeliveredAt } }: { webhook: ListedWebhook }) {
  const { t, formatQuantity } = useTranslation()
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-13">
      <div className="sm:min-w-32">
        <dt className="text-12 text-ink-2">{t('integration.webhooks.lastDelivered')}</dt>
        <dd>{lastDeliveredAt === null ? t('integration.webhooks.never') : <Moment date={lastDeliveredAt} />}</dd>
      </div>
      <div className="tabular-nums sm:min-w-16 sm:text-right">
        <dt className="text-12 text-ink-2">{t('integration.webhooks.waiting')}</dt>
        <dd className="font-semibold">{formatQuantity(waiting)}</dd>
      </div>
    </dl>
  )
}

function WebhookActions({ calls, webhook, webhooks, onChange, onSecret }: Omit<WebhookRowProps, 'canChange'>) {
  const { t } = useTranslation()
  const [log, setLog] = useState<WebhookDelivery[] | null>(null)
  const [isTesting, setTesting] = useState(false)
  const { id, name, isActive } = webhook
  const params = { id: String(id) }
  const textOf = (key: string) => t(`integration.webhooks.${key}`, { name })
  const ask = async (key: 'remove' | 'rotate', variant: 'danger' | 'solid') =>
    (await showAlert({
      title: textOf(`${key}Of`),
      text: textOf(`${key}Text`),
      actions: [{ label: textOf(key), value: 'go', variant }],
      close: t('ui.cancel'),
    })) === 'go'

  async function remove(): Promise<void> {
    if (await ask('remove', 'danger')) {
      await webhooks.runOrAlert(() => call(calls.remove, { params }), textOf('removed'))
    }
  }
  async function rotate(): Promise<void> {
    if (!(await ask('rotate', 'solid'))) return
    await webhooks.runOrAlert(async () => {
      const reply = await call(calls.rotateSecret, { params })
      onSecret(reply.secret)
      return reply
    }, textOf('rotated'))
  }
  const setState = () =>
    webhooks.runOrAlert(
      () => call(calls.setState, { params, body: { isActive: !isActive } }),
      textOf(isActive ? 'pausedNow' : 'resumedNow'),
    )
  async function sendTest(): Promise<void> {
    setTesting(true)
    try {
      const { delivery } = await call(calls.test, { params })
      const { state, failure } = delivery
      const [status, milliseconds] = [delivery.status ?? 0, delivery.milliseconds ?? 0]
      if (state === 'delivered') notify.success(t('integration.webhooks.testDelivered', { status, milliseconds }))
      else
        await showAlert({
          title: textOf('testFailed'),
          text: failure ?? t('integration.webhooks.answered', { status }),
        })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      await showAlert({ text: error.message })
    } finally {
      setTesting(false)
    }
  }
  async function openLog(): Promise<void> {
    try {
      setLog((await call(calls.deliveries, { params })).items)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      await showAlert({ text: error.message })
    }
  }
  return (
    <div className="flex flex-wrap gap-2 sm:w-full sm:justify-end">
      <Button variant="soft" busy={isTesting} aria-label={textOf('testOf')} onClick={() => void sendTest()}>
        {textOf('test')}
      </Button>
      <Button aria-label={`${textOf('log')}: ${name}`} onClick={() => void openLog()}>
        {textOf('log')}
      </Button>
      <Button aria-label={textOf('changeOf')} onClick={onChange}>
        {textOf('change')}
      </Button>
      <Button aria-label={textOf('rotateOf')} onClick={() => void rotate()}>
        {textOf('rotate')}
      </Button>
      <Button aria-label={textOf(isActive ? 'pauseOf' : 'resumeOf')} onClick={() => void setState()}>
        {textOf(isActive ? 'pause' : 'resume')}
      </Button>
      <Button variant="danger" aria-label={textOf('removeOf')} onClick={() => void remove()}>
        {textOf('remove')}
      </Button>
      {log !== null && (
        <DeliveriesDialog
          calls={calls}
          webhook={webhook}
          loaded={log}
          onClose={() => {
            setLog(null)
            void webhooks.refresh()
          }}
        />
      )}
    </div>
  )
}
