import { adminWarehousesPath } from '#contract/core/admin-pages.ts'
import '#web/app/page-words.ts'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { pages } from '#contract/core/pages.ts'
import { listWarehouses } from '#contract/admin/warehouses.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-warehouses-page.ts'
import { BranchDialog } from './branch-dialog.tsx'
import { BranchRow } from './branch-row.tsx'
import { useWarehouses } from './use-warehouses.ts'
import { WarehouseDialog } from './warehouse-dialog.tsx'
import { WarehouseRow } from './warehouse-row.tsx'

const load = (api: ServerCall) => api(listWarehouses)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Warehouses, and the store's branches that orders can be assigned to. */
export default function AdminWarehousesPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const warehouses = useWarehouses(loaderData)
  const [adding, setAdding] = useState<'warehouse' | 'branch' | null>(null)
  const textOf = (key: string) => t(`administration.warehouses.${key}`)
  return (
    <AdminFrame title={<h1 className="truncate">{textOf('title')}</h1>}>
      <PageHead title={textOf('title')} description={textOf('text')} canonical={adminWarehousesPath} noIndex />
      <div className="flex max-w-300 flex-col gap-6">
        <Section
          title={textOf('list')}
          text={textOf('text')}
          addLabel={textOf('add')}
          onAdd={() => setAdding('warehouse')}
          isMain
        >
          {warehouses.warehouses.map((warehouse) => (
            <WarehouseRow key={warehouse.id} warehouse={warehouse} warehouses={warehouses} />
          ))}
        </Section>
        <Section
          title={textOf('branches.list')}
          text={
            <>
              {textOf('branches.text')}{' '}
              <AreaLink to={pages.adminDealers} className="text-brand-ink underline">
                {textOf('branches.ofDealers')}
              </AreaLink>
            </>
          }
          addLabel={textOf('branches.add')}
          onAdd={() => setAdding('branch')}
        >
          {warehouses.branches.length === 0 && <li className="px-4 py-6 text-ink-2">{textOf('branches.empty')}</li>}
          {warehouses.branches.map((branch) => (
            <BranchRow key={branch.id} branch={branch} warehouses={warehouses} />
          ))}
        </Section>
      </div>
      {adding === 'warehouse' && (
        <WarehouseDialog warehouse={null} warehouses={warehouses} onClose={() => setAdding(null)} />
      )}
      {adding === 'branch' && <BranchDialog branch={null} warehouses={warehouses} onClose={() => setAdding(null)} />}
    </AdminFrame>
  )
}

type SectionProps = {
  title: string
  text: ReactNode
  addLabel: string
  onAdd(): void
  isMain?: boolean
  children: ReactNode
}

function Section({ title, text, addLabel, onAdd, isMain = false, children }: SectionProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-15 font-semibold">{title}</h2>
          <p className="text-13 text-ink-2">{text}</p>
        </div>
        <MayChange>
          <Button
            variant={isMain ? 'solid' : 'outline'}
            size="card"
            icon={<Plus size={16} aria-hidden="true" />}
            onClick={onAdd}
          >
            {addLabel}
          </Button>
        </MayChange>
      </div>
      <ul className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
        {children}
      </ul>
    </section>
  )
}
