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
import { listRuleProposals, type RuleProposal } from '#contract/admin/rule-proposals.ts'
import { adminPriceRulePath, adminPriceRulesPath } from '#contract/core/admin-pages.ts'
import { MayChange } from '#web/administration/may-change.tsx'
import { useSavedForm } from '#web/administration/use-saved-form.ts'
import { call } from '#web/app/data/call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-price-rule-page.ts'
import { DeleteRule, RuleActions } from './rule-actions.tsx'
import { RuleForm } from './rule-form.tsx'
import { PassedFloor, RuleConflict, RuleCosts, RuleOverlaps } from './rule-overlaps.tsx'
import { RuleProposals } from './rule-proposals.tsx'
import { RulePage } from './rule-page.tsx'

type Loaded = { choices: PriceRuleChoices; rule: PriceRuleDetail | null; proposals: readonly RuleProposal[] }

async function load(api: ServerCall, { params: { id } }: PageLocation<Route.LoaderArgs>): Promise<Loaded> {
  const [choices, rule, proposals] = await Promise.all([
    api(getPriceRuleForm),
    id === 'yeni' ? null : api(getPriceRule, { params: { id } }),
    api(listRuleProposals),
  ])
  return { choices, rule, proposals: proposals.items.filter((proposal) => proposal.rule?.id === rule?.id) }
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
  aboveCost: '',
  minQuantity: '',
  quantity: '',
  periodDays: '',
  unit: '',
  startsOn: '',
  endsOn: '',
  priority: '0',
  stops: false,
  keepsDiscount: false,
  isActive: true,
}

/** A price rule, or a new one. */
export default function AdminPriceRulePage({ loaderData, params: { id } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { choices, rule, proposals } = loaderData
  const title = rule?.values.name ?? t('priceRules.new')
  const list = {
    path: adminPriceRulesPath,
    title: t('administration.priceRules.title'),
    description: t('administration.priceRules.description'),
  }
  return (
    <RulePage
      key={id}
      list={list}
      title={title}
      state={rule?.state ?? null}
      actions={rule !== null && <RuleActions rule={rule} />}
    >
      {rule !== null && <RuleProposals proposals={proposals} />}
      {rule === null ? <NewRule choices={choices} /> : <SavedRule choices={choices} rule={rule} />}
    </RulePage>
  )
}

function NewRule({ choices }: { choices: PriceRuleChoices }) {
  const { t } = useTranslation()
  const form = useSavedForm<PriceRuleValues>({
    saved: emptyRule,
    async save(_before, values) {
      const { id, isWaiting } = await call(createPriceRule, { body: { values } })
      return { to: adminPriceRulePath(id), ...(isWaiting && { doneText: t('priceRules.second.created') }) }
    },
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
      return changed.isWaiting ? { values: changed.values, doneText: t('priceLists.second.waits') } : changed
    },
    reload: async () => (await call(getPriceRule, { params })).values,
    doneText: t('priceRules.saved'),
  })
  return (
    <>
      <RuleOverlaps overlaps={rule.overlaps} />
      <RuleConflict conflict={rule.conflict} />
      <RuleCosts costs={rule.costs} />
      <PassedFloor passesFloor={rule.passesFloor} />
      <RuleForm form={form} choices={choices} />
      <MayChange>
        <DeleteRule rule={rule} />
      </MayChange>
    </>
  )
}
