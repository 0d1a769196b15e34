import { translate } from '#server/platform/http/words.ts'
import type { BankTransaction } from '#server/sandbox-bank/queries.ts'
import { approvedText } from './terminal.ts'

export type Reply = Readonly<Record<string, unknown>>

export const approval = {
  responseCode: 'VPS-0000',
  responseMessage: 'BAŞARILI',
  hostResponseCode: '00',
  hostMessage: approvedText,
}

export function hostRefusal(hostResponseCode: string, hostMessage: string): Reply {
  return { responseCode: 'VPS-1005', responseMessage: 'Provizyon Hatası', hostResponseCode, hostMessage }
}

/** A transaction's result in an answer and in a list. */
export function resultOf({ approved, code }: BankTransaction): Reply {
  return approved ? approval : hostRefusal(code, translate('tr', `sandbox.codes.${code}`))
}

export function numbersOf(made: BankTransaction) {
  const authCode = made.approved ? made.auth_code : '000000'
  return { authCode, rrn: made.host_ref, batchNumber: 39, stan: made.id }
}
