import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import type { EventType } from '#contract/integration/event-types.ts'
import type { ListedWebhook, WebhookCalls } from '#contract/integration/webhooks.ts'
import { useWholeList } from '#web/administration/use-whole-list.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { FailedFilter, useFailedOnly } from './failed-filter.tsx'
import { ShownOnce } from './shown-once.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookRow } from './webhook-row.tsx'

type WebhookSectionProps = {
  /** Of the store or of dealers. */
  calls: WebhookCalls
  /** Events that can be chosen. */
  types: readonly EventType[]
  loaded: Reply<WebhookCalls['list']>
  heading: ReactNode
  canChange?: boolean
}

/** Webhooks of one owner: the list with its dialogs. */
export function WebhookSection({ calls, types, loaded, heading, canChange = true }: WebhookSectionProps) {
  const { t } = useTranslation()
  const webhooks = useWholeList(calls.list, loaded)
  const [edited, setEdited] = useState<ListedWebhook | 'new' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const { items } = webhooks.list
  const failed = items.filter(({ dead, isGone }) => dead > 0 || isGone)
  const shown = useFailedOnly() ? failed : items
  const textOf = (key: string) => t(`integration.webhooks.${key}`)
  const add = canChange && (
    <Button variant="solid" size="card" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setEdited('new')}>
      {textOf('add')}
    </Button>
  )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="max-w-180 min-w-0 flex-1 basis-60">{heading}</div>
        {items.length > 0 && add}
      </div>
      <FailedFilter total={items.length} failed={failed.length} />
      {shown.length === 0 && items.length > 0 && (
        <p className="text-13 text-ink-2">{t('integration.show.noneFailed')}</p>
      )}
      {items.length === 0 ? (
        <EmptyState title={textOf('empty')} text={textOf('emptyText')} actions={add} />
      ) : shown.length === 0 ? null : (
        <ul className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
          {shown.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              calls={calls}
              webhook={webhook}
              webhooks={webhooks}
              canChange={canChange}
              onChange={() => setEdited(webhook)}
              onSecret={setSecret}
            />
          ))}
        </ul>
      )}
      {edited !== null && (
        <WebhookDialog
          calls={calls}
          types={types}
          webhook={edited === 'new' ? null : edited}
          webhooks={webhooks}
          onSecret={setSecret}
          onClose={() => setEdited(null)}
        />
      )}
      {secret !== null && (
        <ShownOnce
          title={textOf('secretTitle')}
          label={textOf('secret')}
          text={textOf('once')}
          value={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  )
}
