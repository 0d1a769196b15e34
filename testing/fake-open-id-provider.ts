import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHmac, createPublicKey, generateKeyPairSync, sign as signBytes } from 'node:crypto'

export type Claims = Record<string, unknown>
export type FakeProvider = Awaited<ReturnType<typeof fakeOpenIdProvider>>

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** A provider whose answers a test makes, to send what no honest provider sends. */
export async function fakeOpenIdProvider() {
  const own = keyPair()
  const foreign = keyPair()
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state = {
    token: '',
    status: 200,
    /** What the metadata says instead. */
    metadata: {} as Record<string, unknown>,
    /** Requests by path. */
    counts: new Map<string, number>(),
    codes: [] as string[],
  }
  const jwk = { ...createPublicKey(own.privateKey).export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' }
  server.on('request', (request, response) => {
    const { pathname } = new URL(request.url ?? '', issuer)
    state.counts.set(pathname, (state.counts.get(pathname) ?? 0) + 1)
    const answer = (body: unknown) => {
      response.writeHead(state.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (pathname === '/.well-known/openid-configuration') {
      return answer({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        // Also what nobody may accept.
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        ...state.metadata,
      })
    }
    if (pathname === '/keys') return answer({ keys: [jwk] })
    let text = ''
    request.on('data', (piece: Buffer) => (text += piece.toString()))
    request.on('end', () => {
      state.codes.push(new URLSearchParams(text).get('code') ?? '')
      answer({ access_token: 'access', token_type: 'Bearer', id_token: state.token })
    })
  })
  const signed = (header: Claims, claims: Claims, signature: (text: string) => string): string => {
    const text = `${encode(header)}.${encode(claims)}`
    return `${text}.${signature(text)}`
  }
  const rsa = (key: typeof own.privateKey) => (text: string) =>
    signBytes('sha256', Buffer.from(text), key).toString('base64url')
  return {
    issuer,
    state,
    tokens: {
      valid: (claims: Claims) => signed({ alg: 'RS256', kid: 'own' }, claims, rsa(own.privateKey)),
      unsigned: (claims: Claims) => signed({ alg: 'none' }, claims, () => ''),
      /** Signed by a key that the provider does not publish. */
      foreign: (claims: Claims) => signed({ alg: 'RS256', kid: 'own' }, claims, rsa(foreign.privateKey)),
      /** Signed with the client secret, which a client could do itself. */
      shared: (claims: Claims, secret: string) =>
        signed({ alg: 'HS256' }, claims, (text) => createHmac('sha256', secret).update(text).digest('base64url')),
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
