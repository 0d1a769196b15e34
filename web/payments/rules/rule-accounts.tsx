import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { type PosRuleAccount, shareBases } from '#contract/admin/pos-rules.ts'
import { ruleTargets } from '#domain/payments/pos-rules.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { Choice } from './rule-choices.tsx'
import type { RuleFields } from './rule-fields.ts'

/** A rule or account at the end of its list cannot move on. */
const faint = 'disabled:opacity-40'

type RuleAccountsProps = { form: RuleFields; accounts: readonly PosRuleAccount[] }

/** The accounts that a rule chooses from, and how. */
export function RuleAccounts({ form, accounts }: RuleAccountsProps) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  const textOf = (key: string) => t(`administration.posRules.${key}`)
  const chosen = values.accounts
  const addAccount = (id: number) => set({ accounts: [...chosen, { id, share: '' }] })
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 text-14 font-semibold">{textOf('parts.accounts')}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Choice
          label={textOf('fields.target')}
          hint={textOf(`hints.${values.target}`)}
          value={values.target}
          options={ruleTargets.map((kind) => [kind, textOf(`targets.${kind}`)])}
          onChange={(target) => set({ target })}
        />
        {values.target === 'shares' && (
          <Choice
            label={textOf('fields.shareBy')}
            hint={textOf('hints.shareBy')}
            value={values.shareBy}
            options={shareBases.map((kind) => [kind, textOf(`shareBy.${kind}`)])}
            onChange={(shareBy) => set({ shareBy })}
          />
        )}
      </div>
      <ol className="flex flex-col gap-2">
        {chosen.map(({ id }, at) => (
          <AccountRow key={id} form={form} at={at} account={accounts.find((account) => account.id === id)} />
        ))}
      </ol>
      <Select
        size="lg"
        className="self-start"
        aria-label={textOf('addAccount')}
        value=""
        onChange={({ target }) => target.value !== '' && addAccount(Number(target.value))}
      >
        <option value="">{textOf('addAccount')}</option>
        {accounts
          .filter(({ id }) => !chosen.some((each) => each.id === id))
          .map(({ id, name, currency }) => (
            <option key={id} value={id}>
              {`${name} · ${currency}`}
            </option>
          ))}
      </Select>
      {errors['accounts'] !== undefined && <p className="-mt-2 text-12 text-danger">{errors['accounts']}</p>}
    </fieldset>
  )
}

type AccountRowProps = { form: RuleFields; at: number; account: PosRuleAccount | undefined }

function AccountRow({ form: { values, errors, set }, at, account }: AccountRowProps) {
  const { t } = useTranslation()
  const { accounts, target } = values
  const own = accounts[at]
  if (own === undefined) return null
  const name = account?.name ?? String(own.id)
  const textOf = (key: string) => t(`administration.posRules.${key}`, { name })
  const error = errors[`share-${own.id}`]

  function move(step: -1 | 1): void {
    const others = accounts.filter((_, i) => i !== at)
    if (own !== undefined) set({ accounts: others.toSpliced(at + step, 0, own) })
  }
  return (
    <li className="flex flex-wrap items-center gap-2 rounded-control border border-line px-3 py-1.5">
      <span className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
        {name} <span className="text-12 text-ink-2">{account?.currency}</span>{' '}
        {account?.isActive === false && <Badge>{t('administration.pos.inactive')}</Badge>}
      </span>
      {target === 'shares' && (
        <span className="flex items-center gap-1.5">
          %
          <input
            aria-label={textOf('shareOf')}
            aria-invalid={error === undefined ? undefined : true}
            className="field h-9 w-20 px-2 text-right tabular-nums"
            inputMode="decimal"
            autoComplete="off"
            maxLength={8}
            value={own.share}
            onChange={({ target: { value: share } }) =>
              set({ accounts: accounts.map((each, i) => (i === at ? { ...each, share } : each)) })
            }
          />
        </span>
      )}
      <span className="flex">
        <IconButton label={textOf('up')} className={faint} disabled={at === 0} onClick={() => move(-1)}>
          <ArrowUp size={16} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={textOf('down')}
          className={faint}
          disabled={at === accounts.length - 1}
          onClick={() => move(1)}
        >
          <ArrowDown size={16} aria-hidden="true" />
        </IconButton>
        <IconButton label={textOf('drop')} onClick={() => set({ accounts: accounts.filter((_, i) => i !== at) })}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      </span>
      {error !== undefined && <p className="w-full text-12 text-danger">{error}</p>}
    </li>
  )
}
