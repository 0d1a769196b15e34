import { parseArgs } from 'node:util'
import {
  addUser,
  allowPasswords,
  disableUser,
  listUsers,
  resetFactorsOf,
  setPassword,
} from '#server/account/account.ts'
import { promptSecret } from './prompt-secret.ts'
import { withDatabase } from './database.ts'

export const usage = `toptan user list
toptan user add <email> --name <name> (--dealer <code> [--no-order] | --admin)
toptan user password <email>
toptan user disable <email>
toptan user enable <email>
toptan user reset-factors <email>
toptan user passwords [--dealer <code>]   lets users of a dealer, or staff, sign in with passwords again

Prompts for the password, or reads it from standard input when that is not a terminal.`

const sentences = {
  email_taken: 'Another user has this email address.',
  email_invalid: 'This is not an email address.',
  dealer_unknown: 'There is no dealer with this code.',
  provider_unknown: 'There is no identity provider for them.',
  user_unknown: 'There is no user with this email address.',
  too_short: 'The password is too short. It needs at least 6 characters, or 12 for administrators.',
  too_long: 'The password is too long. It can have at most 30 characters.',
  too_common: 'The password is too common.',
  no_factors: 'This user has no authenticator app and no passkey.',
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
  if (action === 'passwords') {
    const done = 'Passwords can be used again.'
    return report(await withDatabase(({ pool }) => allowPasswords(pool, values.dealer ?? null)), done)
  }
  if (email === undefined) return showUsage()
  if (action === 'add') {
    if (values.admin === (values.dealer !== undefined)) return showUsage()
    const user = { email, name: values.name ?? email, dealerCode: values.dealer ?? null, canOrder: values.order }
    const password = await promptSecret('Password')
    const account = values.admin ? 'an administrator' : `a user of dealer ${values.dealer}`
    const done = `Added ${email} as ${account}. They sign in with this email address and the password.`
    return report(await withDatabase(({ pool }) => addUser(pool, { ...user, password })), done)
  }
  if (action === 'password') {
    const password = await promptSecret('Password')
    const done = `Set the password of ${email}. Their open sessions are closed.`
    return report(await withDatabase(({ pool }) => setPassword(pool, email, password)), done)
  }
  if (action === 'disable' || action === 'enable') {
    const done =
      action === 'disable' ? `Disabled ${email}: they cannot sign in.` : `Enabled ${email}: they can sign in.`
    return report(await withDatabase(({ pool }) => disableUser(pool, email, action === 'disable')), done)
  }
  if (action === 'reset-factors') {
    const done = `Removed the authenticator app, the recovery codes and the passkeys of ${email}. Their open sessions are closed.`
    return report(await withDatabase(({ pool }) => resetFactorsOf(pool, email)), done)
  }
  return showUsage()
}

function showUsage(): number {
  console.error(usage)
  return 2
}

function report(result: { ok: true } | { ok: false; problem: keyof typeof sentences }, done: string): number {
  if (result.ok) console.log(done)
  else console.error(sentences[result.problem])
  return result.ok ? 0 : 1
}

async function list(): Promise<number> {
  for (const user of await withDatabase(({ pool }) => listUsers(pool))) {
    const role = user.role === 'admin' ? 'administrator' : `dealer ${user.dealer_code}`
    const notes = `${user.can_order ? '' : ', cannot order'}${user.is_disabled ? ', disabled' : ''}`
    console.log(`${user.email}  ${user.name}  (${role}${notes})`)
  }
  return 0
}
