import type { PriceRuleList } from '#contract/admin/price-rules.ts'
import { adminPriceRulePath, adminPriceRulesPath } from '#contract/core/admin-pages.ts'
import { urlOf } from '#contract/core/endpoint.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { AreaLink } from '#web/administration/area-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { RuleStateBadge } from './rule-state-badge.tsx'
import { useRuleTexts } from './rule-texts.ts'

/** Rules that a panel shows; the others are in the list. */
export const rulesShown = 10

/** The price rules that apply to the dealer, group or product that the list was narrowed to. */
export function RulesPanel({ rules: { items, total, dealer, group, product } }: { rules: PriceRuleList }) {
  const { t, formatQuantity } = useTranslation()
  const { dealersOf, goodsOf, valueOf, daysOf } = useRuleTexts()
  const isDealer = dealer !== '' || group !== ''
  const about = group !== '' ? 'ofGroup' : isDealer ? 'ofDealer' : 'ofProduct'
  return (
    <AdminPanel
      title={`${t(`priceRules.${about}.title`)} (${formatQuantity(total)})`}
      end={
        total > 0 && (
          <AreaLink
            isAction
            to={urlOf(adminPriceRulesPath, {}, { dealer, group, product })}
            className={buttonClasses('outline', 'md')}
          >
            {t('priceRules.toList')}
          </AreaLink>
        )
      }
    >
      {items.length === 0 ? (
        <p className="text-ink-2">{t(`priceRules.${about}.none`)}</p>
      ) : (
        <ul className="-my-2 divide-y divide-line text-13">
          {items.map((rule) => (
            <li
              key={rule.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_9rem_10.5rem_5.5rem]"
            >
              <span className="flex min-w-0 basis-full flex-wrap items-center gap-x-2 gap-y-1">
                <AreaLink
                  to={adminPriceRulePath(rule.id)}
                  className="font-medium text-brand-ink [overflow-wrap:anywhere] hover:underline"
                >
                  {rule.name}
                </AreaLink>
                <Badge>{t(`priceRules.kinds.${rule.kind}`)}</Badge>
              </span>
              <span className="min-w-0 max-lg:basis-full text-ink-2 [overflow-wrap:anywhere]">
                {isDealer ? goodsOf(rule) : dealersOf(rule)}
              </span>
              <span className="font-medium tabular-nums">{valueOf(rule)}</span>
              <span className="text-ink-2">{daysOf(rule)}</span>
              <span>
                <RuleStateBadge state={rule.state} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </AdminPanel>
  )
}
