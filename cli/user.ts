import { parseArgs } from 'node:util'
import { addUser, disableUser, listUsers, setPassword } from '#server/account/account.ts'
import { promptSecret } from './ask-secret.ts'
import { withDatabase } from './open.ts'

export const usage = `toptan user list
toptan user add <e-mail> --name <name> (--dealer <code> [--no-order] | --admin)
toptan user password <e-mail>
toptan user disable <e-mail>
toptan user enable <e-mail>

The password is asked for, or read from standard input where that is no terminal.`

const sentences = {
  email_taken: 'This e-mail belongs to somebody already.',
  email_invalid: 'This is no e-mail address.',
  dealer_unknown: 'There is no dealer with this code.',
  user_unknown: 'There is no user with this e-mail.',
  too_short: 'The password is too short: 6 characters or more, 12 for administrators.',
  too_long: 'The password is too long: at most 30 characters.',
  too_common: 'The password is one of those that are tried first.',
} as const

export async function run(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    allowNegative: true,
    options: {
      name: { type: 'string' },
      dealer: { type: 'string' },
      admin: { type: 'boolean', default: false },
      order: { type: 'boolean', default: true },
    },
  })
  const [action, email] = positionals
  if (action === 'list') return list()
  if (email === undefined) return showUsage()
  if (action === 'add') {
    if (values.admin === (values.dealer !== undefined)) return showUsage()
    const person = { email, name: values.name ?? email, dealerCode: values.dealer ?? null, canOrder: values.order }
    const password = await promptSecret('Password')
    return report(await withDatabase(({ pool }) => addUser(pool, { ...person, password })))
  }
  if (action === 'password') {
    const password = await promptSecret('Password')
    return report(await withDatabase(({ pool }) => setPassword(pool, email, password)))
  }
  if (action === 'disable' || action === 'enable') {
    return report(await withDatabase(({ pool }) => disableUser(pool, email, action === 'disable')))
  }
  return showUsage()
}

function showUsage(): number {
  console.error(usage)
  return 2
}

function report(result: { ok: true } | { ok: false; problem: keyof typeof sentences }): number {
  if (result.ok) console.log('Done.')
  else console.error(sentences[result.problem])
  return result.ok ? 0 : 1
}

async function list(): Promise<number> {
  for (const user of await withDatabase(({ pool }) => listUsers(pool))) {
    const place = user.role === 'admin' ? 'administrator' : `dealer ${user.dealer_code}`
    const marks = `${user.can_order ? '' : ', may not order'}${user.is_disabled ? ', disabled' : ''}`
    console.log(`${user.email}  ${user.name}  (${place}${marks})`)
  }
  return 0
}
