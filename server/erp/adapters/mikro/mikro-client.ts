import { valueAt } from '#domain/erp/map-record.ts'
import { type AdapterTools, ErpError, type ErpRecord, type Settings } from '#server/erp/adapters/adapter.ts'
import { type Intent, jsonOf, lost, refusal, send } from '#server/erp/adapters/protocol/answers.ts'
import { settingOf, textAt, wholeSetting } from '#server/erp/adapters/protocol/values.ts'
import { dailyPasswords } from './daily-password.ts'

export type MikroClient = {
  health(): Promise<void>
  query(sql: string): Promise<ErpRecord[]>
  /** Sends documents (`evraklar`) to a method. */
  write(method: string, documents: readonly object[]): Promise<void>
}

/** Talks to the Mikro API. Each request carries company, year, user and the password of the day: there is no session. */
export function openMikroClient(settings: Settings, { http, now }: Pick<AdapterTools, 'http' | 'now'>): MikroClient {
  const address = settingOf(settings, 'url').replace(/\/+$/, '')
  const timeout = wholeSetting(settings, 'timeout', 60, 600) * 1000
  const company = {
    FirmaKodu: settingOf(settings, 'company'),
    CalismaYili: settingOf(settings, 'year'),
    ApiKey: settings['apiKey'] ?? '',
    KullaniciKodu: settingOf(settings, 'username'),
  }
  const branch = { FirmaNo: wholeSetting(settings, 'firm', 0), SubeNo: wholeSetting(settings, 'branch', 0) }
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  /** The password that was accepted last. */
  let accepted: string | null = null

  async function call(method: string, part: { mikro?: object; beside?: object }, intent: Intent): Promise<unknown> {
    const candidates = dailyPasswords(settings['password'] ?? '', now())
    const passwords = [
      ...new Set([...(accepted !== null && candidates.includes(accepted) ? [accepted] : []), ...candidates]),
    ]
    for (const [index, Sifre] of passwords.entries()) {
      const body = JSON.stringify({ Mikro: { ...company, Sifre, ...part.mikro }, ...part.beside })
      const url = `${address}/Api/apiMethods/${method}`
      const outcome = outcomeOf(await send(http, { url, method: 'POST', headers, body, timeout }, intent), intent)
      if (!outcome.isSignInRefused) {
        accepted = Sifre
        return outcome.data
      }
      if (index === passwords.length - 1) throw new ErpError('settings', outcome.message)
    }
    return undefined
  }

  return {
    async health() {
      const url = `${address}/Api/APIMethods/HealthCheck2`
      const answer = await send(http, { url, method: 'GET', headers, timeout }, 'read')
      if (!/"ApiStatus"\s*:\s*"Up"/i.test(answer.text)) throw lost('read', `HTTP ${answer.status}: HealthCheck2`)
    },
    query: async (sql) => rowsOf(await call('SqlVeriOkuV2', { beside: { SQLSorgu: sql } }, 'read')),
    async write(method, documents) {
      await call(method, { mikro: { ...branch, evraklar: documents } }, 'write')
    },
  }
}

type Outcome = { isSignInRefused: false; data: unknown } | { isSignInRefused: true; message: string }

/**
 * `{result: [{StatusCode, IsError, ErrorMessage, Data}]}`, or `{success, data, message}` of newer methods; errors come with
 * HTTP 200. An answer without either means that the session was replaced (cloud).
 */
function outcomeOf(answer: { status: number; text: string }, intent: Intent): Outcome {
  const { status } = answer
  if (status >= 500 || status < 200 || (status >= 300 && status < 400)) throw lost(intent, `HTTP ${status}`)
  const json = jsonOf(answer, intent)
  const result = valueAt(json, 'result.0') ?? json
  const isError = valueAt(result, 'IsError') ?? negated(valueAt(result, 'success'))
  if (typeof isError !== 'boolean') throw lost(intent, `HTTP ${status}: no result`)
  const words = (textAt(result, 'ErrorMessage') || textAt(result, 'message')).slice(0, 500)
  if (!isError) return { isSignInRefused: false, data: valueAt(result, 'Data') }
  const code = Number(valueAt(result, 'StatusCode'))
  if (code === 401 || code === 403 || /şifre|parola|kullanıcı|firma kodu|çalışma yılı|api ?key/i.test(words)) {
    return { isSignInRefused: true, message: words === '' ? `StatusCode ${code}` : words }
  }
  if (/invalid (?:object|column) name/i.test(words)) throw new ErpError('settings', words)
  const problem = refusal(words === '' ? `StatusCode ${code}` : words)
  throw intent === 'read' ? lost('read', problem.message) : problem
}

const negated = (value: unknown) => (typeof value === 'boolean' ? !value : undefined)

/** `[{SQLResult1: [...]}]` */
function rowsOf(data: unknown): ErpRecord[] {
  const rows = valueAt(data, '0.SQLResult1')
  if (!Array.isArray(rows) || rows.some((row) => typeof row !== 'object' || row === null)) {
    throw lost('read', 'The answer has no SQLResult1.')
  }
  return rows as ErpRecord[]
}
