import { password } from './people.ts'
import type { TestRequest } from './shop.ts'

/** Valid requests of the calls for second factors, passkeys and sign-in links. */
export const factorRequests: Record<string, () => TestRequest> = {
  'POST /api/account/login/code': () => ({
    url: '/api/account/login/code',
    body: { challenge: 'e30.unknown', code: '123456' },
  }),
  'GET /api/account/login/second-step': () => ({ url: '/api/account/login/second-step?challenge=e30.unknown' }),
  'POST /api/account/login/passkey/draft': () => ({ url: '/api/account/login/passkey/draft' }),
  'POST /api/account/login/passkey': () => ({
    url: '/api/account/login/passkey',
    body: { challenge: 'e30.unknown', response: {} },
  }),
  'POST /api/account/login/link': () => ({ url: '/api/account/login/link', body: { email: 'kimse@example.com' } }),
  'GET /api/account/login/link/:token': () => ({ url: '/api/account/login/link/unknown' }),
  'POST /api/account/login/link/:token': () => ({ url: '/api/account/login/link/unknown' }),
  'GET /api/account/security': () => ({ url: '/api/account/security' }),
  'POST /api/account/totp/draft': () => ({ url: '/api/account/totp/draft' }),
  'POST /api/account/totp': () => ({
    url: '/api/account/totp',
    body: { draft: 'unknown', code: '123456', password },
  }),
  'POST /api/account/totp/removal': () => ({ url: '/api/account/totp/removal', body: { password } }),
  'POST /api/account/recovery-codes': () => ({ url: '/api/account/recovery-codes', body: { password } }),
  'POST /api/account/passkeys/draft': () => ({ url: '/api/account/passkeys/draft', body: { password } }),
  'POST /api/account/passkeys': () => ({
    url: '/api/account/passkeys',
    body: { challenge: 'e30.unknown', name: 'Telefon', response: {} },
  }),
  'PATCH /api/account/passkeys/:id': () => ({ url: '/api/account/passkeys/999999999', body: { name: 'Telefon' } }),
  'POST /api/account/passkeys/:id/removal': () => ({
    url: '/api/account/passkeys/999999999/removal',
    body: { password },
  }),
}
