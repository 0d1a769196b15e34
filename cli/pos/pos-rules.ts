import { isRefusal } from '#contract/core/errors.ts'
import type { ManagedPosRule, PosRuleAccount } from '#contract/admin/pos-rules.ts'
import { posCurrencies } from '#domain/payments/pos-adapters.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { presentPosRules, previewPosRules } from '#server/payments/payments.ts'
import { loadStoreRow, settingsOf } from '#server/settings/settings.ts'
import { withDatabase } from '#cli/database.ts'
import { type PosValues, usage } from './pos-args.ts'

/** `toptan pos rules`: lists the rules in their order, with what is odd about them. */
export async function listRules(): Promise<number> {
  const { items, accounts } = await withDatabase(({ pool }) => presentPosRules(pool, dayInTurkey(new Date())))
  if (items.length === 0) console.log('No rules: cards are charged at the account of their program or bank.')
  for (const [at, rule] of items.entries()) showRule(at + 1, rule, accounts)
  return 0
}

function showRule(place: number, { values, problems }: ManagedPosRule, all: readonly PosRuleAccount[]): void {
  const { name, isActive, bins, families, bankCodes, cardTypes, cardClass, installments, currency, target } = values
  const amounts = [values.minAmount, values.maxAmount]
  const facts = [
    bins && `digits ${bins}`,
    families.join(', '),
    bankCodes.length > 0 && `bank ${bankCodes.join(', ')}`,
    cardTypes.join(', '),
    cardClass,
    amounts.some((amount) => amount !== '') && `amount ${amounts.join(' to ')}`,
    installments.length > 0 && `installments ${installments.join(', ')}`,
    currency,
  ].filter(Boolean)
  const named = values.accounts.map(({ id, share }) => {
    return `${all.find((account) => account.id === id)?.name ?? id}${share === '' ? '' : ` ${share} %`}`
  })
  console.log(`${place}  ${name}${isActive ? '' : '  (NOT IN USE)'}`)
  console.log(`    ${facts.length === 0 ? 'all payments' : facts.join('; ')}`)
  console.log(`    ${target}: ${named.join(', ')}`)
  for (const problem of problems) console.log(`    ! ${problem.kind}`)
}

/** `toptan pos route`: which account would take a card now, and why. */
export async function showRoute(rest: string[], values: PosValues): Promise<number> {
  const [digits = '', amount, installment = '1', more] = rest
  const currency = posCurrencies.find((each) => each === (values.currency ?? 'TRY'))
  if (amount === undefined || more !== undefined || currency === undefined || !/^([1-9]|1[0-2])$/.test(installment)) {
    console.error(usage)
    return 2
  }
  const found = await withDatabase(async ({ pool }, { production }) => {
    const { installmentLimit } = settingsOf((await loadStoreRow(pool)).settings, () => {})
    const terms = { today: dayInTurkey(new Date()), installmentLimit, hasSandbox: !production }
    return previewPosRules(pool, { digits, amount, installment, currency }, terms)
  })
  if (isRefusal(found)) {
    console.error('Enter six to eight digits of the card and an amount above zero.')
    return 1
  }
  for (const { card, account, rule, reason, passed } of found.routes) {
    console.log(card === null ? 'Card on no list' : `${card.bank} ${card.family ?? ''} ${card.type}`)
    console.log(
      `    ${account?.name ?? 'no account'}: ${rule === null ? (reason ?? 'not offered') : `rule ${rule.name}`}`,
    )
    for (const each of passed) console.log(`    passed over: ${each.account.name} (${each.reason})`)
  }
  return 0
}
