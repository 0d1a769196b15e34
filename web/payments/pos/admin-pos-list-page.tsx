import '#web/app/page-words.ts'
import { Plus } from 'lucide-react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { listInstallmentLimits } from '#contract/admin/installment-limits.ts'
import { adminPosPath, adminPosRulesPath } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import { type ListedPos, listPosAccounts } from '#contract/admin/pos.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-pos-list-page.ts'
import { InstallmentLimits } from './admin-limits.tsx'
import { PosBadges } from './pos-badges.tsx'

const load = (api: ServerCall) => Promise.all([api(listPosAccounts), api(listInstallmentLimits)])
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** POS accounts of banks and payment companies in their order of precedence, and installment limits. */
export default function AdminPosListPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [{ items, hasSandbox }, limits] = loaderData
  const title = t('administration.pos.title')
  const add = (
    <MayChange>
      <AreaLink isAction to={adminPosPath('yeni')} className={buttonClasses('solid', 'card')}>
        <Plus size={16} aria-hidden="true" /> {t('administration.pos.add')}
      </AreaLink>
    </MayChange>
  )
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead title={title} description={t('administration.pos.text')} canonical={pages.adminPos} noIndex />
      <div className="flex max-w-300 flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-60 text-13 text-ink-2">{t('administration.pos.text')}</p>
          {items.length > 0 && add}
        </div>
        {items.length === 0 ? (
          <EmptyState
            title={t('administration.pos.empty')}
            text={t('administration.pos.emptyText')}
            actions={add}
            className="rounded-panel border border-line bg-surface"
          />
        ) : (
          <ul className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
            {items.map((account) => (
              <PosRow key={account.id} account={account} hasSandbox={hasSandbox} />
            ))}
          </ul>
        )}
        {items.length > 0 && (
          <p className="text-13">
            <AreaLink to={adminPosRulesPath} className="tap text-brand-ink underline">
              {t('administration.posRules.title')}
            </AreaLink>{' '}
            <span className="text-ink-2">{t('administration.posRules.link')}</span>
          </p>
        )}
        <InstallmentLimits loaded={limits} />
      </div>
    </AdminFrame>
  )
}

function PosRow({ account, hasSandbox }: { account: ListedPos; hasSandbox: boolean }) {
  const { t, formatMoney } = useTranslation()
  const { id, code, name, adapter, mode, bank, families, installments, currency } = account
  const textOf = (key: string, facts: Record<string, string | number> = {}) => t(`administration.pos.${key}`, facts)
  const facts = [
    textOf(`adapters.${adapter}`),
    textOf(`modes.${mode}`),
    ...(bank === null ? [] : [bank]),
    ...(families.length === 0 ? [] : [families.join(', ')]),
    installments === 1 ? textOf('singleOnly') : textOf('upTo', { number: installments }),
    ...(account.minAmount === null ? [] : [textOf('from', { amount: formatMoney(account.minAmount, currency) })]),
    ...(account.maxAmount === null ? [] : [textOf('most', { amount: formatMoney(account.maxAmount, currency) })]),
    currency,
  ]
  return (
    <li
      data-testid={`pos-${code}`}
      className="relative flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-t-0 hover:bg-hover"
    >
      {account.logo !== null && (
        <img src={account.logo} alt="" className="h-8 w-auto max-w-24 rounded-badge bg-photo object-contain p-0.5" />
      )}
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-semibold [overflow-wrap:anywhere]">
          <AreaLink to={adminPosPath(id)} className="after:absolute after:inset-0 hover:underline">
            {name}
          </AreaLink>
          <span className="code text-12 font-normal text-ink-2">{code}</span>
        </p>
        <p className="text-12 text-ink-2">{facts.join(' · ')}</p>
      </div>
      <p className="flex flex-wrap items-center gap-1.5">
        {account.isDefault && <Badge tone="brand">{textOf('default')}</Badge>}
        <PosBadges account={account} environment={account.environment} hasSandbox={hasSandbox} />
      </p>
    </li>
  )
}
