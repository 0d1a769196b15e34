import { setTimeout as sleep } from 'node:timers/promises'
import { csrfCookie, csrfTokenIn } from '#contract/core/csrf.ts'

/** A dealer's user at a shop that may die at any moment: signed in over HTTP, with the token of a page. */
export type Buyer = {
  /** Returns the status. */
  get(path: string): Promise<number>
  post(path: string, body: object, headers?: Record<string, string>): Promise<Reply>
  patch(path: string, body: object): Promise<Reply>
  send(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Reply>
  /** Sends a request and drops its connection after these milliseconds, whether or not there was an answer. */
  drop(path: string, body: object, headers: Record<string, string>, after: number): Promise<void>
  /** Sends a file. Returns the status. */
  upload(path: string, content: Buffer): Promise<number>
  /** The cookies, as the header of a request. */
  cookie(): string
}
export type Reply = { status: number; body: Record<string, unknown> }

/** Milliseconds for a request, and for one of signing in: a shop that has just started may be slow. */
const patience = 8_000
const firstPatience = 60_000

let addresses = 0

export async function signInBuyer(url: string, username: string, password: string): Promise<Buyer> {
  // The shop trusts a proxy on its own machine; otherwise all buyers would share one rate limit.
  addresses += 1
  const own = addresses
  let sent = 0
  // Another one after some requests, so that a long run does not meet the limit of an address.
  const addressNow = () => `198.18.${Math.floor(sent++ / 500) % 250}.${own % 250}`
  const cookies = new Map<string, string>()
  let token = ''
  let limit = firstPatience

  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { cookie: cookie(), 'x-forwarded-for': addressNow(), ...(init.headers as Record<string, string>) }
    const signals = [AbortSignal.timeout(limit), ...(init.signal ? [init.signal] : [])]
    const response = await fetch(`${url}${path}`, { ...init, headers, signal: AbortSignal.any(signals) })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }
  /** An overloaded shop returns a page without a token, and asks the client to retry. */
  async function readToken(): Promise<void> {
    const deadline = performance.now() + limit
    for (const prefix of ['', '__Host-']) cookies.delete(prefix + csrfCookie)
    do {
      await (await send('/search?q=')).text()
      token = csrfTokenIn(cookie())
    } while (token === '' && performance.now() < deadline && (await sleep(100, true)))
  }
  async function call(
    method: string,
    path: string,
    body?: object,
    more: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<Reply> {
    const marks = { 'x-csrf-token': token, 'x-requested-with': 'XMLHttpRequest' }
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = { ...marks, ...type, ...more }
    const response = await send(path, { method, headers, ...content, ...(signal && { signal }) })
    return { status: response.status, body: await bodyOf(response) }
  }

  const post = (path: string, body: object, more?: Record<string, string>) => call('POST', path, body, more)
  await readToken()
  const signIn = async () => (await post('/api/account/login', { username, password })).status
  const deadline = performance.now() + firstPatience
  let status = await signIn()
  while (status === 503 && performance.now() < deadline && (await sleep(500, true))) status = await signIn()
  if (status !== 200) throw new Error(`${username} could not sign in: ${status}`)
  await readToken()
  limit = patience
  const get = async (path: string) => {
    const response = await send(path)
    await response.arrayBuffer()
    return response.status
  }
  const drop = async (path: string, body: object, more: Record<string, string>, after: number) => {
    await call('POST', path, body, more, AbortSignal.timeout(Math.round(after))).catch(() => undefined)
  }
  const upload = async (path: string, content: Buffer) => {
    const marks = {
      'x-csrf-token': token,
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/octet-stream',
    }
    const response = await send(path, { method: 'POST', headers: marks, body: new Uint8Array(content) })
    await response.arrayBuffer()
    return response.status
  }
  const patch = (path: string, body: object) => call('PATCH', path, body)
  return { get, post, patch, send: call, drop, upload, cookie }
}

/** A proxy answers in its own words. */
async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return isJson ? (JSON.parse(text) as Record<string, unknown>) : { text }
}

/** Milliseconds; long enough for a busy machine. */
export const longestOutage = 600_000
const pause = 100

/** Sends until there is a response: retries while the shop is down, restarting or still processing the same key. */
export async function persist(
  buyer: Buyer,
  path: string,
  body: object,
  headers?: Record<string, string>,
): Promise<Reply> {
  const deadline = performance.now() + longestOutage
  for (;;) {
    const answer = await buyer.post(path, body, headers).catch(() => undefined)
    if (answer?.status === 200) return answer
    const isPassing = answer === undefined || [409, 502, 503, 504].includes(answer.status)
    if (!isPassing || performance.now() > deadline) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    await sleep(pause)
  }
}
