import type { Scope } from '#contract/core/scopes.ts'
import { scopes } from '#contract/core/scopes.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { registerBatches } from '#server/integration/integration.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { Calls, serviceContext } from '#server/visitor/visitor.ts'
import type { SentRow } from './desk.ts'
import type { WriteRows } from './shop-desk.ts'

const ignore = () => {}
const log = {
  level: 'silent',
  fatal: ignore,
  error: ignore,
  warn: ignore,
  info: ignore,
  debug: ignore,
  trace: ignore,
  silent: ignore,
  child: () => log,
}

/** Times that a request waits for an import that is being applied, and the pause between them in milliseconds. */
const busy: ReadonlySet<string> = new Set(['catalog_busy', 'accounts_busy'])
const busyTimes = 60
const busyPause = 1_000

/** An unknown price list concerns its rows only: those of other lists, and later pages, are written. */
function rejectAll(body: object, locale: Locale): SentRow[] {
  const code = 'price_list_not_found'
  const error = { code, field: 'priceList', message: translate(locale, `errors.${code}`) }
  return (body as { rows: readonly object[] }).rows.map(() => ({ status: 'rejected', error }))
}

/** Writes rows by the calls of the integration API, in this process and without a key. */
export function openWriteRows(pool: Pool, locale: Locale = 'tr'): WriteRows {
  const calls = new Calls()
  registerBatches(calls, pool)
  const service = { keyId: null, name: 'ERP', scopes: scopes as readonly Scope[], expiresAt: null }
  const context = serviceContext({
    service,
    locale,
    address: '',
    network: '',
    origin: '',
    requestId: '',
    log,
    idempotencyKey: undefined,
  })
  return async (resource, body) => {
    const call = calls.find('POST', `/api/integration/v1/${resource === 'rules' ? 'price-rules' : resource}`)
    if (call === undefined) throw new Error(`${resource} cannot be written.`)
    for (let times = 1; ; times += 1) {
      const answer = await call.run({ body }, context)
      if (answer.ok) return (answer.body as { results: SentRow[] }).results
      if (answer.code === 'price_list_not_found') return rejectAll(body, locale)
      if (!busy.has(answer.code) || times === busyTimes) throw new Error(answer.code)
      await new Promise((resolve) => setTimeout(resolve, busyPause))
    }
  }
}
