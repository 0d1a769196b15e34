import { type ListedKey, type listApiKeys, revokeApiKey } from '#contract/admin/api-keys.ts'
import { call } from '#web/app/data/call.ts'
import { LastDay, Moment } from '#web/app/moment.tsx'
import type { useWholeList } from '#web/administration/use-whole-list.ts'
import { useMayChange } from '#web/administration/may-change.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { scopeName } from './scope-name.ts'

export type Keys = ReturnType<typeof useWholeList<typeof listApiKeys>>

export function KeyRow({ listed, keys }: { listed: ListedKey; keys: Keys }) {
  const { t } = useTranslation()
  const mayChange = useMayChange()
  const { id, name, prefix, scopes, addresses, state } = listed
  const textOf = (key: string) => t(`integration.keys.${key}`, { name })

  async function revoke(): Promise<void> {
    const answer = await showAlert({
      title: textOf('revokeOf'),
      text: textOf('revokeText'),
      actions: [{ label: textOf('revoke'), value: 'go', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer !== 'go') return
    await keys.runOrAlert(() => call(revokeApiKey, { params: { id: String(id) } }), textOf('revokedNow'))
  }
  return (
    <li
      data-testid="api-key"
      className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-4 py-3 first:border-t-0"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2 font-semibold [overflow-wrap:anywhere]">
          {name}
          {state !== 'active' && <Badge tone="warning">{textOf(`states.${state}`)}</Badge>}
        </p>
        <p className="code text-12 text-ink-2">tpt_{prefix}_…</p>
        <ul className="mt-1 flex flex-wrap gap-1">
          {scopes.map((scope) => (
            <li key={scope} className="rounded-control bg-hover px-1.5 py-0.5 text-12 text-ink-2">
              {scopeName(t, scope)} <span className="code text-ink-2">{scope}</span>
            </li>
          ))}
        </ul>
        {addresses.length > 0 && (
          <p className="mt-1 text-12 text-ink-2 [overflow-wrap:anywhere]">
            {textOf('from')}: {addresses.join(', ')}
          </p>
        )}
      </div>
      <KeyFacts listed={listed} />
      {/* Keys without the button have its place, so that the columns of all keys are below each other. */}
      <span className={state === 'revoked' ? 'w-20 max-xl:hidden' : 'xl:w-20 xl:text-right'}>
        {state !== 'revoked' && mayChange && (
          <Button variant="danger" aria-label={`${textOf('revoke')}: ${name}`} onClick={() => void revoke()}>
            {textOf('revoke')}
          </Button>
        )}
      </span>
    </li>
  )
}

function KeyFacts({ listed }: { listed: ListedKey }) {
  const { t, formatQuantity } = useTranslation()
  const { requestsPerMinute, expiresAt, lastUsedAt, lastUsedFrom, createdAt, createdBy, revokedAt } = listed
  const textOf = (key: string) => t(`integration.keys.${key}`)
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-1 text-13 sm:grid-cols-4 xl:w-150 xl:grid-cols-[1.1fr_1.1fr_0.8fr_1.2fr]">
      <div>
        <dt className="text-12 text-ink-2">{textOf('lastUsed')}</dt>
        <dd>
          {lastUsedAt === null ? textOf('never') : <Moment date={lastUsedAt} />}
          {lastUsedFrom !== null && <span className="block text-12 text-ink-2">{lastUsedFrom}</span>}
        </dd>
      </div>
      <div>
        <dt className="text-12 text-ink-2">{textOf(revokedAt === null ? 'expires' : 'revokedAt')}</dt>
        <dd>
          {revokedAt !== null ? (
            <Moment date={revokedAt} />
          ) : expiresAt === null ? (
            textOf('endless')
          ) : (
            <LastDay end={expiresAt} />
          )}
        </dd>
      </div>
      <div>
        <dt className="text-12 text-ink-2">{textOf('limit')}</dt>
        <dd className="tabular-nums">{formatQuantity(requestsPerMinute)}</dd>
      </div>
      <div>
        <dt className="text-12 text-ink-2">{textOf('created')}</dt>
        <dd>
          <Moment date={createdAt} />
          {createdBy !== null && <span className="block text-12 text-ink-2">{createdBy}</span>}
        </dd>
      </div>
    </dl>
  )
}
