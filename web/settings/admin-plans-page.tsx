import { adminPlansPath } from '#contract/core/admin-pages.ts'
import '#web/app/page-words.ts'
import { listEarlyPayment } from '#contract/admin/early-payment.ts'
import { listPlans, type ManagedPlan, maxDueDays } from '#contract/admin/plans.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-plans-page.ts'
import { useLeaveQuestion } from '#web/administration/use-leave-question.ts'
import { MayChange, ReadOnlyFields } from '#web/administration/may-change.tsx'
import { EarlyPayment } from './early-payment.tsx'
import { type Plans, usePlans } from './use-plans.ts'

const load = async (api: ServerCall) => {
  const [plans, early] = await Promise.all([api(listPlans), api(listEarlyPayment)])
  return { plans, early }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The five payment plans; each is a price column. */
export default function AdminPlansPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const plans = usePlans(loaderData.plans)
  useLeaveQuestion(plans.isChanged)
  const title = t('administration.plans.title')
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead title={title} description={t('administration.plans.text')} canonical={adminPlansPath} noIndex />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void plans.save()
        }}
        className="flex max-w-300 flex-col gap-3"
      >
        <p className="text-13 text-ink-2">
          {t('administration.plans.text')} {t('administration.plans.dueDaysHint')}
        </p>
        {plans.hasConflict && <ConflictNote savedPlans={plans.savedPlans} />}
        <ReadOnlyFields>
          <ul className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
            {plans.items.map((plan) => (
              <PlanRow key={plan.key} plan={plan} plans={plans} />
            ))}
          </ul>
        </ReadOnlyFields>
        <MayChange>
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="outline" size="lg" disabled={!plans.isChanged} onClick={plans.discard}>
              {t('settings.screen.discard')}
            </Button>
            <Button type="submit" variant="solid" size="lg" busy={plans.isSaving} disabled={!plans.isChanged}>
              {t(plans.hasConflict ? 'settings.screen.keepMine' : 'settings.screen.save')}
            </Button>
          </div>
        </MayChange>
      </form>
      <EarlyPayment loaded={loaderData.early} />
    </AdminFrame>
  )
}

/** What another user has saved since, next to what is typed. */
function ConflictNote({ savedPlans }: { savedPlans: readonly ManagedPlan[] }) {
  const { t } = useTranslation()
  const enabledPlans = savedPlans.filter(({ isEnabled }) => isEnabled)
  const names = enabledPlans.map(({ name, isDefault }) =>
    isDefault ? `${name} (${t('administration.plans.default')})` : name,
  )
  return (
    <MessageStrip tone="warning" role="alert">
      {t('administration.plans.late', { plans: names.join(', ') || t('administration.plans.noneUsed') })}
    </MessageStrip>
  )
}

/** Whole days; other characters are not typed. */
const daysOf = (typed: string, before: number | null | undefined): number | null => {
  const text = typed.trim()
  if (text === '') return null
  return /^\d{1,4}$/.test(text) ? Number(text) : (before ?? null)
}

const isDueDays = (days: number | null | undefined): boolean => days == null || days <= maxDueDays

function PlanRow({ plan, plans }: { plan: ManagedPlan; plans: Plans }) {
  const { t } = useTranslation()
  const { key, name, isEnabled, isDefault, isVirtual, dueDays } = plan
  const change = (part: Partial<ManagedPlan>) => plans.change(key, part)
  const textOf = (word: string) => t(`administration.plans.${word}`)
  const label = (word: string) => `${key}: ${textOf(word)}`
  return (
    <li
      data-testid={`plan-${key}`}
      className="flex flex-wrap items-start gap-x-6 gap-y-2 border-t border-line px-4 py-3 first:border-t-0"
    >
      <TextField
        label={textOf('name')}
        note={<span className="code text-12">{key}</span>}
        error={plans.errors[key]}
        maxLength={60}
        autoComplete="off"
        value={name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        className="min-w-0 flex-1 basis-60"
      />
      <TextField
        label={textOf('dueDays')}
        error={isDueDays(dueDays) ? undefined : textOf('dueDaysWrong')}
        inputMode="numeric"
        autoComplete="off"
        disabled={isVirtual}
        value={dueDays ?? ''}
        onChange={({ currentTarget: { value } }) => change({ dueDays: daysOf(value, dueDays) })}
        className="w-40"
      />
      <div className="flex flex-wrap gap-x-6 gap-y-1 sm:pt-8">
        <Switch
          isOn={isEnabled}
          aria-label={label('used')}
          onChange={(isOn) => change({ isEnabled: isOn, ...(!isOn && { isDefault: false }) })}
        >
          {textOf('used')}
        </Switch>
        <Switch
          isOn={isDefault}
          aria-label={label('default')}
          onChange={(isOn) => change({ isDefault: isOn, ...(isOn && { isEnabled: true }) })}
        >
          {textOf('default')}
        </Switch>
        <Switch isOn={isVirtual} aria-label={label('virtual')} onChange={(isOn) => change({ isVirtual: isOn })}>
          {textOf('virtual')}
        </Switch>
      </div>
    </li>
  )
}
