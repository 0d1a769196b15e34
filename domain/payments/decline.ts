/**
 * Why a card payment failed, as payers see it (decisions, "Payments"); the bank's code is for staff. Codes for lost,
 * stolen or seized cards deliberately belong to `other`.
 */
export const declineGroups = ['limit', 'card', 'closed', 'authentication', 'installment', 'bank', 'other'] as const
export type DeclineGroup = (typeof declineGroups)[number]

// Codes of ISO 8583 as Turkish banks use them, and iyzico's, which are mostly the same after the prefix 10.
const codes: Partial<Record<DeclineGroup, readonly string[]>> = {
  limit: ['51', '61', '65', '10051', '10215'],
  card: [
    '14',
    '54',
    '82',
    'M041',
    '10012',
    '10054',
    '10084',
    'InvalidCardNumber',
    'InvalidExpireDate',
    'LengthControlCardNumberField',
  ],
  closed: ['57', '93', '10057', '10093', '10217'],
  // NestPay's codes of its installment table, and Akbank's, PayTR's and Kuveyt Türk's of a card without installments.
  installment: ['CORE-2204', 'CORE-2601', 'CORE-2602', 'CORE-2603', 'VPS-1044', '8', 'CardNotOnusControl'],
  bank: ['09', '91', '92', '96', '99', 'unreachable'],
}

const groupOfCode = new Map(
  Object.entries(codes).flatMap(([group, list]) => list.map((code) => [code, group as DeclineGroup])),
)

/** The group of a bank's code. `3d…` codes are set by the adapters for a cardholder who was not authenticated. */
export function declineGroup(code: string | null): DeclineGroup {
  if (code === null) return 'other'
  if (/^(3d|md)/i.test(code)) return 'authentication'
  return groupOfCode.get(code) ?? 'other'
}

/**
 * Whether a bank's refusal only says that the issuing bank or its system did not answer (ISO 8583: 91, 96; iyzico's have
 * the prefix 10). The money may have moved, so such an outcome is unknown until an inquiry.
 */
export function isUnanswered(code: string): boolean {
  return /^(?:10)?0?9[16]$/.test(code)
}
