import '#web/app/page-words.ts'
import { FileUp, Plus } from 'lucide-react'
import { AreaLink } from '#web/administration/area-link.tsx'
import {
  getPriceRuleForm,
  type ListedPriceRule,
  listPriceRules,
  type PriceRuleChoices,
  priceRuleStates,
} from '#contract/admin/price-rules.ts'
import { listRuleProposals } from '#contract/admin/rule-proposals.ts'
import { adminFileImportsPath, adminPriceRulePath, adminPriceRulesPath } from '#contract/core/admin-pages.ts'
import { ruleKinds } from '#domain/pricing/price-rule.ts'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { queryOf } from '#web/administration/list-address.ts'
import { FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { ListSum, ListSums } from '#web/administration/list-sums.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { cardRow } from '#web/ui/card-table.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-price-rules-page.ts'
import { KindsGuide } from './kinds-guide.tsx'
import { RuleProposals } from './rule-proposals.tsx'
import { RuleStateBadge } from './rule-state-badge.tsx'
import { useRuleTexts } from './rule-texts.ts'

const place: ListPlace = {
  page: adminPriceRulesPath,
  names: ['q', 'kind', 'state', 'dealer', 'group', 'product', 'brand', 'category'],
  sort: 'name',
}

async function load(api: ServerCall, { url }: PageLocation) {
  const [list, choices, proposals] = await Promise.all([
    api(listPriceRules, queryOf(url, place.names)),
    api(getPriceRuleForm),
    api(listRuleProposals),
  ])
  return { list, choices, proposals }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** All price rules. */
export default function AdminPriceRulesPage({ loaderData: { list, choices, proposals } }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  return (
    <ListFrame
      place={place}
      list={list}
      noun="priceRules"
      filter={<RulesFilter list={list} choices={choices} />}
      head={
        <>
          <RuleProposals proposals={proposals.items} />
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <ListSums>
              <ListSum name={t('administration.priceRules.count')}>{formatQuantity(list.total)}</ListSum>
            </ListSums>
            <div className="flex flex-wrap gap-2">
              <ExportButtons name="priceRules" place={place} list={list} />
              <MayChange>
                <AreaLink
                  isAction
                  to={adminFileImportsPath('price_rules')}
                  className={buttonClasses('outline', 'card')}
                >
                  <FileUp size={16} aria-hidden="true" /> {t('administration.priceRules.import')}
                </AreaLink>
              </MayChange>
              <MayChange>
                <AreaLink isAction to={adminPriceRulePath('yeni')} className={buttonClasses('solid', 'card')}>
                  <Plus size={16} aria-hidden="true" /> {t('administration.priceRules.add')}
                </AreaLink>
              </MayChange>
            </div>
          </div>
        </>
      }
      guide={<KindsGuide />}
    >
      <ListTable place={place} list={list} columns={columns} noun="priceRules">
        {list.items.map((rule) => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
      </ListTable>
    </ListFrame>
  )
}

type RulesFilterProps = { list: Route.ComponentProps['loaderData']['list']; choices: PriceRuleChoices }

function RulesFilter({ list, choices: { groups, brands, categories } }: RulesFilterProps) {
  const { t } = useTranslation()
  const text = (name: string) => t(`administration.priceRules.filter.${name}`)
  return (
    <ListFilter place={place} list={list} label={text('label')}>
      <FilterText name="q" label={text('q')} value={list.q} />
      <FilterSelect name="kind" label={text('kind')} value={list.kind}>
        <option value="">{text('all')}</option>
        {ruleKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`priceRules.kinds.${kind}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect name="state" label={text('state')} value={list.state}>
        <option value="">{text('all')}</option>
        {priceRuleStates.map((state) => (
          <option key={state} value={state}>
            {t(`priceRules.states.${state}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterText name="dealer" label={text('dealer')} value={list.dealer} />
      {(groups.length > 0 || list.group !== '') && (
        <FilterSelect name="group" label={text('group')} value={list.group}>
          <option value="">{text('all')}</option>
          {groups.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </FilterSelect>
      )}
      <FilterText name="product" label={text('product')} value={list.product} />
      <FilterSelect name="brand" label={text('brand')} value={list.brand === null ? null : String(list.brand)}>
        <option value="">{text('all')}</option>
        {brands.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect
        name="category"
        label={text('category')}
        value={list.category === null ? null : String(list.category)}
      >
        <option value="">{text('all')}</option>
        {categories.map(({ id, name, depth }) => (
          <option key={id} value={id}>
            {'\u00a0\u00a0'.repeat(depth)}
            {name}
          </option>
        ))}
      </FilterSelect>
    </ListFilter>
  )
}

const columns: readonly Column[] = [
  { name: 'name', sort: 'name', className: 'w-1/6 pl-4' },
  { name: 'kind', sort: 'kind' },
  { name: 'dealers' },
  { name: 'goods', className: 'w-1/4' },
  { name: 'value' },
  { name: 'days', sort: 'start' },
  { name: 'priority', sort: 'priority', align: 'right' },
  { name: 'state', className: 'pr-4' },
]

function RuleRow({ rule }: { rule: ListedPriceRule }) {
  const { t, formatQuantity } = useTranslation()
  const { dealersOf, goodsOf, valueOf, daysOf } = useRuleTexts()
  const { id, code, name, kind, state, priority } = rule
  return (
    <tr data-testid="price-rule" className={`${cardRow.xl} max-xl:grid-cols-[1fr_auto]`}>
      <Cell className="[overflow-wrap:anywhere] max-xl:px-0 xl:min-w-40 xl:pl-4">
        {/* The whole row links to the rule. */}
        <AreaLink
          to={adminPriceRulePath(id)}
          className="font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {name}
        </AreaLink>
        {code !== null && <span className="code block text-12 text-ink-2">{code}</span>}
      </Cell>
      <Cell className="max-xl:order-3 max-xl:px-0 max-xl:text-ink-2 xl:whitespace-nowrap">
        {t(`priceRules.kinds.${kind}`)}
      </Cell>
      <Cell className="[overflow-wrap:anywhere] max-xl:order-5 max-xl:col-span-2 max-xl:px-0 xl:min-w-32">
        {dealersOf(rule)}
      </Cell>
      <Cell className="[overflow-wrap:anywhere] max-xl:order-6 max-xl:col-span-2 max-xl:px-0 max-xl:text-ink-2 xl:min-w-40">
        {goodsOf(rule)}
      </Cell>
      <Cell className="font-medium tabular-nums max-xl:order-4 max-xl:px-0 max-xl:text-right">{valueOf(rule)}</Cell>
      <Cell className="max-xl:order-7 max-xl:col-span-2 max-xl:px-0 max-xl:text-ink-2 xl:min-w-28">{daysOf(rule)}</Cell>
      <Cell align="right" className="tabular-nums max-xl:hidden">
        {formatQuantity(priority)}
      </Cell>
      <Cell className="max-xl:order-2 max-xl:px-0 max-xl:text-right xl:pr-4">
        <RuleStateBadge state={state} />
      </Cell>
    </tr>
  )
}
