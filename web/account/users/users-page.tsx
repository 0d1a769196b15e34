import '#web/app/page-words.ts'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { pages } from '#contract/core/pages.ts'
import {
  addDealerRole,
  changeDealerRole,
  type Colleague,
  inviteColleague,
  listColleagues,
  removeDealerRole,
} from '#contract/shop/colleagues.ts'
import { getPurchaseSettings } from '#contract/shop/purchases.ts'
import { useWholeList } from '#web/administration/use-whole-list.ts'
import { call } from '#web/app/data/call.ts'
import { loadInBrowser, loadOnServer, type ServerCall } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { ShownOnce } from '#web/integration/shown-once.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/users-page.ts'
import { ApprovalRules } from './approval-rules.tsx'
import { ColleagueDialog } from './colleague-dialog.tsx'
import { ColleagueRow } from './colleague-row.tsx'
import { LimitsDialog } from './limits-dialog.tsx'
import { OwnRoles } from './own-roles.tsx'

/** Limits are seen by those who may set them. */
async function load(api: ServerCall) {
  const [colleagues, limits] = await Promise.all([api(listColleagues), api(getPurchaseSettings).catch(() => null)])
  return { colleagues, limits }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The users of a dealer and its own roles. */
export default function UsersPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const colleagues = useWholeList(listColleagues, loaderData.colleagues)
  const [limits, setLimits] = useState(loaderData.limits)
  const [limited, setLimited] = useState<Colleague | null>(null)
  const { items, roles } = colleagues.list
  const [edited, setEdited] = useState<Colleague | null | undefined>(undefined)
  const [link, setLink] = useState<string | null>(null)
  const withRoles = async (change: Promise<{ items: typeof roles }>) => {
    const changed = await change
    const { items: users, addresses } = await call(listColleagues)
    return { items: users, roles: changed.items, addresses }
  }
  const invite = (
    <Button
      variant="solid"
      size="card"
      icon={<UserPlus size={16} aria-hidden="true" />}
      onClick={() => setEdited(null)}
    >
      {t('people.colleagues.invite')}
    </Button>
  )
  return (
    <div className="page-width flex max-w-260! flex-col gap-4 py-5">
      <PageHead
        title={t('people.colleagues.title')}
        description={t('people.colleagues.description')}
        canonical={pages.accountUsers}
        noIndex
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="max-w-180 min-w-0 flex-1 basis-60">
          <h1 className="text-20 font-semibold">{t('people.colleagues.title')}</h1>
          <p className="text-13 text-ink-2">{t('people.colleagues.description')}</p>
        </div>
        {invite}
      </div>
      <ul className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
        {items.map((colleague) => (
          <ColleagueRow
            key={colleague.id}
            colleague={colleague}
            colleagues={colleagues}
            onChange={() => setEdited(colleague)}
            onLink={setLink}
            limits={limits?.limits.find(({ userId }) => userId === colleague.id) ?? null}
            onLimit={limits === null ? null : () => setLimited(colleague)}
          />
        ))}
      </ul>
      {items.length === 1 && (
        <EmptyState title={t('people.colleagues.alone')} text={t('people.colleagues.aloneText')} className="py-8" />
      )}
      {limits !== null && <ApprovalRules settings={limits} onSaved={setLimits} />}
      <OwnRoles
        kind="dealer"
        roles={roles}
        isBusy={colleagues.isBusy}
        canChange
        save={(role, values) =>
          colleagues.run(
            () =>
              withRoles(
                role === null
                  ? call(addDealerRole, { body: values })
                  : call(changeDealerRole, { params: { id: String(role.id) }, body: values }),
              ),
            t('people.saved'),
          )
        }
        remove={(role) =>
          colleagues.runOrAlert(
            () => withRoles(call(removeDealerRole, { params: { id: String(role.id) } })),
            t('people.ownRoles.removed'),
          )
        }
      />
      {edited !== undefined && (
        <ColleagueDialog
          key={edited?.id ?? 0}
          colleague={edited}
          colleagues={colleagues}
          invite={async (body) => {
            const { invitationLink, ...list } = await call(inviteColleague, { body })
            setLink(invitationLink)
            return { list, hasLink: invitationLink !== null }
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
      {limits !== null && limited !== null && (
        <LimitsDialog
          key={limited.id}
          colleague={limited}
          settings={limits}
          onSaved={(saved) => {
            setLimits(saved)
            setLimited(null)
          }}
          onClose={() => setLimited(null)}
        />
      )}
      {link !== null && (
        <ShownOnce
          title={t('people.access.link.title')}
          label={t('people.access.link.label')}
          text={t('people.colleagues.linkText')}
          value={link}
          onClose={() => setLink(null)}
        />
      )}
    </div>
  )
}
