import '#web/app/page-words.ts'
import { Ellipsis, Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { listPath, listsPath } from '#contract/core/list-paths.ts'
import { type ListedList, listLists } from '#contract/shop/lists.ts'
import { loadInBrowser, loadOnServer, type ServerCall } from '#web/app/data/page-loader.ts'
import { Moment } from '#web/app/moment.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { MenuItem } from '#web/ui/overlay/menu-items.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/lists-page.ts'
import { ListDialog } from './list-dialog.tsx'
import { ListTabs } from './list-tabs.tsx'
import { menuButton } from './menu-button.ts'
import { useListActions } from './use-list-actions.ts'

const load = (api: ServerCall) => api(listLists)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The user's lists and those that colleagues share. */
export default function ListsPage({ loaderData: { items } }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const { revalidate } = useRevalidator()
  const goTo = useNavigate()
  const [edited, setEdited] = useState<ListedList | 'new' | null>(null)
  const title = t('lists.title')
  const add = (
    <Button variant="solid" size="card" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setEdited('new')}>
      {t('lists.add')}
    </Button>
  )
  return (
    <div className="page-width flex flex-col gap-4 py-5">
      <PageHead title={title} description={t('lists.description')} canonical={listsPath} noIndex />
      <ListTabs />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h1 className="text-20 font-semibold">{title}</h1>
          <span className="text-16 text-ink-2">
            {t('lists.count', { count: items.length, number: formatQuantity(items.length) })}
          </span>
        </div>
        {items.length > 0 && add}
      </div>
      {items.length === 0 ? (
        <EmptyState className="py-16" title={t('lists.empty.title')} text={t('lists.empty.text')} actions={add} />
      ) : (
        <ul className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
          {items.map((list) => (
            <ListRow key={list.id} list={list} onEdit={() => setEdited(list)} />
          ))}
        </ul>
      )}
      {edited !== null && (
        <ListDialog
          list={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={(id) => {
            setEdited(null)
            if (edited === 'new') void goTo(listPath(id))
            else void revalidate()
          }}
        />
      )}
    </div>
  )
}

function ListRow({ list, onEdit }: { list: ListedList; onEdit(): void }) {
  const { t, formatQuantity } = useTranslation()
  const actions = useListActions(list)
  const { id, name, isShared, isOwn, owner, right, lineCount, changedAt, changedBy, isFollowed, newsCount } = list
  return (
    <li
      data-testid="list"
      className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-4 py-3 last:border-0 hover:bg-hover"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {/* The whole row links to the list. */}
          <Link
            to={listPath(id)}
            className="font-semibold [overflow-wrap:anywhere] after:absolute after:inset-0 hover:underline"
          >
            {name}
          </Link>
          {isShared ? <Badge tone="info">{t('lists.shared')}</Badge> : <Badge>{t('lists.own')}</Badge>}
          {right === 'read' && <Badge>{t('lists.readOnly')}</Badge>}
          {newsCount > 0 && (
            <Badge tone="warning">{t('lists.news', { count: newsCount, number: formatQuantity(newsCount) })}</Badge>
          )}
          {isFollowed && newsCount === 0 && <span className="text-12 text-ink-2">{t('lists.followed')}</span>}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-13 text-ink-2">
          <span>{t('lists.lines', { count: lineCount, number: formatQuantity(lineCount) })}</span>
          {!isOwn && <span>{t('lists.ownerIs', { name: owner })}</span>}
          <span>
            {t('lists.changed')} <Moment date={changedAt} />
            {changedBy !== null && isShared && ` · ${changedBy}`}
          </span>
        </p>
      </div>
      <div className="relative z-10">
        <Menu
          trigger={<Ellipsis size={16} aria-hidden="true" />}
          triggerLabel={t('lists.menu', { name })}
          triggerClassName={menuButton}
        >
          {right === 'manage' && <MenuItem onSelect={onEdit}>{t('lists.edit')}</MenuItem>}
          <MenuItem onSelect={() => void actions.copy()}>{t('lists.copy')}</MenuItem>
          {right === 'manage' && <MenuItem onSelect={() => void actions.remove()}>{t('lists.delete')}</MenuItem>}
        </Menu>
      </div>
    </li>
  )
}
