import { setTimeout as sleep } from 'node:timers/promises'

/** A dealer's user at a shop that may die at any moment: signed in over HTTP, with the token of a page. */
export type Buyer = {
  /** Returns the status. */
  get(path: string): Promise<number>
  post(path: string, body: object, headers?: Record<string, string>): Promise<Reply>
}
export type Reply = { status: number; body: Record<string, unknown> }

const patience = 8_000 // milliseconds

let addresses = 0

export async function signInBuyer(url: string, username: string, password: string): Promise<Buyer> {
  // The shop trusts a proxy on its own machine; otherwise all buyers would share one rate limit.
  addresses += 1
  const address = `203.0.113.${addresses % 250}`
  const cookies = new Map<string, string>()
  let token = ''

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, 'x-forwarded-for': address, ...(init.headers as Record<string, string>) }
    const response = await fetch(`${url}${path}`, { ...init, headers, signal: AbortSignal.timeout(patience) })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }
  /** An overloaded shop returns a page without a token, and asks the client to retry. */
  async function readToken(): Promise<void> {
    const deadline = performance.now() + patience
    do {
      const html = await (await send('/search?q=')).text()
      token = /<meta name="csrf-token" content="([^"]+)"/.exec(html)?.[1] ?? ''
    } while (token === '' && performance.now() < deadline && (await sleep(100, true)))
  }
  async function post(path: string, body: object, more: Record<string, string> = {}): Promise<Reply> {
    const marks = { 'x-csrf-token': token, 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' }
    const response = await send(path, { method: 'POST', body: JSON.stringify(body), headers: { ...marks, ...more } })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  await readToken()
  const { status } = await post('/api/account/login', { username, password })
  if (status !== 200) throw new Error(`${username} could not sign in: ${status}`)
  await readToken()
  const get = async (path: string) => {
    const response = await send(path)
    await response.arrayBuffer()
    return response.status
  }
  return { get, post }
}
