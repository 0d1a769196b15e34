import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type OpenIdUser = { subject: string; email: string; isVerified: boolean; name: string }
export type OpenIdProvider = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Signs in as a person does, and returns the address to which the provider sends the browser. */
  signIn(location: string, email: string): Promise<URL>
  /** Cancels instead. */
  cancel(location: string): Promise<URL>
  close(): Promise<void>
}

/**
 * A real OpenID provider on this machine. Its sign-in page asks for the email address of one of `users` and for nothing
 * else. `redirectUris`: where it may send browsers.
 */
export async function openIdProvider(
  users: readonly OpenIdUser[],
  redirectUris: readonly string[],
): Promise<OpenIdProvider> {
  const [clientId, clientSecret] = ['toptan', 'a-client-secret-of-the-test']
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of the test'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount(_context, id) {
      const user = users.find(({ subject }) => subject === id)
      if (user === undefined) return undefined
      const { subject: sub, email, isVerified, name } = user
      return { accountId: id, claims: () => ({ sub, email, email_verified: isVerified, name }) }
    },
  })
  provider.on('server_error', (_context, error) => console.error(error))
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(provider, users, request, response)
    else void handle(request, response)
  })
  return {
    issuer,
    clientId,
    clientSecret,
    signIn: (location, email) => visit(location, { email }),
    cancel: (location) => visit(location, { cancel: '1' }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Shows the sign-in form, and ends the interaction with what it sent. */
async function interact(
  provider: Provider,
  users: readonly OpenIdUser[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>Kimlik sağlayıcı</title><h1>Kimlik sağlayıcı</h1><form method="post">
      <label>E-posta <input name="email" type="email"></label><button>Giriş</button></form>`)
    return
  }
  const sent = new URLSearchParams(await textOf(request))
  const { grantId: known, params } = await provider.interactionDetails(request, response)
  const user = users.find(({ email }) => email === sent.get('email'))
  if (user === undefined || sent.has('cancel')) {
    const refused = { error: 'access_denied', error_description: 'cancelled' }
    return provider.interactionFinished(request, response, refused)
  }
  const grant = known === undefined ? undefined : await provider.Grant.find(known)
  const given = grant ?? new provider.Grant({ accountId: user.subject, clientId: String(params['client_id']) })
  given.addOIDCScope('openid email profile')
  const result = { login: { accountId: user.subject }, consent: { grantId: await given.save() } }
  return provider.interactionFinished(request, response, result)
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

/** Follows the provider's redirects with cookies, sends its form once, and stops where they leave it. */
async function visit(location: string, form: Record<string, string>): Promise<URL> {
  const cookies = new Map<string, string>()
  const { origin } = new URL(location)
  let sent: { method: string; body?: URLSearchParams } = { method: 'GET' }
  let url = new URL(location)
  for (let steps = 0; steps < 10; steps++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { ...sent, headers: { cookie }, redirect: 'manual' })
    await answer.arrayBuffer()
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const next = answer.headers.get('location')
    if (next === null) {
      if (!url.pathname.startsWith('/interaction/')) throw new Error(`The provider answered ${answer.status}.`)
      sent = { method: 'POST', body: new URLSearchParams(form) }
      continue
    }
    sent = { method: 'GET' }
    url = new URL(next, url)
    if (url.origin !== origin) return url
  }
  throw new Error('The provider redirects without end.')
}
