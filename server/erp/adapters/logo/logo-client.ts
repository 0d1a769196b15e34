import { type AdapterTools, ErpError, type ErpRecord, type Settings } from '#server/erp/adapters/adapter.ts'
import { type Intent, jsonOf, lost, refusal, send } from '#server/erp/adapters/protocol/answers.ts'
import { shareSignIn } from '#server/erp/adapters/protocol/sign-in.ts'
import { settingOf, wholeSetting } from '#server/erp/adapters/protocol/values.ts'

export type LogoClient = {
  /** Null: the record does not exist. */
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<ErpRecord | null>
  query(sql: string): Promise<ErpRecord[]>
  close(): Promise<void>
}

type Answer = { status: number; text: string }

/** Talks to the Logo Objects REST service of one firm. A token that has expired is renewed once per request. */
export function openLogoClient(settings: Settings, { http, note }: Pick<AdapterTools, 'http' | 'note'>): LogoClient {
  const address = settingOf(settings, 'url').replace(/\/+$/, '')
  const timeout = wholeSetting(settings, 'timeout', 60, 600) * 1000
  const session = shareSignIn(async () => {
    const answer = await send(http, { ...signInRequest(address, settings), timeout }, 'read')
    return tokenOf(answer)
  })

  async function authorized(method: 'GET' | 'POST' | 'DELETE', path: string, body: unknown, intent: Intent) {
    const attempt = async () => {
      const token = await session.token()
      const headers = {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      const request = { url: `${address}/api/v1${path}`, method, headers, timeout }
      const answer = await send(http, body === undefined ? request : { ...request, body: JSON.stringify(body) }, intent)
      return { token, answer }
    }
    const first = await attempt()
    if (!isSignedOut(first.answer)) return first.answer
    note('Logo: signing in again')
    session.forget(first.token)
    const { answer } = await attempt()
    if (isSignedOut(answer)) throw new ErpError('unavailable', `HTTP ${answer.status}: signed out again`)
    return answer
  }

  async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) {
    const intent = method === 'GET' ? 'read' : 'write'
    return recordOf(await authorized(method, path, body, intent), intent)
  }

  return {
    call,
    async query(sql) {
      // A query is sent by POST because it may be longer than an address; it changes nothing.
      return rowsOf(await authorized('POST', '/queries/unsafe', sql, 'read'))
    },
    async close() {
      const token = session.current()
      if (token === null) return
      session.forget(token)
      const headers = { authorization: `Bearer ${token}` }
      await send(http, { url: `${address}/api/v1/revoke`, method: 'GET', headers, timeout: 10_000 }, 'read').catch(() =>
        note('Logo: the seat could not be freed'),
      )
    },
  }
}

function signInRequest(address: string, settings: Settings) {
  const client = `${settingOf(settings, 'clientId')}:${settingOf(settings, 'clientSecret')}`
  const form = new URLSearchParams({
    grant_type: 'password',
    username: settingOf(settings, 'username'),
    password: settings['password'] ?? '',
    firmno: String(wholeSetting(settings, 'firm', 1, 999)),
  })
  return {
    url: `${address}/api/v1/token`,
    method: 'POST' as const,
    headers: {
      authorization: `Basic ${Buffer.from(client).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: form.toString(),
  }
}

function tokenOf(answer: Answer): string {
  const json = jsonOf(answer, 'read')
  if ('access_token' in json && typeof json.access_token === 'string' && json.access_token !== '') {
    return json.access_token
  }
  const words = 'error_description' in json ? String(json.error_description) : ''
  if (answer.status >= 500 || !('error' in json)) throw lost('read', `HTTP ${answer.status} at sign-in`)
  const refused = refusal(words === '' ? String(json.error) : words)
  throw refused.reason === 'unavailable' ? refused : new ErpError('settings', refused.message)
}

/** Expired tokens are answered with 401, or with the key LoginError among the errors of a 400. */
function isSignedOut({ status, text }: Answer): boolean {
  return status === 401 || (status === 400 && /"LoginError/.test(text))
}

function recordOf(answer: Answer, intent: Intent): ErpRecord | null {
  const { status, text } = answer
  if (status === 404) return null
  if (status >= 200 && status < 300 && intent === 'write' && text.trim() === '') return {}
  if (status >= 500 || status < 200 || (status >= 300 && status < 400)) throw lost(intent, `HTTP ${status}`)
  const json = jsonOf(answer, intent)
  const problem = problemOf(json)
  if (problem !== null) throw problem
  if (status >= 400) throw lost(intent, `HTTP ${status}`)
  return json as ErpRecord
}

/** `{"Message", "ModelState": {"LOError:": ["…"]}}`: the keys name where the error comes from. */
function problemOf(json: object): ErpError | null {
  if (!('ModelState' in json) && !('Message' in json)) return null
  const state = 'ModelState' in json && typeof json.ModelState === 'object' ? json.ModelState : null
  const words = Object.values(state ?? {})
    .flat()
    .map(String)
    .join(' ')
  const text = words === '' && 'Message' in json ? String(json.Message) : words
  // 207 and 208 are errors of SQL Server: an unknown column or table, so of another version, firm or period.
  if (Object.keys(state ?? {}).some((key) => /^20[78]/.test(key))) return new ErpError('settings', text.slice(0, 500))
  return refusal(text)
}

/** `{items: […], count}` or a bare list, depending on the version. */
function rowsOf(answer: Answer): ErpRecord[] {
  if (answer.status === 404) throw new ErpError('settings', 'HTTP 404: queries are switched off in the service')
  const json = recordOf(answer, 'read')
  const rows: unknown = Array.isArray(json) ? json : json?.['items']
  if (!Array.isArray(rows) || rows.some((row) => typeof row !== 'object' || row === null)) {
    throw lost('read', 'The answer has no rows.')
  }
  return rows as ErpRecord[]
}
