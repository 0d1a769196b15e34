import { requireOutsideCalls } from '#server/platform/http/outside-switch.ts'
import { ccpayment } from '#server/payments/gateways/ccpayment/ccpayment.ts'
import { craftgate } from '#server/payments/gateways/craftgate/craftgate.ts'
import { akbank } from '#server/payments/gateways/akbank/akbank.ts'
import { garanti } from '#server/payments/gateways/garanti/garanti.ts'
import type { Adapter, BankHttp, BrowserStep, Gateway, PosTerms, Started, StartedStored } from './gateway.ts'
import { iyzico } from '#server/payments/gateways/iyzico/iyzico.ts'
import { kuveytturk } from '#server/payments/gateways/kuveytturk/kuveytturk.ts'
import { nestpay } from '#server/payments/gateways/nestpay/nestpay.ts'
import { payflex } from '#server/payments/gateways/payflex/payflex.ts'
import { payfor } from '#server/payments/gateways/payfor/payfor.ts'
import { paytr } from '#server/payments/gateways/paytr/paytr.ts'
import { posnet } from '#server/payments/gateways/posnet/posnet.ts'
import { param } from '#server/payments/gateways/param/param.ts'
import { vakifkatilim } from '#server/payments/gateways/vakifkatilim/vakifkatilim.ts'

export { bankHttp } from './bank-http.ts'

/** The adapters of all protocols. */
export const adapters: Readonly<Record<PosTerms['adapter'], Adapter>> = {
  nestpay,
  ccpayment,
  craftgate,
  iyzico,
  payflex,
  paytr,
  garanti,
  posnet,
  akbank,
  payfor,
  kuveytturk,
  param,
  vakifkatilim,
}

/** A payer's browser goes to the bank, too: on a copy that makes no outside calls, no gateway is used. Throws OutsideCallsOff. */
export function requireOpenBank({ environment }: Pick<PosTerms, 'environment'>): void {
  if (environment !== 'sandbox') requireOutsideCalls()
}

/**
 * Opens the gateway of an account. Except in the sandbox, server and browser are only sent to https addresses, whatever
 * the account's settings contain. An approval without the bank's reference is unknown until the inquiry, since it could
 * not be refunded. Throws if the account lacks a setting or a key.
 */
export function openGateway(terms: PosTerms, http: BankHttp, now: () => Date): Gateway {
  const missing = missingOf(terms)
  if (missing.length > 0) throw new Error(`POS account ${terms.id} lacks ${missing.join(', ')}.`)
  const isSandbox = terms.environment === 'sandbox'
  const isAllowed = (url: string) => url.startsWith('https://') || (isSandbox && /^\/[^/\\]/.test(url))
  const guarded: BankHttp = (request) =>
    isAllowed(request.url) ? http(request) : Promise.resolve({ ok: false, reason: 'address' })
  const { cards, ...gateway } = adapters[terms.adapter].open(terms, guarded, now)
  const onlyAllowed = async <Result extends StartedStored>(start: Promise<Result>): Promise<Result | Started> => {
    const started = await start
    return started.ok && !isAllowed(addressOf(started.step))
      ? { ok: false, kind: 'unreachable', text: 'address' }
      : started
  }
  return {
    ...gateway,
    ...(cards !== undefined &&
      keeperOf(terms) !== null && {
        cards: {
          ...cards,
          startAndStore: (...of) => onlyAllowed(cards.startAndStore(...of)),
          startStored: (...of) => onlyAllowed(cards.startStored(...of)),
        },
      }),
    start: (charge, card) => onlyAllowed(gateway.start(charge, card)),
    capture: async (charge, proof) => {
      const outcome = await gateway.capture(charge, proof)
      const isWhole = outcome.kind !== 'captured' || outcome.receipt.bankReference !== null
      return isWhole ? outcome : { kind: 'unknown', text: 'no reference' }
    },
  }
}

/** The provider that keeps the cards of an account; null: it keeps none. */
export function keeperOf({ adapter, mode, settings }: Pick<PosTerms, 'adapter' | 'mode' | 'settings'>): string | null {
  const isOn = mode === 'own_form' && settings['storedCards'] !== 'off'
  return isOn ? (adapters[adapter].keepsCards ?? null) : null
}

function addressOf(step: BrowserStep): string {
  return step.kind === 'form' ? step.action : step.url
}

/** Names of the settings and keys that the account's adapter needs and that are not set. */
export function missingOf({
  adapter,
  settings,
  secrets,
  mode,
}: Pick<PosTerms, 'adapter' | 'settings' | 'secrets' | 'mode'>): string[] {
  const needed = adapters[adapter]
  return [
    ...needed.settings.filter((name) => !settings[name]),
    ...needed.secrets.filter((name) => !secrets[name]),
    ...(needed.modes.includes(mode) ? [] : [`mode ${mode}`]),
  ]
}
