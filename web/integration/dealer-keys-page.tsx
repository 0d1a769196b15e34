import '#web/app/page-words.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { listDealerKeys } from '#contract/shop/dealer-keys.ts'
import { pages } from '#contract/core/pages.ts'
import { useWholeList } from '#web/administration/use-whole-list.ts'
import { loadInBrowser, loadOnServer, type ServerCall } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { ProgramTabs } from '#web/feeds/program-tabs.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/dealer-keys-page.ts'
import { DealerKeyDialog } from './dealer-key-dialog.tsx'
import { DealerKeyRow } from './dealer-key-row.tsx'
import { ShownOnce } from './shown-once.tsx'

const load = (api: ServerCall) => api(listDealerKeys)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Keys with which a dealer's programs read the catalog and order. */
export default function DealerKeysPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const keys = useWholeList(listDealerKeys, loaderData)
  const [isAdding, setAdding] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const { items } = keys.list
  const canOrder = user?.canOrder === true
  const add = (
    <Button variant="solid" size="card" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('integration.keys.add')}
    </Button>
  )
  return (
    <div className="page-width flex flex-col gap-4 py-5">
      <PageHead
        title={t('integration.keys.title')}
        description={t('dealerKeys.description')}
        canonical={pages.dealerKeys}
        noIndex
      />
      <ProgramTabs />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="max-w-180 min-w-0 flex-1 basis-60">
          <h1 className="text-20 font-semibold">{t('integration.keys.title')}</h1>
          <p className="text-13 text-ink-2">
            {t('dealerKeys.description')}{' '}
            <a href="/api/docs/#/Dealers" className="text-brand-ink underline">
              {t('integration.keys.docs')}
            </a>
          </p>
        </div>
        {items.length > 0 && add}
      </div>
      {items.length === 0 ? (
        <EmptyState title={t('integration.keys.empty')} text={t('dealerKeys.emptyText')} actions={add} />
      ) : (
        <ul className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
          {items.map((key) => (
            <DealerKeyRow key={key.id} listed={key} keys={keys} />
          ))}
        </ul>
      )}
      {isAdding && (
        <DealerKeyDialog
          keys={keys}
          canOrder={canOrder}
          onMade={(key) => {
            setAdding(false)
            setShown(key)
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {shown !== null && (
        <ShownOnce
          title={t('integration.keys.made')}
          label={t('integration.keys.key')}
          text={t('integration.keys.once')}
          value={shown}
          onClose={() => setShown(null)}
        />
      )}
    </div>
  )
}
