import { useState } from 'react'
import type { EventType } from '#contract/integration/event-types.ts'
import type { ListedWebhook, WebhookCalls, WebhookValues } from '#contract/integration/webhooks.ts'
import { call, type CallError } from '#web/app/data/call.ts'
import type { useWholeList } from '#web/administration/use-whole-list.ts'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'

export type Webhooks = ReturnType<typeof useWholeList<WebhookCalls['list']>>

type WebhookDialogProps = {
  calls: WebhookCalls
  /** Those that can be chosen. */
  types: readonly EventType[]
  /** Null for a new one. */
  webhook: ListedWebhook | null
  webhooks: Webhooks
  onSecret(secret: string): void
  onClose(): void
}

export function WebhookDialog({ calls, types, webhook, webhooks, onSecret, onClose }: WebhookDialogProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState<WebhookValues>(() =>
    webhook === null
      ? { name: '', url: '', types: [] }
      : { name: webhook.name, url: webhook.url, types: webhook.types },
  )
  const [error, setError] = useState<CallError | null>(null)
  const textOf = (key: string, facts = {}) => t(`integration.webhooks.${key}`, facts)
  const change = (part: Partial<WebhookValues>) => setValues({ ...values, ...part })

  async function save(): Promise<void> {
    let secret: string | null = null
    const failure = await webhooks.run(
      async () => {
        if (webhook !== null) return call(calls.change, { params: { id: String(webhook.id) }, body: values })
        const reply = await call(calls.add, { body: values })
        secret = reply.secret
        return reply
      },
      textOf(webhook === null ? 'added' : 'saved'),
    )
    if (failure !== null) return setError(failure)
    onClose()
    if (secret !== null) onSecret(secret)
  }
  return (
    <FormDialog
      title={webhook === null ? textOf('add') : textOf('changeOf', { name: webhook.name })}
      saveLabel={textOf('save')}
      isBusy={webhooks.isBusy}
      onSend={save}
      onClose={onClose}
    >
      <TextField
        label={textOf('name')}
        name="name"
        autoComplete="off"
        maxLength={80}
        value={values.name}
        error={error?.fields['name']}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextField
        label={textOf('url')}
        hint={textOf('urlHint')}
        name="url"
        inputMode="url"
        autoComplete="off"
        maxLength={2000}
        value={values.url}
        error={error?.fields['url']}
        onChange={({ target }) => change({ url: target.value })}
      />
      <TypeFields
        types={types}
        chosen={values.types}
        error={error?.fields['types']}
        onChange={(chosen) => change({ types: chosen })}
      />
      <Failure text={error?.message} />
    </FormDialog>
  )
}

type TypeFieldsProps = {
  types: readonly EventType[]
  chosen: readonly EventType[]
  error: string | undefined
  onChange(chosen: EventType[]): void
}

function TypeFields({ types, chosen, error, onChange }: TypeFieldsProps) {
  const { t } = useTranslation()
  const toggle = (type: EventType) =>
    onChange(chosen.includes(type) ? chosen.filter((each) => each !== type) : [...chosen, type])
  return (
    <fieldset aria-describedby={error === undefined ? undefined : 'webhook-types-error'}>
      <legend className="mb-1 text-13 font-medium max-sm:text-15">{t('integration.webhooks.types')}</legend>
      <div className="grid gap-x-4 rounded-control border border-line px-3 py-1 sm:grid-cols-2">
        {types.map((type) => (
          <label key={type} className="flex min-h-8 items-center gap-2 text-13 max-sm:min-h-11 max-sm:text-15">
            <input
              type="checkbox"
              name={type}
              checked={chosen.includes(type)}
              className="size-4 shrink-0 accent-brand"
              onChange={() => toggle(type)}
            />
            {t(`integration.events.${type.replace('.', '_')}`)}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id="webhook-types-error" className="mt-1 text-12 text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
