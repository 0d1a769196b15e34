import { pino } from 'pino'
import type { Actor, CallContext } from './context.ts'

export type TestContext = CallContext & {
  /** What the call sent; null = cleared. */
  cookies: Map<string, string | null>
}

/** A call's context without a wire. */
export function testContext(parts: Partial<CallContext> = {}): TestContext {
  const cookies = new Map<string, string | null>()
  const context: TestContext = {
    actor: null,
    hasSessionEnded: false,
    choices: {},
    cartLineCount: 0,
    guestCart: null,
    locale: 'tr',
    address: '192.0.2.1',
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

/** Somebody of a dealer; the session is not in the database. */
export function testActor(parts: Partial<Actor> = {}): Actor {
  return {
    sessionId: Buffer.alloc(32),
    userId: 1,
    name: 'Ayşe Yılmaz',
    email: 'ayse@example.com',
    role: 'dealer',
    canOrder: true,
    impersonator: null,
    dealer: { id: 1, code: 'B001', name: 'Yılmaz Hırdavat', priceListId: null, discount: '0' },
    ...parts,
  }
}
