import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { ErrorBody } from '#contract/core/errors.ts'
import { publicSettings, type SettingKey } from '#contract/shop/settings.ts'
import { newSessionSecret, sessionIdOf } from '#server/account/account.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { csrfTokenOf } from '#server/platform/http/secrets.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { loadStoreState } from '#server/settings/queries.ts'
import { saveSetting } from '#server/settings/settings.ts'
import { type AppOptions, createApp } from '#server/app.ts'
import { parseConfig } from '#server/config.ts'

export type Sent = {
  /** Sent as JSON; strings and files (bytes) are sent unchanged. */
  body?: unknown
  headers?: Record<string, string | undefined>
  address?: string
}

/** A request to a URL. */
export type TestRequest = { url: string } & Sent

export type Answer = {
  status: number
  body: unknown
  text: string
  headers: Record<string, unknown>
  cookies: Cookie[]
}
export type Cookie = { name: string; value: string; [attribute: string]: unknown }
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'HEAD' | 'OPTIONS'

/** A browser with cookies and a CSRF token. Its calls run the whole program without a socket. */
export type TestVisitor = {
  token: string
  cookies: Record<string, string>
  send(method: Method, url: string, sent?: Sent): Promise<Answer>
}

export type TestShop = {
  app: FastifyInstance
  database: TestDatabase
  /** The data folder of the program. */
  dataDir: string
  /** A guest's browser after its first call. */
  guest(): Promise<TestVisitor>
  /** A signed-in browser, without hashing a password. */
  /** A visitor with the session cookie of a sign-in. */
  withSession(cookie: string): TestVisitor
  signedIn(actor: Pick<Actor, 'userId'>): Promise<TestVisitor>
  /** Waits until the catalog contains the products and stock that the test wrote to the database. */
  settle(): Promise<void>
  /** Changes a setting of the store and waits until the program has read it. */
  setSetting(key: SettingKey, value: unknown): Promise<void>
  close(): Promise<void>
}

export const testSecret = 'a secret of at least thirty-two letters'

export type TestShopOptions = Pick<
  AppOptions,
  'erpAdapters' | 'now' | 'bankHttp' | 'logTo' | 'bankPauses' | 'hasRateLimits' | 'outside' | 'dataFolderId' | 'pages'
> & {
  env?: Record<string, string>
  /** Instead of a new one. `close` drops it. */
  database?: TestDatabase
}

/** Opens the whole program on its own database, by default without pages, which need a build. */
export async function openTestShop({ env = {}, database: given, ...options }: TestShopOptions = {}): Promise<TestShop> {
  const folder = await temporaryFolder()
  // Waits for a connection however slow the machine is.
  const database = given ?? (await createTestDatabase())
  const settings = {
    NODE_ENV: 'test',
    DATA_DIR: join(folder.path, 'data'),
    LOG_LEVEL: 'silent',
    SESSION_SECRET: testSecret,
  }
  const config = parseConfig({ ...settings, ...env })
  const close = async () => {
    await database.drop()
    await folder.remove()
  }
  const app = await createApp({
    config,
    database: { ...database, kind: 'external', created: false, close },
    version: 'test',
    hasRateLimits: false,
    ...options,
  })
  await app.ready()
  const prefix = config.publicUrl?.startsWith('https:') ? '__Host-' : ''
  const visitor = (name: string, value: string, visitorId: string) =>
    createVisitor(app, { [`${prefix}${name}`]: value }, csrfTokenOf(testSecret, visitorId))
  const withSession = (value: string) => visitor('toptan_session', value, sessionIdOf(value).toString('hex'))
  return {
    app,
    database,
    dataDir: config.dataDir,
    async guest() {
      const { cookies } = await createVisitor(app, {}, '').send('GET', '/api/visitor')
      const id = cookies.find(({ name }) => name === `${prefix}toptan_guest`)?.value ?? ''
      return visitor('toptan_guest', id, id)
    },
    async signedIn({ userId }) {
      const value = newSessionSecret()
      const id = sessionIdOf(value)
      await database.pool.execute(
        "INSERT INTO sessions (id, user_id, expires_at) VALUES ($1, $2, now() + interval '1 day')",
        [id, userId],
      )
      return withSession(value)
    },
    withSession,
    settle: () => settle(app, database),
    async setSetting(key, value) {
      await saveSetting(database.pool, key, value)
      // All settings are read at once: a later one that visitors see shows that a hidden one was read.
      const [seen, text] = key in publicSettings.shape ? [key, value] : (['storeHours', randomUUID()] as const)
      if (seen !== key) await saveSetting(database.pool, seen, text)
      await waitFor(`the setting ${key}`, async () => {
        const { settings } = (await app.inject('/api/visitor')).json<{ settings: Record<string, unknown> }>()
        return settings[seen] === text
      })
    },
    async close() {
      await app.close()
      await close()
    },
  }
}

