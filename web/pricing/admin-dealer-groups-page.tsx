import '#web/app/page-words.ts'
import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { type ListedDealerGroup, listDealerGroups } from '#contract/admin/dealer-groups.ts'
import { adminDealerGroupPath, adminDealerGroupsPath, adminPriceRulesPath } from '#contract/core/admin-pages.ts'
import { urlOf } from '#contract/core/endpoint.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { AreaLink } from '#web/administration/area-link.tsx'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import type { ListPlace } from '#web/administration/list-frame.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-dealer-groups-page.ts'
import { type EditedGroup, GroupDialog } from './group-dialog.tsx'

const place: ListPlace = { page: adminDealerGroupsPath, names: [] }

const load = (api: ServerCall) => api(listDealerGroups)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

const columns: readonly Column[] = [
  { name: 'name', className: 'w-full pl-4' },
  { name: 'code', className: 'max-sm:hidden' },
  { name: 'dealers', align: 'right' },
  { name: 'rules', align: 'right' },
  { name: 'actions', content: '', className: 'pr-4' },
]

/** All groups of dealers. */
export default function AdminDealerGroupsPage({ loaderData: { items } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<EditedGroup | null>(null)
  const title = t('administration.dealerGroups.title')
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead title={title} description={t('dealerGroups.intro')} canonical={adminDealerGroupsPath} noIndex />
      <div className="flex max-w-420 flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="max-w-160 text-13 text-ink-2">{t('dealerGroups.intro')}</p>
          <div className="flex flex-wrap gap-2">
            <ExportButtons name="dealerGroups" place={place} list={{ total: items.length }} />
            <MayChange>
              <Button
                variant="solid"
                size="card"
                icon={<Plus size={16} aria-hidden="true" />}
                onClick={() => setEdited({ group: null })}
              >
                {t('dealerGroups.add')}
              </Button>
            </MayChange>
          </div>
        </div>
        {items.length === 0 ? (
          <EmptyState title={t('dealerGroups.empty.title')} text={t('dealerGroups.empty.text')} />
        ) : (
          <ListTable place={place} list={{}} columns={columns} noun="dealerGroups" below="never">
            {items.map((group) => (
              <GroupRow key={group.id} group={group} onEdit={setEdited} />
            ))}
          </ListTable>
        )}
      </div>
      {edited !== null && <GroupDialog edited={edited} onClose={() => setEdited(null)} />}
    </AdminFrame>
  )
}

function GroupRow({ group, onEdit }: { group: ListedDealerGroup; onEdit(edited: EditedGroup): void }) {
  const { t, formatQuantity } = useTranslation()
  const { id, name, code, dealers, rules } = group
  return (
    <tr data-testid="dealer-group" className="h-11 border-b border-line last:border-0 hover:bg-hover">
      <Cell className="py-1.5 pl-4">
        <AreaLink to={adminDealerGroupPath(id)} className="font-medium [overflow-wrap:anywhere] hover:underline">
          {name}
        </AreaLink>
        <span className="code block text-12 text-ink-2 sm:hidden">{code}</span>
      </Cell>
      <Cell className="code whitespace-nowrap text-ink-2 max-sm:hidden">{code}</Cell>
      <Cell align="right" className="tabular-nums">
        {formatQuantity(dealers)}
      </Cell>
      <Cell align="right" className="tabular-nums">
        {rules === 0 ? (
          formatQuantity(rules)
        ) : (
          <AreaLink to={urlOf(adminPriceRulesPath, {}, { group: code })} className="tap text-brand-ink underline">
            {formatQuantity(rules)}
          </AreaLink>
        )}
      </Cell>
      <Cell align="right" className="pr-4 whitespace-nowrap">
        <MayChange>
          <IconButton label={t('dealerGroups.renameOf', { name })} onClick={() => onEdit({ group })}>
            <Pencil size={16} aria-hidden="true" />
          </IconButton>
        </MayChange>
      </Cell>
    </tr>
  )
}
