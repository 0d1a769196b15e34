import '#web/app/page-words.ts'
import { Plus } from 'lucide-react'
import { Link } from '#web/ui/link.tsx'
import { type IdentityProvider, listIdentityProviders } from '#contract/admin/identity-providers.ts'
import { adminIdentityProviderPath, adminIdentityProvidersPath } from '#contract/core/single-sign-on-paths.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-identity-providers-page.ts'

const load = (api: ServerCall) => api(listIdentityProviders)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The OpenID providers of staff and of dealers. */
export default function AdminIdentityProvidersPage({ loaderData: { items } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const title = t('singleSignOn.title')
  const add = (
    <Link to={adminIdentityProviderPath('yeni')} className={buttonClasses('solid', 'card')}>
      <Plus size={16} aria-hidden="true" /> {t('singleSignOn.add')}
    </Link>
  )
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead
        title={title}
        description={t('singleSignOn.description')}
        canonical={adminIdentityProvidersPath}
        noIndex
      />
      <div className="flex max-w-200 flex-col gap-4">
        {items.length === 0 ? (
          <EmptyState title={t('singleSignOn.empty.title')} text={t('singleSignOn.empty.text')} actions={add} />
        ) : (
          <>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="min-w-0 flex-1 basis-60 text-ink-2">{t('singleSignOn.description')}</p>
              {add}
            </div>
            <ul className="divide-y divide-line rounded-panel border border-line bg-surface">
              {items.map((item) => (
                <Row key={item.id} item={item} />
              ))}
            </ul>
          </>
        )}
      </div>
    </AdminFrame>
  )
}

function Row({ item: { id, name, dealer, domains, isActive, isRequired, users } }: { item: IdentityProvider }) {
  const { t } = useTranslation()
  return (
    <li
      data-testid="identity-provider"
      className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 hover:bg-hover"
    >
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <Link
          to={adminIdentityProviderPath(id)}
          className="font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {name}
        </Link>
        <p className="text-13 text-ink-2">
          {dealer?.name ?? t('singleSignOn.staff')} · {domains.join(', ')}
        </p>
      </div>
      <span className="flex flex-wrap items-center gap-2 text-13 text-ink-2">
        {t('singleSignOn.users', { count: users })}
        {isRequired && <Badge tone="info">{t('singleSignOn.required')}</Badge>}
        <Badge tone={isActive ? 'success' : 'neutral'}>{t(`singleSignOn.${isActive ? 'active' : 'inactive'}`)}</Badge>
      </span>
    </li>
  )
}
