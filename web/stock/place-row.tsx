import type { ReactNode } from 'react'
import { orderWarehouses } from '#contract/admin/warehouses.ts'
import { MayChange } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { PlaceButtons } from './place-buttons.tsx'
import { moved, type Warehouses } from './use-warehouses.ts'

type PlaceRowProps = {
  kind: 'branches' | 'warehouses'
  shown: { id: number; name: string; isActive: boolean }
  warehouses: Warehouses
  testId: string
  /** Next to the name. */
  badge?: ReactNode
  detail: ReactNode
  children: ReactNode
}

/** A warehouse or branch in its ordered list. */
export function PlaceRow({ kind, shown: position, warehouses, testId, badge, detail, children }: PlaceRowProps) {
  const { t } = useTranslation()
  const ids = warehouses[kind].map(({ id }) => id)
  const place = ids.indexOf(position.id)

  async function move(by: -1 | 1): Promise<void> {
    const send = () => call(orderWarehouses, { body: { [kind]: moved(ids, place, by) } })
    const error = await warehouses.run(send, t('administration.warehouses.ordered'))
    if (error !== null) notify.error(error.message)
  }
  return (
    <li
      data-testid={testId}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-t-0"
    >
      <MayChange>
        <PlaceButtons name={position.name} place={place} count={ids.length} onMove={(by) => void move(by)} />
      </MayChange>
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-2 font-semibold [overflow-wrap:anywhere]">
          {position.name}
          {!position.isActive && <Badge>{t('administration.warehouses.closed')}</Badge>}
          {badge}
        </p>
        {detail}
      </div>
      {children}
    </li>
  )
}

type Removal = { warehouses: Warehouses; name: string; text: string; send: Parameters<Warehouses['run']>[0] }

/** Removes a warehouse or branch after a confirmation. */
export function useRemoval({ warehouses, name, text, send }: Removal): () => Promise<void> {
  const { t } = useTranslation()
  return async () => {
    const answer = await showAlert({
      title: t('administration.warehouses.removeOf', { name }),
      text,
      actions: [{ label: t('administration.warehouses.remove'), value: 'go', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer === 'go') await warehouses.runOrAlert(send, t('administration.warehouses.removed', { name }))
  }
}
