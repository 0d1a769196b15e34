import type { People } from './people.ts'
import type { TestRequest } from './shop.ts'

const nobody = '/yonetim/identity-providers/999999999'
const values = {
  dealer: '',
  name: 'Merkez',
  issuer: 'https://issuer.example',
  clientId: 'toptan',
  domains: 'merkez.example',
  trustsEmail: false,
  isActive: false,
  isRequired: false,
  newUserRole: '',
}

/** A valid request for every call of single sign-on. */
export const singleSignOnRequests: Record<string, (people: People) => TestRequest> = {
  'GET /api/account/single-sign-on': () => ({ url: '/api/account/single-sign-on' }),
  'POST /api/account/single-sign-on': () => ({
    url: '/api/account/single-sign-on',
    body: { email: 'kimse@bilinmeyen.example' },
  }),
  'GET /yonetim/identity-providers': () => ({ url: '/yonetim/identity-providers' }),
  'POST /yonetim/identity-providers': () => ({ url: '/yonetim/identity-providers', body: { values } }),
  'GET /yonetim/identity-providers/:id': () => ({ url: nobody }),
  'PATCH /yonetim/identity-providers/:id': () => ({ url: nobody, body: { before: values, values } }),
  'DELETE /yonetim/identity-providers/:id': () => ({ url: nobody }),
  'POST /yonetim/identity-providers/:id/test': () => ({ url: `${nobody}/test`, body: {} }),
  'DELETE /yonetim/users/:id/identity': ({ dealer }) => ({ url: `/yonetim/users/${dealer.userId}/identity` }),
}
