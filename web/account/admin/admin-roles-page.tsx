import { adminRolesPath } from '#contract/core/admin-pages.ts'
import '#web/app/page-words.ts'
import { addStaffRole, changeStaffRole, listStaffRoles, removeStaffRole } from '#contract/admin/roles.ts'
import { pages } from '#contract/core/pages.ts'
import { staffRoles } from '#domain/people/permissions.ts'
import { OwnRoles } from '#web/account/users/own-roles.tsx'
import { useRoleNames } from '#web/account/users/use-role-names.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { BackTo } from '#web/administration/admin-panel.tsx'
import { useWholeList } from '#web/administration/use-whole-list.ts'
import { call } from '#web/app/data/call.ts'
import { loadInBrowser, loadOnServer, type ServerCall } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-roles-page.ts'

const load = (api: ServerCall) => api(listStaffRoles)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The roles of staff: those of every shop, and the shop's own. */
export default function AdminRolesPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { nameOf, textOf } = useRoleNames()
  const { user } = useVisitor()
  const roles = useWholeList(listStaffRoles, loaderData)
  const title = t('people.staff.title')
  return (
    <AdminFrame title={<BackTo to={pages.adminUsers}>{t('people.users.title')}</BackTo>}>
      <PageHead title={title} description={t('people.staff.description')} canonical={adminRolesPath} noIndex />
      <div className="flex max-w-220 flex-col gap-5">
        <div>
          <h1 className="text-18 font-semibold">{title}</h1>
          <p className="text-13 text-ink-2">{t('people.staff.description')}</p>
        </div>
        <OwnRoles
          kind="admin"
          roles={roles.list.items}
          isBusy={roles.isBusy}
          canChange={user?.permissions.includes('people:write') === true}
          save={(role, values) =>
            roles.run(
              () =>
                role === null
                  ? call(addStaffRole, { body: values })
                  : call(changeStaffRole, { params: { id: String(role.id) }, body: values }),
              t('people.saved'),
            )
          }
          remove={(role) =>
            roles.runOrAlert(
              () => call(removeStaffRole, { params: { id: String(role.id) } }),
              t('people.ownRoles.removed'),
            )
          }
        />
        <section aria-label={t('people.staff.ready')}>
          <h2 className="text-16 font-semibold">{t('people.staff.ready')}</h2>
          <dl className="mt-2 rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
            {Object.keys(staffRoles).map((key) => (
              <div key={key} className="border-t border-line px-4 py-2.5 first:border-t-0 sm:flex sm:gap-4">
                <dt className="font-medium sm:w-44 sm:shrink-0">{nameOf('admin', key)}</dt>
                <dd className="text-13 text-ink-2">{textOf('admin', key)}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </AdminFrame>
  )
}
