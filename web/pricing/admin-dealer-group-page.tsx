import '#web/app/page-words.ts'
import { Pencil, UserPlus, X } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  deleteDealerGroup,
  getDealerGroup,
  leaveDealerGroup,
  type ListedDealerGroup,
} from '#contract/admin/dealer-groups.ts'
import { listPriceRules, type PriceRuleList } from '#contract/admin/price-rules.ts'
import { listRuleProposals, type RuleProposal } from '#contract/admin/rule-proposals.ts'
import { adminDealerGroupPath, adminDealerGroupsPath } from '#contract/core/admin-pages.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { adminDealerPath } from '#contract/core/record-paths.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { AdminPanel, BackTo } from '#web/administration/admin-panel.tsx'
import { AreaLink } from '#web/administration/area-link.tsx'
import { listPath, queryOf } from '#web/administration/list-address.ts'
import { FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Pagination } from '#web/app/page/pagination.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-dealer-group-page.ts'
import { AssignGroupDialog } from './assign-group-dialog.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { RuleProposals } from './rule-proposals.tsx'
import { RulesPanel, rulesShown } from './rules-panel.tsx'

const names = ['q']

type Loaded = { members: Reply<typeof getDealerGroup>; rules: PriceRuleList; proposals: readonly RuleProposal[] }

async function load(api: ServerCall, { params, url }: PageLocation<Route.LoaderArgs>): Promise<Loaded> {
  const members = await api(getDealerGroup, { params: { id: params.id }, ...queryOf(url, names) })
  const query = { group: members.group.code, limit: String(rulesShown) }
  const [rules, proposals] = await Promise.all([api(listPriceRules, { query }), api(listRuleProposals)])
  return { members, rules, proposals: proposals.items.filter(({ group }) => group?.id === members.group.id) }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** A group with its dealers and price rules. */
export default function AdminDealerGroupPage({ loaderData: { members, rules, proposals } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'rename' | 'assign' | null>(null)
  const { group } = members
  const close = () => setOpen(null)
  return (
    <AdminFrame title={<BackTo to={adminDealerGroupsPath}>{t('administration.dealerGroups.title')}</BackTo>}>
      <PageHead
        title={group.name}
        description={t('dealerGroups.intro')}
        canonical={adminDealerGroupPath(group.id)}
        noIndex
      />
      <div className="flex max-w-300 flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="text-18 font-semibold [overflow-wrap:anywhere]">{group.name}</h1>
          <span className="code text-ink-2">{group.code}</span>
          <MayChange>
            <div className="flex flex-wrap gap-2 sm:ml-auto">
              <Button icon={<Pencil size={16} aria-hidden="true" />} onClick={() => setOpen('rename')}>
                {t('dealerGroups.rename')}
              </Button>
              <Button
                variant="solid"
                icon={<UserPlus size={16} aria-hidden="true" />}
                onClick={() => setOpen('assign')}
              >
                {t('dealerGroups.assign.label')}
              </Button>
            </div>
          </MayChange>
        </div>
        <RuleProposals proposals={proposals} />
        <Members members={members} />
        <RulesPanel rules={rules} />
        <MayChange>
          <DeleteGroup group={group} />
        </MayChange>
      </div>
      {open === 'rename' && <GroupDialog edited={{ group }} onClose={close} />}
      {open === 'assign' && <AssignGroupDialog group={group} onClose={close} />}
    </AdminFrame>
  )
}

function Members({ members }: { members: Loaded['members'] }) {
  const { t, formatQuantity } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const { group, items, page, pages: count, q } = members
  const place = { page: adminDealerGroupPath(group.id), names }
  async function leave(dealer: (typeof items)[number]): Promise<void> {
    const reply = await run(leaveDealerGroup, { params: { id: String(group.id), dealer: String(dealer.id) } })
    if (reply === null) return
    notify.success(reply.isWaiting ? t('priceLists.second.waits') : t('dealerGroups.left', { name: dealer.name }))
  }
  return (
    <AdminPanel title={`${t('dealerGroups.members')} (${formatQuantity(group.dealers)})`}>
      {group.dealers > 0 && (
        <ListFilter place={place} list={members} label={t('dealerGroups.search')} isShort>
          <FilterText name="q" label={t('dealerGroups.search')} value={q} />
        </ListFilter>
      )}
      {items.length === 0 ? (
        <p className="text-ink-2">{t(group.dealers === 0 ? 'dealerGroups.noMembers' : 'dealerGroups.noneFound')}</p>
      ) : (
        <ul className="-my-2 divide-y divide-line text-13">
          {items.map((dealer) => (
            <li key={dealer.id} className="flex items-center gap-x-4 py-1.5">
              <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-0.5">
                <AreaLink
                  to={adminDealerPath(dealer.id)}
                  className="min-w-0 flex-1 basis-56 font-medium [overflow-wrap:anywhere] hover:underline"
                >
                  {dealer.name}
                </AreaLink>
                <span className="code text-ink-2 sm:basis-32">{dealer.code}</span>
                <span className="text-ink-2 sm:basis-32">{dealer.city}</span>
              </div>
              <MayChange>
                <IconButton
                  label={t('dealerGroups.leaveOf', { name: dealer.name })}
                  disabled={isBusy}
                  onClick={() => void leave(dealer)}
                >
                  <X size={16} aria-hidden="true" />
                </IconButton>
              </MayChange>
            </li>
          ))}
        </ul>
      )}
      <Pagination page={page} pages={count} to={(next) => listPath(place.page, { ...members, page: next }, names)} />
    </AdminPanel>
  )
}

function DeleteGroup({ group: { id, name, dealers } }: { group: ListedDealerGroup }) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const { isBusy, run } = useAdminCall()
  async function remove(): Promise<void> {
    const action = { label: t('dealerGroups.delete.label'), value: 'go', variant: 'danger' as const }
    const answer = await showAlert({
      title: t('dealerGroups.delete.label'),
      text: t('dealerGroups.delete.question', { name, count: dealers }),
      actions: [action],
      close: t('ui.cancel'),
    })
    if (answer !== 'go') return
    if ((await run(deleteDealerGroup, { params: { id: String(id) } })) === null) return
    notify.success(t('dealerGroups.delete.done'))
    await goTo(adminDealerGroupsPath)
  }
  return (
    <AdminPanel title={t('dealerGroups.delete.label')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-ink-2">{t('dealerGroups.delete.text')}</p>
        <Button variant="danger" size="lg" busy={isBusy} onClick={() => void remove()}>
          {t('dealerGroups.delete.label')}
        </Button>
      </div>
    </AdminPanel>
  )
}
