import { type ListedDealerKey, type listDealerKeys, revokeDealerKey } from '#contract/shop/dealer-keys.ts'
import { call } from '#web/app/data/call.ts'
import { LastDay, Moment } from '#web/app/moment.tsx'
import type { useWholeList } from '#web/administration/use-whole-list.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { useTranslation } from '#web/ui/translation.ts'

export type DealerKeys = ReturnType<typeof useWholeList<typeof listDealerKeys>>

type DealerKeyRowProps = { listed: ListedDealerKey; keys: DealerKeys }

export function DealerKeyRow({ listed, keys }: DealerKeyRowProps) {
  const { t } = useTranslation()
  const { id, name, prefix, scopes, state, user, canRevoke, expiresAt, lastUsedAt, lastUsedFrom } = listed
  const textOf = (key: string) => t(`integration.keys.${key}`, { name })

  async function revoke(): Promise<void> {
    const answer = await showAlert({
      title: textOf('revokeOf'),
      text: textOf('revokeText'),
      actions: [{ label: textOf('revoke'), value: 'go', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer !== 'go') return
    await keys.runOrAlert(() => call(revokeDealerKey, { params: { id: String(id) } }), textOf('revokedNow'))
  }
  return (
    <li
      data-testid="dealer-key"
      className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-4 py-3 first:border-t-0"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2 font-semibold [overflow-wrap:anywhere]">
          {name}
          {state !== 'active' && <Badge tone="warning">{textOf(`states.${state}`)}</Badge>}
        </p>
        <p className="text-12 text-ink-2">
          <span className="code">tpt_{prefix}_…</span> · {t('feeds.viewOf', { name: user })}
        </p>
        <p className="mt-1 text-12 text-ink-2">
          {scopes.map((scope) => t(`dealerKeys.scopes.${scope.replace(':', '_')}`)).join(', ')}
        </p>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 text-13">
        <div>
          <dt className="text-12 text-ink-2">{textOf('lastUsed')}</dt>
          <dd>
            {lastUsedAt === null ? textOf('never') : <Moment date={lastUsedAt} />}
            {lastUsedFrom !== null && <span className="block text-12 text-ink-2">{lastUsedFrom}</span>}
          </dd>
        </div>
        <div>
          <dt className="text-12 text-ink-2">{textOf('expires')}</dt>
          <dd>{expiresAt === null ? textOf('endless') : <LastDay end={expiresAt} />}</dd>
        </div>
      </dl>
      {canRevoke && (
        <Button variant="danger" aria-label={`${textOf('revoke')}: ${name}`} onClick={() => void revoke()}>
          {textOf('revoke')}
        </Button>
      )}
    </li>
  )
}
