import { listPos, type ListedPos } from '#server/payments/payments.ts'
import { withDatabase } from '#cli/database.ts'

const modes: Record<ListedPos['mode'], string> = {
  own_form:
    'Customers enter the card on the shop’s page, and it passes through this program: PCI DSS questionnaire SAQ D.',
  hosted: 'Customers enter the card on the provider’s page, the shop never sees it: PCI DSS questionnaire SAQ A.',
}

export function explainMode(mode: ListedPos['mode']): string {
  return modes[mode]
}

export async function listAccounts(): Promise<number> {
  const accounts = await withDatabase(({ pool }) => listPos(pool))
  if (accounts.length === 0)
    console.log('No POS account yet, so card payments are not available. "toptan pos add" adds one.')
  for (const account of accounts) show(account)
  return 0
}

function show(account: ListedPos): void {
  const { code, name, adapter, mode, environment, isActive, isDefault, hasSecrets, bankCode, families } = account
  const states = [
    isActive ? 'active' : 'NOT ACTIVE',
    ...(isDefault ? ['default'] : []),
    ...(hasSecrets ? [] : ['no keys']),
  ]
  console.log(`${code}  ${name}  (${adapter}, ${mode}, ${environment}; ${states.join(', ')})`)
  console.log(`    ${modes[mode]}`)
  const facts = [
    ...(bankCode === null ? [] : [`bank ${bankCode}`]),
    ...(families.length === 0 ? [] : [`card programs ${families.join(', ')}`]),
    account.currency,
    ...(account.minAmount === null ? [] : [`from ${account.minAmount} ${account.currency}`]),
    ...(account.maxAmount === null ? [] : [`up to ${account.maxAmount} ${account.currency}`]),
    ...Object.entries(account.settings).map(([key, value]) => `${key}=${value}`),
  ]
  console.log(`    ${facts.join('; ')}`)
  console.log(`    ${account.plans.map((plan) => planText(plan, account.currency)).join('; ')}`)
}

function planText(
  { installment, commission, isDefault, minAmount }: ListedPos['plans'][number],
  currency: string,
): string {
  const from = minAmount === null ? '' : ` from ${minAmount} ${currency}`
  return `${installment === 1 ? 'single' : `${installment} ×`} ${commission} %${from}${isDefault ? ' (default)' : ''}`
}
