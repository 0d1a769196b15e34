import { approveRuleProposal, declineRuleProposal, type RuleProposal } from '#contract/admin/rule-proposals.ts'
import { adminDealerGroupPath, adminPriceRulePath } from '#contract/core/admin-pages.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { AreaLink } from '#web/administration/area-link.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { Moment } from '#web/app/moment.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button } from '#web/ui/form/button.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { useRuleTexts } from './rule-texts.ts'

/** Changes of rules and groups that wait for a second person; nothing without any. */
export function RuleProposals({ proposals }: { proposals: readonly RuleProposal[] }) {
  const { t } = useTranslation()
  if (proposals.length === 0) return null
  return (
    <AdminPanel title={t('priceLists.second.title')}>
      <ul className="-my-2 divide-y divide-line">
        {proposals.map((proposal) => (
          <Proposal key={proposal.id} proposal={proposal} />
        ))}
      </ul>
    </AdminPanel>
  )
}

/** Dealers that a row names; the others are counted. */
const namedDealers = 10

/** Whoever requested the change can only withdraw it. */
function Proposal({ proposal }: { proposal: RuleProposal }) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const { isBusy, run } = useAdminCall()
  const { id, kind, rule, isActive, group, stamp } = proposal
  const isOwn = proposal.userId === user?.id
  const params = { id: String(id) }
  const action = kind === 'switch' ? (isActive === true ? 'switchOn' : 'switchOff') : kind

  async function approve(): Promise<void> {
    if ((await run(approveRuleProposal, { params, body: { stamp } })) !== null) {
      notify.success(t('priceLists.second.approved'), { id: 'proposal' })
    }
  }
  async function decline(): Promise<void> {
    if ((await run(declineRuleProposal, { params })) !== null) {
      notify.success(t('priceLists.second.declined'), { id: 'proposal' })
    }
  }
  return (
    <li data-testid="rule-proposal" className="flex flex-wrap items-start gap-x-4 gap-y-2 py-2.5 text-13">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1">
        <p className="[overflow-wrap:anywhere]">
          <AreaLink
            to={rule === null ? adminDealerGroupPath(group?.id ?? 0) : adminPriceRulePath(rule.id)}
            className="font-medium text-brand-ink hover:underline"
          >
            {rule?.name ?? group?.name}
          </AreaLink>
          {` · ${t(`priceRules.second.${action}`)}`}
        </p>
        <Content proposal={proposal} />
        <p className="text-12 text-ink-2">
          {isOwn ? t('priceLists.second.own') : t('priceLists.second.by', { name: proposal.user })} ·{' '}
          <Moment date={proposal.requestedAt} />
        </p>
      </div>
      <MayChange>
        <div className="flex flex-wrap gap-2">
          {!isOwn && (
            <Button variant="solid" size="card" busy={isBusy} onClick={() => void approve()}>
              {t('priceLists.second.approve')}
            </Button>
          )}
          <Button size="card" busy={isBusy} onClick={() => void decline()}>
            {t(isOwn ? 'priceLists.second.withdraw' : 'priceLists.second.decline')}
          </Button>
        </div>
      </MayChange>
    </li>
  )
}

/** What is approved: the changed fields, the rule that is switched or deleted, or the dealers. */
function Content({ proposal: { changes, rule, dealers } }: { proposal: RuleProposal }) {
  const { t, formatQuantity } = useTranslation()
  const { dealersOf, goodsOf, valueOf, daysOf } = useRuleTexts()
  if (rule === null) {
    const more = dealers.length - namedDealers
    const shown = dealers.slice(0, namedDealers).join(', ')
    return (
      <p className="[overflow-wrap:anywhere]">
        {more > 0 ? t('priceRules.second.more', { names: shown, count: formatQuantity(more) }) : shown}
      </p>
    )
  }
  if (changes.length === 0) {
    const parts = [dealersOf(rule), goodsOf(rule), valueOf(rule), daysOf(rule)]
    return <p className="[overflow-wrap:anywhere]">{parts.join(' · ')}</p>
  }
  const shown = (field: string, value: string) => {
    if (field === 'kind') return t(`priceRules.kinds.${value}`)
    if (value === 'true' || value === 'false') return t(value === 'true' ? 'priceRules.yes' : 'priceRules.no')
    return value === '' ? '–' : value
  }
  return (
    <ul className="flex flex-col gap-0.5">
      {changes.map(({ field, before, after }) => (
        <li key={field} className="[overflow-wrap:anywhere]">
          {`${t(`priceRules.fields.${field}`)}: ${shown(field, before)} → `}
          <span className="font-medium">{shown(field, after)}</span>
        </li>
      ))}
    </ul>
  )
}
