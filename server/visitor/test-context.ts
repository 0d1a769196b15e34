import { pino } from 'pino'
import { permissionsOf } from '#domain/people/permissions.ts'
import { networkOf } from '#server/platform/http/network.ts'
import type { Actor, CallContext } from './context.ts'

export type TestContext = CallContext & {
  /** Cookies that the call set; null = cleared. */
  cookies: Map<string, string | null>
}

/** The context of a call without HTTP. */
export function testContext(parts: Partial<CallContext> = {}): TestContext {
  const cookies = new Map<string, string | null>()
  const context: TestContext = {
    actor: null,
    hasSessionEnded: false,
    choices: {},
    guestLineCount: 0,
    guestCart: null,
    deviceId: null,
    service: null,
    locale: 'tr',
    address: '192.0.2.1',
    network: networkOf(parts.address ?? '192.0.2.1'),
    origin: 'http://localhost',
    userAgent: '',
    requestId: 'test',
    log: pino({ level: 'silent' }),
    idempotencyKey: undefined,
    wantsHtml: false,
    visitorId: 'test-visitor',
    cookies,
    setCookie: (name, value) => void cookies.set(name, value),
    clearCookie: (name) => void cookies.set(name, null),
    onShown: (tell) => tell(context),
    ...parts,
  }
  return context
}

/** A dealer's user, without a session in the database. */
export function testActor({ canOrder = true, ...parts }: Partial<Actor> & { canOrder?: boolean } = {}): Actor {
  const kind = parts.role ?? 'dealer'
  return {
    sessionId: Buffer.alloc(32),
    userId: 1,
    name: 'Ayşe Yılmaz',
    email: 'ayse@example.com',
    role: 'dealer',
    permissions: permissionsOf({ kind, role: kind === 'admin' ? 'full' : 'owner', own: null, canOrder }),
    needsFactor: false,
    addresses: null,
    impersonator: null,
    representative: null,
    dealer: {
      id: 1,
      code: 'B001',
      name: 'Yılmaz Hırdavat',
      priceListId: null,
      discount: '0',
      rates: null,
      carrierPayer: 'store',
    },
    ...parts,
  }
}
