import {
  activatePos,
  addPos,
  changePos,
  deactivatePos,
  type PosChange,
  type PosResult,
  removePos,
} from '#server/payments/payments.ts'
import { posCurrencies } from '#domain/payments/pos-adapters.ts'
import { withDatabase } from './database.ts'
import { parsePosArgs, type PosValues, usage } from '#cli/pos/pos-args.ts'
import { explainMode, listAccounts } from '#cli/pos/pos-list.ts'
import { limits, setPlan } from '#cli/pos/pos-plan.ts'
import { report, sentenceOf } from '#cli/pos/pos-output.ts'
import { listRules, showRoute } from '#cli/pos/pos-rules.ts'
import { enterSecrets } from '#cli/pos/pos-secret.ts'
import { testAccount } from '#cli/pos/pos-test.ts'

export { usage }

/** `toptan pos`: accounts with banks and payment providers. */
export async function run(args: string[]): Promise<number> {
  const { positionals, values } = parsePosArgs(args)
  const [action = 'list', code, ...rest] = positionals
  if (action === 'list') return listAccounts()
  if (action === 'limits') return limits([...(code === undefined ? [] : [code]), ...rest], values)
  if (action === 'rules') return listRules()
  if (code === undefined) return showUsage()
  if (action === 'route') return showRoute([code, ...rest], values)
  if (action === 'plan') return setPlan(code, rest, values)
  if (action === 'secret') return enterSecrets(code, rest[0])
  if (rest.length > 0) return showUsage()
  if (action === 'add' || action === 'set') return save(action, code, values)
  if (action === 'test') return testAccount(code)
  if (action === 'activate') {
    return withDatabase(async ({ pool }, { sessionSecret: secret, production }) =>
      report(await activatePos(pool, code, { secret, hasSandbox: !production })),
    )
  }
  if (action === 'deactivate') return report(await withDatabase(({ pool }) => deactivatePos(pool, code)))
  if (action === 'remove') return report(await withDatabase(({ pool }) => removePos(pool, code)))
  return showUsage()
}

async function save(action: 'add' | 'set', code: string, values: PosValues): Promise<number> {
  const change = changeOf(values)
  const { adapter } = values
  if (change === null || (action === 'add') !== (adapter !== undefined)) return showUsage()
  const result: PosResult = await withDatabase(({ pool }) =>
    adapter === undefined ? changePos(pool, code, change) : addPos(pool, code, adapter, change),
  )
  if (!result.ok) {
    console.error(sentenceOf(result))
    return 1
  }
  console.log('Done.')
  if (change.mode !== undefined) console.log(explainMode(change.mode))
  if (action === 'add') {
    console.log(
      `It accepts no payments yet. Enter its keys with "toptan pos secret ${code}", then run "toptan pos activate ${code}".`,
    )
  }
  return 0
}

/** Returns null if an option has an invalid value. */
function changeOf(values: PosValues): PosChange | null {
  const mode = oneOf(['own_form', 'hosted'] as const, values.mode)
  const environment = oneOf(['sandbox', 'test', 'live'] as const, values.env)
  const settings = (values.setting ?? []).map((pair) => /^(\w+)=(.*)$/s.exec(pair))
  const position = values.position === undefined ? undefined : Number(values.position)
  const currency = oneOf(posCurrencies, values.currency)
  const isWrong = mode === null || environment === null || currency === null || settings.includes(null)
  if (isWrong || (position !== undefined && !Number.isSafeInteger(position))) return null
  return {
    mode,
    environment,
    currency,
    position,
    name: values.name,
    bankCode: values.bank,
    isDefault: values.default,
    minAmount: values.min,
    maxAmount: values.max,
    logo: values.logo,
    image: values.image,
    families: values.families
      ?.split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    settings: Object.fromEntries(settings.map((pair) => [pair?.[1] ?? '', pair?.[2]?.trim() ?? ''])),
  }
}

function oneOf<Word extends string>(words: readonly Word[], word: string | undefined): Word | null | undefined {
  return word === undefined ? undefined : (words.find((each) => each === word) ?? null)
}

function showUsage(): number {
  console.error(usage)
  return 2
}
