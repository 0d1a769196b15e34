import type { PosTerms } from '#server/payments/gateways/gateway.ts'
import recorded from './akbank-answers.json' with { type: 'json' }

/** The account of the recorded answers. */
export const recordedTerms: PosTerms = {
  id: 1,
  adapter: 'akbank',
  mode: 'own_form',
  environment: 'test',
  settings: { merchantSafeId: recorded.merchantSafeId, terminalSafeId: recorded.terminalSafeId },
  secrets: { secretKey: recorded.secretKey },
}
