import { setTimeout as sleep } from 'node:timers/promises'

/** A dealer's user at a shop that may die at any moment: signed in over HTTP, with the token of a page. */
export type Buyer = {
  /** Returns the status. */
  get(path: string): Promise<number>
  post(path: string, body: object, headers?: Record<string, string>): Promise<Reply>
  patch(path: string, body: object): Promise<Reply>
  send(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Reply>
}
export type Reply = { status: number; body: Record<string, unknown> }

/** Milliseconds for a request, and for one of signing in: a shop that has just started may be slow. */
const patience = 8_000
const firstPatience = 60_000

let addresses = 0

export async function signInBuyer(url: string, username: string, password: string): Promise<Buyer> {
  // The shop trusts a proxy on its own machine; otherwise all buyers would share one rate limit.
  addresses += 1
  const address = `203.0.113.${addresses % 250}`
  const cookies = new Map<string, string>()
  let token = ''
  let limit = firstPatience

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, 'x-forwarded-for': address, ...(init.headers as Record<string, string>) }
    const response = await fetch(`${url}${path}`, { ...init, headers, signal: AbortSignal.timeout(limit) })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }
  /** An overloaded shop returns a page without a token, and asks the client to retry. */
  async function readToken(): Promise<void> {
    const deadline = performance.now() + limit
    do {
      const html = await (await send('/search?q=')).text()
      token = /<meta name="csrf-token" content="([^"]+)"/.exec(html)?.[1] ?? ''
    } while (token === '' && performance.now() < deadline && (await sleep(100, true)))
  }
  async function call(method: string, path: string, body?: object, more: Record<string, string> = {}): Promise<Reply> {
    const marks = { 'x-csrf-token': token, 'x-requested-with': 'XMLHttpRequest' }
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await send(path, { method, headers: { ...marks, ...type, ...more }, ...content })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  const post = (path: string, body: object, more?: Record<string, string>) => call('POST', path, body, more)
  await readToken()
  const { status } = await post('/api/account/login', { username, password })
  if (status !== 200) throw new Error(`${username} could not sign in: ${status}`)
  await readToken()
  limit = patience
  const get = async (path: string) => {
    const response = await send(path)
    await response.arrayBuffer()
    return response.status
  }
  return { get, post, patch: (path, body) => call('PATCH', path, body), send: call }
}

/** Milliseconds; long enough for a busy machine. */
export const longestOutage = 120_000
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
    const isPassing = answer === undefined || answer.status === 503 || answer.status === 409
    if (!isPassing || performance.now() > deadline) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    await sleep(pause)
  }
}
