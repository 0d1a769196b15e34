import { parseArgs } from 'node:util'
import { keyLimitDefault } from '#contract/admin/api-keys.ts'
import { type Scope, scopes } from '#contract/core/scopes.ts'
import { commandLine } from '#server/audit/audit.ts'
import { addKey, listKeys, parseKeyValues, revokeKey } from '#server/integration/integration.ts'
import { translate } from '#server/platform/http/words.ts'
import { withDatabase } from './database.ts'

export const usage = `toptan key list
toptan key create <name> --scopes <scope,…> [--expires <yyyy-mm-dd>] [--addresses <address,…>] [--limit <number>]
toptan key revoke <prefix>

Manages the keys with which programs call the integration API (docs/integration.md). The key is printed once and not
stored. --limit is the number of requests per minute, ${keyLimitDefault} by default.
Scopes: ${scopes.join(', ')}`

export async function run(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      scopes: { type: 'string', default: '' },
      expires: { type: 'string', default: '' },
      addresses: { type: 'string', default: '' },
      limit: { type: 'string', default: String(keyLimitDefault) },
    },
  })
  const [action, subject] = positionals
  if (action === 'list') return list()
  if (action === 'create' && subject !== undefined) return create(subject, values)
  if (action === 'revoke' && subject !== undefined) return revoke(subject)
  console.error(usage)
  return 2
}

type Typed = { scopes: string; expires: string; addresses: string; limit: string }

async function create(name: string, { expires, addresses, limit, ...typed }: Typed): Promise<number> {
  const named = typed.scopes.split(/[\s,]+/).filter((scope) => scope !== '')
  const unknown = named.find((scope) => !isScope(scope))
  if (unknown !== undefined) {
    console.error(`There is no scope "${unknown}". Scopes: ${scopes.join(', ')}`)
    return 2
  }
  const chosen = named.filter(isScope)
  const key = parseKeyValues({ name, scopes: chosen, expiresOn: expires, addresses, requestsPerMinute: limit })
  if ('ok' in key) {
    for (const problem of Object.values(key.fields ?? {})) {
      console.error(typeof problem === 'string' ? problem : translate('en', problem.text, problem.facts))
    }
    return 1
  }
  const text = await withDatabase(({ pool }) => addKey(pool, commandLine, key))
  if (typeof text !== 'string') throw new Error(`The key was refused: ${text.code}`)
  console.log(text)
  return 0
}

const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text)

async function list(): Promise<number> {
  for (const key of await withDatabase(({ pool }) => listKeys(pool))) {
    const state = key.revoked_at !== null ? ', revoked' : key.is_expired ? ', expired' : ''
    const used = key.last_used_at === null ? 'never used' : `last used ${key.last_used_at.toISOString()}`
    console.log(`${key.prefix}  ${key.name}  (${key.scopes.join(' ')}; ${used}${state})`)
  }
  return 0
}

async function revoke(prefix: string): Promise<number> {
  const isRevoked = await withDatabase(async ({ pool }) => {
    const key = (await listKeys(pool)).find((each) => each.prefix === prefix)
    return key !== undefined && (await revokeKey(pool, commandLine, key.id)).ok
  })
  if (isRevoked) console.log('Revoked: its next request is refused.')
  else console.error('There is no key with this prefix.')
  return isRevoked ? 0 : 1
}
