import type { DealerScope } from '#contract/core/dealer-scopes.ts'
import type { Scope } from '#contract/core/scopes.ts'
import { commandLine } from '#server/audit/audit.ts'
import { addKey, listKeys } from '#server/integration/integration.ts'
import type { Answer, Method, Sent, TestShop, TestVisitor } from './shop.ts'

/** A program with an API key. */
export type Program = {
  keyId: number
  key: string
  send(method: Method, url: string, sent?: Sent): Promise<Answer>
}

type KeyParts = { addresses?: string[]; requestsPerMinute?: number; expiresOn?: string | null }

/** A program whose key has these scopes. Addresses of calls are below `/api/integration/v1`. */
export async function addProgram(
  { app, database: { pool } }: Pick<TestShop, 'app' | 'database'>,
  scopes: readonly Scope[],
  { addresses = [], requestsPerMinute = 100_000, expiresOn = null }: KeyParts = {},
): Promise<Program> {
  const key = await addKey(pool, commandLine, { name: 'ERP', scopes, addresses, requestsPerMinute, expiresOn })
  if (typeof key !== 'string') throw new Error(`The key was refused: ${key.code}`)
  const listed = (await listKeys(pool)).find(({ prefix }) => key.startsWith(`tpt_${prefix}_`))
  return programWith(app, { keyId: listed?.id ?? 0, key, base: '/api/integration/v1' })
}

/** A program of a dealer, whose key acts as the signed-in user. Addresses of calls are below `/api/dealer/v1`. */
export async function addDealerProgram(
  { app }: Pick<TestShop, 'app'>,
  dealer: TestVisitor,
  scopes: readonly DealerScope[],
): Promise<Program> {
  const answer = await dealer.send('POST', '/api/account/keys', { body: { name: 'Site', scopes, expiresOn: '' } })
  const { key, items } = answer.body as { key?: string; items: { id: number; prefix: string }[] }
  if (key === undefined) throw new Error(`The key was refused: ${answer.text}`)
  const keyId = items.find(({ prefix }) => key.startsWith(`tpt_${prefix}_`))?.id ?? 0
  return programWith(app, { keyId, key, base: '/api/dealer/v1' })
}

function programWith(
  app: TestShop['app'],
  { keyId, key, base }: { keyId: number; key: string; base: string },
): Program {
  return {
    keyId,
    key,
    async send(method, url, { body, headers = {}, address = '192.0.2.10' } = {}) {
      const isText = typeof body === 'string' || Buffer.isBuffer(body)
      const all = {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      }
      const response = await app.inject({
        method,
        url: `${base}${url}`,
        remoteAddress: address,
        headers: Object.fromEntries(
          Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
        ),
        ...(body !== undefined && { payload: isText ? body : JSON.stringify(body) }),
      })
      const text = response.body
      const isJson = String(response.headers['content-type']).startsWith('application/json')
      return {
        status: response.statusCode,
        body: isJson ? (JSON.parse(text) as unknown) : undefined,
        text,
        headers: response.headers,
        cookies: response.cookies,
      }
    },
  }
}
