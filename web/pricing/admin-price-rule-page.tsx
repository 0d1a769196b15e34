import '#web/app/page-words.ts'
import { useRevalidator } from 'react-router'
import {
  changePriceRule,
  createPriceRule,
  getPriceRule,
  getPriceRuleForm,
  type PriceRuleChoices,
  type PriceRuleDetail,
  type PriceRuleValues,
} from '#contract/admin/price-rules.ts'
import { adminPriceRulePath, adminPriceRulesPath } from '#contract/core/admin-pages.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { BackTo } from '#web/administration/admin-panel.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { useSavedForm } from '#web/administration/use-saved-form.ts'
import { call } from '#web/app/data/call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-price-rule-page.ts'
import { DeleteRule, RuleActions } from './rule-actions.tsx'
import { RuleForm } from './rule-form.tsx'
import { RuleOverlaps } from './rule-overlaps.tsx'
import { RuleStateBadge } from './rule-state-badge.tsx'

type Loaded = { choices: PriceRuleChoices; rule: PriceRuleDetail | null }

async function load(api: ServerCall, { params: { id } }: PageLocation<Route.LoaderArgs>): Promise<Loaded> {
  const [choices, rule] = await Promise.all([
    api(getPriceRuleForm),
    id === 'yeni' ? null : api(getPriceRule, { params: { id } }),
  ])
  return { choices, rule }
}

export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

const emptyRule: PriceRuleValues = {
  code: '',
  name: '',
  kind: 'agreement',
  dealer: '',
  group: '',
  region: '',
  product: '',
  brand: '',
  category: '',
  priceList: '',
  price: '',
  currency: '',
  chain: '',
  minQuantity: '',
  unit: '',
  startsOn: '',
  endsOn: '',
  priority: '0',
  stops: false,
  keepsDiscount: false,
  isActive: true,
}

/** A price rule, or a new one. */
export default function AdminPriceRulePage({ loaderData: { choices, rule }, params: { id } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const title = rule?.values.name ?? t('priceRules.new')
  return (
    <AdminFrame title={<BackTo to={adminPriceRulesPath}>{t('administration.priceRules.title')}</BackTo>}>
      <PageHead
        title={title}
        description={t('administration.priceRules.description')}
        canonical={adminPriceRulesPath}
        noIndex
      />
      <div key={id} className="flex max-w-300 flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="text-18 font-semibold [overflow-wrap:anywhere]">{title}</h1>
          {rule !== null && <RuleStateBadge state={rule.state} />}
          {rule !== null && (
            <MayChange>
              <RuleActions rule={rule} />
            </MayChange>
          )}
        </div>
        {rule === null ? <NewRule choices={choices} /> : <SavedRule choices={choices} rule={rule} />}
      </div>
    </AdminFrame>
  )
}

function NewRule({ choices }: { choices: PriceRuleChoices }) {
  const { t } = useTranslation()
  const form = useSavedForm<PriceRuleValues>({
    saved: emptyRule,
    save: async (_before, values) => ({
      to: adminPriceRulePath((await call(createPriceRule, { body: { values } })).id),
    }),
    reload: () => Promise.resolve(emptyRule),
    doneText: t('priceRules.created'),
  })
  return <RuleForm form={form} choices={choices} saveLabel={t('priceRules.create')} />
}

function SavedRule({ choices, rule }: { choices: PriceRuleChoices; rule: PriceRuleDetail }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const params = { id: String(rule.id) }
  // Switched by an action of its own.
  const { isActive } = rule.values
  const form = useSavedForm<PriceRuleValues>({
    saved: rule.values,
    async save(before, values) {
      const body = { before: { ...before, isActive }, values: { ...values, isActive } }
      const changed = await call(changePriceRule, { params, body })
      // The state and the overlaps are shown above the form.
      await revalidate()
      return changed
    },
    reload: async () => (await call(getPriceRule, { params })).values,
    doneText: t('priceRules.saved'),
  })
  return (
    <>
      <RuleOverlaps overlaps={rule.overlaps} />
      <RuleForm form={form} choices={choices} />
      <MayChange>
        <DeleteRule rule={rule} />
      </MayChange>
    </>
  )
}
