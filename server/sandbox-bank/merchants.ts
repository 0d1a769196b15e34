/**
 * A shop as the sandbox bank knows it. Nothing here is secret: the bank exists only outside of production and moves no
 * money.
 */
export type Merchant = {
  clientId: string
  bank: string
  userName: string
  password: string
  storeKey: string
}

export const sandboxMerchants = {
  arti: {
    clientId: '990100001',
    bank: 'Demo Bankası',
    userName: 'DEMOAPI',
    password: 'demo-bank-password',
    storeKey: 'DEMO|store\\key1',
  },
  kule: {
    clientId: '990200001',
    bank: 'Örnek Bank',
    userName: 'ORNEKAPI',
    password: 'ornek-bank-password',
    storeKey: 'ORNEKkey2',
  },
  pusula: {
    clientId: '990300001',
    bank: 'Deneme Katılım',
    userName: 'DENEMEAPI',
    password: 'deneme-bank-password',
    storeKey: 'DENEMEkey3',
  },
} as const satisfies Record<string, Merchant>

const byClientId = new Map<string, Merchant>(
  Object.values(sandboxMerchants).map((merchant) => [merchant.clientId, merchant]),
)

export function merchantOf(clientId: string): Merchant | undefined {
  return byClientId.get(clientId)
}
