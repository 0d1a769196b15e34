import '#web/app/page-words.ts'
import { Plus } from 'lucide-react'
import { AreaLink } from '#web/administration/area-link.tsx'
import {
  changeDealer,
  createDealer,
  type DealerDetail,
  type DealerValues,
  getDealer,
  getDealerForm,
} from '#contract/admin/dealers.ts'
import { listDealersAddresses } from '#contract/admin/addresses.ts'
import type { StoredAddress } from '#contract/shop/addresses.ts'
import { pages } from '#contract/core/pages.ts'
import { adminDealerPath, adminStatementPath, adminUserPath } from '#contract/core/record-paths.ts'
import { type DealerChoice, getDealerRepresentative } from '#contract/admin/representatives.ts'
import { getVisitor } from '#contract/core/visitor.ts'
import { listPriceRules, type PriceRuleList } from '#contract/admin/price-rules.ts'
import { listAllUsers, type ListedUser } from '#contract/admin/users.ts'
import { RulesPanel, rulesShown } from '#web/pricing/rules-panel.tsx'
import { DealerRepresentative } from '#web/representatives/dealer-representative.tsx'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { call } from '#web/app/data/call.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-dealer-page.ts'
import { AdminPanel, BackTo } from '#web/administration/admin-panel.tsx'
import { Balance } from '#web/account/balance.tsx'
import { DealerAddresses } from '#web/account/addresses/dealer-addresses.tsx'
import { DealerForm } from './dealer-form.tsx'
import { DealerState, overdueOf } from './dealers-table.tsx'
import { peoplePath } from './people-path.ts'
import { StateSwitch } from './state-switch.tsx'
import { UsersTable } from './users-table.tsx'
import { useSavedForm } from '#web/administration/use-saved-form.ts'
import { MayChange } from '#web/administration/may-change.tsx'

/** Number of users shown on a dealer's page. */
const usersShown = 100

type Loaded = {
  choices: Pick<DealerDetail, 'priceLists' | 'groups'>
  dealer: DealerDetail | null
  users: ListedUser[]
  total: number
  /** Null for staff who do not see the sales team. */
  choice: DealerChoice | null
  addresses: { items: StoredAddress[] }
  /** Null for staff who do not see prices. */
  rules: PriceRuleList | null
}

async function load(api: ServerCall, { params: { id } }: PageLocation<Route.LoaderArgs>): Promise<Loaded> {
  if (id === 'yeni')
    return {
      choices: await api(getDealerForm),
      ...{ dealer: null, users: [], total: 0, choice: null, addresses: { items: [] }, rules: null },
    }
  const { user } = await api(getVisitor)
  const [dealer, { items, total }, choice, addresses] = await Promise.all([
    api(getDealer, { params: { id } }),
    api(listAllUsers, { query: { dealer: id, limit: String(usersShown) } }),
    user?.permissions.includes('sales:read') === true ? api(getDealerRepresentative, { params: { id } }) : null,
    api(listDealersAddresses, { params: { id } }),
  ])
  const query = { dealer: dealer.values.code, limit: String(rulesShown) }
  const rules = user?.permissions.includes('prices:read') === true ? await api(listPriceRules, { query }) : null
  return { choices: dealer, dealer, users: items, total, choice, addresses, rules }
}

export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

const emptyDealer: DealerValues = {
  code: '',
  name: '',
  contactName: '',
  email: '',
  phone: '',
  address: '',
  district: '',
  city: '',
  taxOffice: '',
  taxNumber: '',
  region: '',
  representative: '',
  priceList: '',
  group: '',
  discount: '0,00',
  riskLimit: '0,00',
  riskMode: 'order',
  ratePolicy: 'order_day',
  fixedRates: '',
  ratesUntil: '',
  carrierPayer: 'store',
  branches: [],
}