function createVisitor(app: FastifyInstance, cookies: Record<string, string>, token: string): TestVisitor {
  return {
    token,
    cookies,
    async send(method, url, { body, headers = {}, address = '127.0.0.1' } = {}) {
      const marks = method === 'GET' ? {} : { 'x-csrf-token': token, 'x-requested-with': 'XMLHttpRequest' }
      const type =
        body === undefined ? {} : { 'content-type': isFile(body) ? 'application/octet-stream' : 'application/json' }
      const options = {
        method,
        url,
        cookies,
        remoteAddress: address,
        headers: present({ ...marks, ...type, ...headers }),
        ...(body === undefined
          ? {}
          : { payload: typeof body === 'string' || isFile(body) ? body : JSON.stringify(body) }),
      } satisfies InjectOptions
      const response = await app.inject(options)
      const text = response.body
      return {
        status: response.statusCode,
        body: read(text),
        text,
        headers: response.headers,
        cookies: response.cookies,
      }
    },
  }
}

function isFile(body: unknown): body is Buffer {
  return Buffer.isBuffer(body)
}

function present(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The error code of a refusal. */
export function codeOf(answer: Answer): string | undefined {
  return (answer.body as Partial<ErrorBody> | undefined)?.error?.code
}

/** The sentence of a refusal. */
export function sentenceOf(answer: Answer): string | undefined {
  return (answer.body as Partial<ErrorBody> | undefined)?.error?.messages.type
}

/** A product added now is found only after all earlier changes. */
async function settle(app: FastifyInstance, { pool }: TestDatabase): Promise<void> {
  const code = `MARK-${newSessionSecret().slice(0, 12)}`
  const isCounted = async () =>
    !(await app.inject('/api/catalog/products')).json<{ isPreparing?: boolean }>().isPreparing
  await waitFor('the catalog index', isCounted)
  const isFound = async () => {
    const { total } = (await app.inject(`/api/catalog/products/search?q=${code}`)).json<{ total: number }>()
    return total > 0
  }
  await pool.execute("INSERT INTO products (code, name, seo) VALUES ($1, $1, 'mark')", [code])
  await waitFor('new products', isFound)
  await pool.execute('DELETE FROM products WHERE code = $1', [code])
  await waitFor('the end of products', async () => !(await isFound()))
  // Rules and promotions have versions of their own, which products change too.
  await waitFor('the versions of the store', async () => {
    const { version, rules_version, promotions_version } = await loadStoreState(pool)
    const { stamp } = (await app.inject('/api/visitor')).json<{ stamp: string }>()
    return stamp.startsWith(`${version}.${rules_version}.${promotions_version}.`)
  })
}

/** Waits until the program has processed something. Fails after a minute. */
export async function waitFor(what: string, isThere: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await isThere())) {
    if (Date.now() > deadline) throw new Error(`The program did not process ${what} in time.`)
    await sleep(10)
  }
}
