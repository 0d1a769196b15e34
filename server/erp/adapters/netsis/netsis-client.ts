import { type AdapterTools, ErpError, type ErpRecord, type Settings } from '#server/erp/adapters/adapter.ts'
import { type Intent, jsonOf, lost, refusal, send } from '#server/erp/adapters/protocol/answers.ts'
import { shareSignIn } from '#server/erp/adapters/protocol/sign-in.ts'
import { settingOf, textOf, wholeSetting } from '#server/erp/adapters/protocol/values.ts'

export type NetsisClient = {
  list(path: string): Promise<ErpRecord[]>
  query(sql: string): Promise<ErpRecord[]>
  write(path: string, body: object): Promise<void>
  close(): Promise<void>
}

type Answer = { status: number; text: string }

/** More rows than a page has: the service's own limit is 20. */
const queryLimit = 20_000

/** Talks to NetOpenX REST. It refuses sign-ins beside each other, and each one holds a seat until it is revoked. */
export function openNetsisClient(
  settings: Settings,
  { http, note }: Pick<AdapterTools, 'http' | 'note'>,
): NetsisClient {
  const address = settingOf(settings, 'url').replace(/\/+$/, '')
  const timeout = wholeSetting(settings, 'timeout', 60, 600) * 1000
  const session = shareSignIn(async () => {
    const request = { url: `${address}/api/v2/token`, method: 'POST' as const, timeout, ...signInForm(settings) }
    return tokenOf(await send(http, request, 'read'))
  })

  async function authorized(method: 'GET' | 'POST', path: string, body: object | undefined, intent: Intent) {
    const attempt = async () => {
      const token = await session.token()
      const headers = {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      const request = { url: `${address}/api/v2${path}`, method, headers, timeout }
      const answer = await send(http, body === undefined ? request : { ...request, body: JSON.stringify(body) }, intent)
      return { token, answer }
    }
    const first = await attempt()
    if (first.answer.status !== 401) return first.answer
    note('Netsis: signing in again')
    session.forget(first.token)
    const { answer } = await attempt()
    if (answer.status === 401) throw new ErpError('unavailable', 'HTTP 401: signed out again')
    return answer
  }

  return {
    list: async (path) => rowsOf(envelopeOf(await authorized('GET', path, undefined, 'read'), 'read')),
    async query(sql) {
      const path = `/Queries?limit=${queryLimit}&offset=0`
      return rowsOf(envelopeOf(await authorized('POST', path, { TSql: sql }, 'read'), 'read'))
    },
    async write(path, body) {
      envelopeOf(await authorized('POST', path, body, 'write'), 'write')
    },
    async close() {
      const token = session.current()
      if (token === null) return
      session.forget(token)
      const headers = { authorization: `Bearer ${token}` }
      await send(http, { url: `${address}/api/v2/revoke`, method: 'GET', headers, timeout: 10_000 }, 'read').catch(() =>
        note('Netsis: the seat could not be freed'),
      )
    },
  }
}

/** JSON is refused here. Some versions fail on `dbtype`: the setting `none` leaves it out. */
function signInForm(settings: Settings) {
  const dbType = settingOf(settings, 'dbType', '0')
  const form = new URLSearchParams({
    grant_type: 'password',
    branchcode: settingOf(settings, 'branch', '0'),
    username: settingOf(settings, 'username'),
    password: settings['password'] ?? '',
    dbname: settingOf(settings, 'database'),
    dbuser: settingOf(settings, 'databaseUser', 'TEMELSET'),
    dbpassword: settings['databasePassword'] ?? '',
    ...(dbType !== 'none' && { dbtype: dbType }),
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  return { headers, body: form.toString() }
}

/** The description of a refused sign-in may contain SQL of the service: it is never shown. */
function tokenOf(answer: Answer): string {
  const json = jsonOf(answer, 'read')
  if ('access_token' in json && typeof json.access_token === 'string' && json.access_token !== '') {
    return json.access_token
  }
  if (/SsoMaxUserCountExceeded/i.test(answer.text)) throw new ErpError('unavailable', 'SsoMaxUserCountExceeded')
  if (answer.status === 401) throw new ErpError('unavailable', 'HTTP 401 at sign-in')
  if ('error' in json && answer.status < 500) throw new ErpError('settings', String(json.error).slice(0, 100))
  throw lost('read', `HTTP ${answer.status} at sign-in`)
}

type Envelope = { data: unknown }

/** `IsSuccessful` decides: business errors come with HTTP 200 too. */
function envelopeOf(answer: Answer, intent: Intent): Envelope {
  const { status } = answer
  if (status >= 500 || status < 200 || (status >= 300 && status < 400)) throw lost(intent, `HTTP ${status}`)
  const json = jsonOf(answer, intent)
  const value = (name: string): unknown =>
    Object.entries(json).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
  if (value('IsSuccessful') === true) return { data: value('Data') }
  if (value('IsSuccessful') !== false) throw lost(intent, `HTTP ${status}: no IsSuccessful`)
  const words = `${textOf(value('ErrorCode'))} ${textOf(value('ErrorDesc'))}`.trim()
  if (/invalid (?:object|column) name/i.test(words)) throw new ErpError('settings', words.slice(0, 500))
  const problem = refusal(words === '' ? `HTTP ${status}` : words)
  throw intent === 'read' ? lost('read', problem.message) : problem
}

function rowsOf({ data }: Envelope): ErpRecord[] {
  if (!Array.isArray(data) || data.some((row) => typeof row !== 'object' || row === null)) {
    throw lost('read', 'The answer has no rows.')
  }
  return data as ErpRecord[]
}
