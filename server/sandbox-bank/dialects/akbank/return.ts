import { createHash } from 'node:crypto'
import { translate } from '#server/platform/http/words.ts'
import { demoBinOf } from '#server/sandbox-bank/demo-cards.ts'
import type { BankSession, BankTransaction } from '#server/sandbox-bank/queries.ts'
import type { Fields } from '#server/sandbox-bank/signature.ts'
import { numbersOf, resultOf } from './results.ts'
import { bankTime, terminal } from './terminal.ts'

/** The proof of an authentication, which the shop sends back with its sale. */
export function proofOf({ proof, card, md_status }: BankSession) {
  const digest = (kind: string) => createHash('sha1').update(`${kind}:${proof}`).digest('base64')
  const isMastercard = demoBinOf(card ?? '')?.scheme === 'MASTERCARD'
  // Complete or attempted.
  const [complete, attempted] = isMastercard ? ['02', '01'] : ['05', '06']
  return {
    secureId: digest('id'),
    secureEcomInd: md_status === '1' ? complete : attempted,
    secureData: digest('data'),
    secureMd: proof,
  }
}

const authenticatedNames =
  'txnCode+responseCode+responseMessage+txnDateTime+merchantSafeId+terminalSafeId+orderId+secureId+secureEcomInd+secureData+secureMd'
const saleNames =
  'txnCode+responseCode+responseMessage+hostResponseCode+hostMessage+txnDateTime+merchantSafeId+terminalSafeId+orderId+authCode+rrn+batchNumber+stan'
const failureNames = 'responseCode+responseMessage+orderId'

/** What the browser posts to the shop. A failure has empty numbers and a shorter signature. */
export function returnFields(
  session: BankSession,
  sale: BankTransaction | undefined,
  sign: (text: string) => string,
): Fields {
  const isPassed = session.store_type === '3d' && ['1', '2', '3', '4'].includes(session.md_status ?? '')
  const [hashParams, fields] =
    sale !== undefined
      ? [saleNames, saleFields(sale)]
      : isPassed
        ? [authenticatedNames, authenticatedFields(session)]
        : [failureNames, failureFields(session)]
  const signedText = hashParams.split('+').map((name) => fields[name] ?? '')
  return Object.entries({ ...fields, hashParams, hash: sign(signedText.join('')) })
}

function saleFields(sale: BankTransaction): Record<string, string> {
  const result = [...Object.entries(resultOf(sale)), ...Object.entries(numbersOf(sale))]
  const texts = Object.fromEntries(result.map(([name, value]) => [name, String(value)]))
  return { txnCode: '1000', ...texts, txnDateTime: bankTime(sale.at), ...terminal, orderId: sale.oid }
}

function authenticatedFields(session: BankSession): Record<string, string> {
  const result = { txnCode: '3001', responseCode: 'VPS-0000', responseMessage: 'BAŞARILI' }
  const time = bankTime(session.created_at)
  return { ...result, txnDateTime: time, ...terminal, orderId: session.oid, ...proofOf(session) }
}

function failureFields({ md_error, md_status, oid }: BankSession): Record<string, string> {
  const text = translate('tr', `sandbox.bank.${md_error === '' ? `md_${md_status}` : md_error}`)
  const empty = { txnCode: '', hostResponseCode: '', hostMessage: '', merchantSafeId: '', terminalSafeId: '' }
  return { ...empty, responseCode: 'VPS-1279', responseMessage: text, orderId: oid }
}
