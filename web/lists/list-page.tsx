import '#web/app/page-words.ts'
import { ArrowLeft, Ellipsis, Plus } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { listPath, listsPath } from '#contract/core/list-paths.ts'
import { getList, type WholeList } from '#contract/shop/lists.ts'
import { type PageLocation, loadInBrowser, loadOnServer, type ServerCall } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { MenuItem } from '#web/ui/overlay/menu-items.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/list-page.ts'
import { FollowSwitch } from './follow-switch.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { ListDialog } from './list-dialog.tsx'
import { ListLines } from './list-lines.tsx'
import { menuButton } from './menu-button.ts'
import { ShareMenu } from './share-menu.tsx'
import { useListActions } from './use-list-actions.ts'

const load = (api: ServerCall, { params }: PageLocation<Route.LoaderArgs>) => api(getList, { params })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** A list with today's prices and stock, to order whole or in part. */
export default function ListPage({ loaderData: list }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [isImporting, setImporting] = useState(false)
  const { revalidate } = useRevalidator()
  const add = list.right !== 'read' && (
    <Button size="card" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setImporting(true)}>
      {t('lists.import.action')}
    </Button>
  )
  return (
    <div className="page-width flex flex-col gap-4 py-5">
      <PageHead title={list.name} description={t('lists.description')} canonical={listPath(list.id)} noIndex />
      <Link
        to={listsPath}
        className="inline-flex items-center gap-1.5 self-start text-13 text-ink-2 hover:underline pointer-coarse:min-h-11"
      >
        <ArrowLeft size={14} aria-hidden="true" /> {t('lists.back')}
      </Link>
      <Head list={list}>{list.lines.length > 0 && add}</Head>
      <FollowSwitch key={list.id} list={list} />
      {list.lines.length === 0 ? (
        <EmptyState
          className="py-16"
          title={t('lists.emptyList.title')}
          text={t('lists.emptyList.text')}
          actions={add}
        />
      ) : (
        <ListLines key={list.id} list={list} />
      )}
      {isImporting && (
        <ImportDialog listId={list.id} onClose={() => setImporting(false)} onAdded={() => void revalidate()} />
      )}
    </div>
  )
}

function Head({ list, children }: { list: WholeList; children: React.ReactNode }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [isEditing, setEditing] = useState(false)
  const actions = useListActions(list)
  const { name, isShared, isOwn, owner, right } = list
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <h1 className="text-20 font-semibold [overflow-wrap:anywhere]">{name}</h1>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-13 text-ink-2">
          {isShared ? <Badge tone="info">{t('lists.shared')}</Badge> : <Badge>{t('lists.own')}</Badge>}
          {right === 'read' && <Badge>{t('lists.readOnly')}</Badge>}
          {!isOwn && <span>{t('lists.ownerIs', { name: owner })}</span>}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {children}
        <ShareMenu list={list} />
        <Menu
          trigger={<Ellipsis size={16} aria-hidden="true" />}
          triggerLabel={t('lists.menu', { name })}
          triggerClassName={menuButton}
        >
          {right === 'manage' && <MenuItem onSelect={() => setEditing(true)}>{t('lists.edit')}</MenuItem>}
          <MenuItem onSelect={() => void actions.copy()}>{t('lists.copy')}</MenuItem>
          {right === 'manage' && <MenuItem onSelect={() => void actions.remove()}>{t('lists.delete')}</MenuItem>}
        </Menu>
      </div>
      {isEditing && (
        <ListDialog
          list={list}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false)
            void revalidate()
          }}
        />
      )}
    </div>
  )
}
