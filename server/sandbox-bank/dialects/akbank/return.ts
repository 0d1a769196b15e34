import { createHash } from 'node:crypto'
import { translate } from '#server/platform/http/words.ts'
import { demoBinOf } from '#server/sandbox-bank/demo-cards.ts'
import type { BankSession } from '#server/sandbox-bank/queries.ts'
import type { Fields } from '#server/sandbox-bank/signature.ts'
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

const successNames =
  'txnCode+responseCode+responseMessage+txnDateTime+merchantSafeId+terminalSafeId+orderId+secureId+secureEcomInd+secureData+secureMd'
const failureNames = 'responseCode+responseMessage+orderId'

/** What the browser posts to the shop. A failure has empty numbers and a shorter signature. */
export function returnFields(session: BankSession, sign: (text: string) => string): Fields {
  const isPassed = ['1', '2', '3', '4'].includes(session.md_status ?? '')
  const text = session.md_error === '' ? `md_${session.md_status}` : session.md_error
  const fields: Record<string, string> = isPassed
    ? {
        txnCode: '3001',
        responseCode: 'VPS-0000',
        responseMessage: 'BAŞARILI',
        txnDateTime: bankTime(session.created_at),
        ...terminal,
        orderId: session.oid,
        ...proofOf(session),
      }
    : {
        txnCode: '',
        responseCode: 'VPS-1279',
        responseMessage: translate('tr', `sandbox.bank.${text}`),
        hostResponseCode: '',
        hostMessage: '',
        merchantSafeId: '',
        terminalSafeId: '',
        orderId: session.oid,
      }
  const hashParams = isPassed ? successNames : failureNames
  const signedText = hashParams.split('+').map((name) => fields[name] ?? '')
  return Object.entries({ ...fields, hashParams, hash: sign(signedText.join('')) })
}