/** A dealer with its users, or a new dealer. */
export default function AdminDealerPage({ loaderData, params: { id } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { dealer } = loaderData
  const title = dealer?.values.name ?? t('people.dealers.new')
  return (
    <AdminFrame title={<BackTo to={pages.adminDealers}>{t('people.dealers.title')}</BackTo>}>
      <PageHead title={title} description={t('people.dealers.description')} canonical={pages.adminDealers} noIndex />
      <div key={id} className="flex max-w-300 flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="text-18 font-semibold [overflow-wrap:anywhere]">{title}</h1>
          {dealer !== null && <DealerState dealer={dealer} />}
        </div>
        {dealer === null ? (
          <NewDealer choices={loaderData.choices} />
        ) : (
          <ExistingDealer
            dealer={dealer}
            users={loaderData.users}
            total={loaderData.total}
            choice={loaderData.choice}
            addresses={loaderData.addresses}
            rules={loaderData.rules}
          />
        )}
      </div>
    </AdminFrame>
  )
}

function NewDealer({ choices }: Pick<Loaded, 'choices'>) {
  const { t } = useTranslation()
  const form = useSavedForm<DealerValues>({
    saved: emptyDealer,
    save: async (_before, values) => ({ to: adminDealerPath((await call(createDealer, { body: { values } })).id) }),
    reload: () => Promise.resolve(emptyDealer),
    doneText: t('people.dealers.created'),
  })
  return <DealerForm form={form} choices={choices} saveLabel={t('people.dealers.create')} />
}

type ExistingDealerProps = Pick<Loaded, 'users' | 'total' | 'choice' | 'addresses' | 'rules'> & { dealer: DealerDetail }

function ExistingDealer({ dealer, users, total, choice, addresses, rules }: ExistingDealerProps) {
  const { t, formatMoney } = useTranslation()
  const params = { id: String(dealer.id) }
  const overdue = overdueOf(dealer)
  const form = useSavedForm<DealerValues>({
    saved: dealer.values,
    save: (before, values) => call(changeDealer, { params, body: { before, values } }),
    reload: async () => (await call(getDealer, { params })).values,
    doneText: t('people.saved'),
  })
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 text-13">
        <div className="flex gap-2">
          <dt className="text-ink-2">{t('people.dealers.facts.balance')}</dt>
          <dd className="flex flex-wrap gap-x-4 font-medium tabular-nums">
            {[{ value: dealer.balance, currency: 'TRY' }, ...dealer.foreignBalances].map((account) => (
              <Balance key={account.currency} {...account} />
            ))}
          </dd>
        </div>
        <div className="flex gap-2">
          <dt className="text-ink-2">{t('people.dealers.facts.overdueBalance')}</dt>
          <dd className="flex flex-wrap gap-x-4 font-medium tabular-nums">
            {(overdue.length > 0 ? overdue : [{ value: 0, currency: 'TRY' }]).map(({ value, currency }) => (
              <span key={currency}>{formatMoney(value, currency)}</span>
            ))}
          </dd>
        </div>
      </dl>
      <DealerLinks id={dealer.id} code={dealer.values.code} />
      <DealerForm form={form} choices={dealer} />
      {rules !== null && <RulesPanel rules={rules} />}
      {choice !== null && <DealerRepresentative key={choice.chosen} id={dealer.id} choice={choice} />}
      <DealerAddresses dealerId={dealer.id} loaded={addresses} />
      <AdminPanel
        title={t('people.users.title')}
        end={
          <MayChange>
            <AreaLink
              isAction
              to={`${adminUserPath('yeni')}?dealer=${encodeURIComponent(dealer.values.code)}`}
              className={buttonClasses('outline', 'md')}
            >
              <Plus size={16} aria-hidden="true" /> {t('people.users.add')}
            </AreaLink>
          </MayChange>
        }
      >
        {users.length === 0 ? <p className="text-ink-2">{t('people.users.empty')}</p> : <UsersTable items={users} />}
        {total > users.length && (
          <AreaLink isAction to={peoplePath(pages.adminUsers, { dealer })} className={buttonClasses('outline', 'card')}>
            {t('people.users.all')}
          </AreaLink>
        )}
      </AdminPanel>
      <StateSwitch kind="dealer" id={dealer.id} name={dealer.values.name} isDisabled={dealer.isDisabled} />
    </>
  )
}

/** The dealer's records in the lists of the administration. */
function DealerLinks({ id, code }: { id: number; code: string }) {
  const { t } = useTranslation()
  const dealer = encodeURIComponent(code)
  const lists = [
    [adminStatementPath(id), 'statement.title'],
    [`${pages.adminOrders}?dealer=${dealer}`, 'administration.nav.orders'],
    [`${pages.adminOffers}?dealer=${dealer}`, 'administration.nav.offers'],
    [`${pages.adminPayments}?q=${dealer}`, 'administration.nav.payments'],
  ] as const
  return (
    <nav aria-label={t('people.dealers.records')} className="flex flex-wrap gap-2">
      {lists.map(([to, name]) => (
        <AreaLink isAction key={to} to={to} className={buttonClasses('outline', 'card')}>
          {t(name)}
        </AreaLink>
      ))}
    </nav>
  )
}
