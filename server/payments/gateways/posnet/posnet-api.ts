import { isUnanswered } from '#domain/payments/decline.ts'
import { decimal } from '#domain/money/money.ts'
import { isSameAmount, kurusOf, sumOf } from '#server/payments/gateways/bank-amount.ts'
import { bankText, maskedCard } from '#server/payments/gateways/callback-fields.ts'
import type {
  Charge,
  Gateway,
  Inquiry,
  Outcome,
  PosTerms,
  Proof,
  Receipt,
  RefundOutcome,
} from '#server/payments/gateways/gateway.ts'
import { isSame } from '#server/platform/http/secrets.ts'
import { hasRepeats, type XmlMessage } from '#server/payments/gateways/xml-message.ts'
import {
  posnetCurrencies,
  posnetMac,
  type PosnetAnswer,
  resultOf,
  type SendPosnet,
  signedValues,
} from './posnet-message.ts'

/** The server-to-server operations of PosNet after 3-D Secure. */
export function posnetOperations(
  terms: PosTerms,
  send: SendPosnet,
): Pick<Gateway, 'capture' | 'inquire' | 'void' | 'refund'> {
  return {
    capture: (charge, proof) => capture(terms, send, charge, proof),
    inquire: (charge) => inquire(send, charge),
    void: async (charge, receipt) => {
      const sale = { hostLogKey: receipt.bankReference ?? '', authCode: receipt.authCode ?? '' }
      return refundOf(await send(charge, { tranDateRequired: '1', reverse: { transaction: 'sale', ...sale } }))
    },
    refund: async (charge, receipt, amount) => {
      const returned = { amount: kurusOf(amount), currencyCode: posnetCurrencies[charge.currency] }
      const sale = { hostLogKey: receipt.bankReference ?? '' }
      return refundOf(await send(charge, { tranDateRequired: '1', return: { ...returned, ...sale } }))
    },
  }
}

async function capture(terms: PosTerms, send: SendPosnet, charge: Charge, proof: Proof): Promise<Outcome> {
  const packets = { bankData: proof['bankData'] ?? '', merchantData: proof['merchantData'] ?? '' }
  const mac = posnetMac(signedValues(charge), terms)
  const oosTranData = { ...packets, sign: proof['sign'] ?? '', wpAmount: '0', mac }
  const answer = await send(charge, { oosTranData })
  if (!answer.ok) return { kind: 'unknown', text: answer.text }
  const { message } = answer
  const { isApproved, isRefused, code, text } = resultOf(message)
  const hostLogKey = message.text('hostlogkey')
  const isSigned = isSame(message.text('mac'), posnetMac([hostLogKey, ...signedValues(charge)], terms))
  if (isApproved && hostLogKey !== '' && isSigned) {
    return { kind: 'captured', receipt: { ...receiptOf(message), ...cardOf(proof) } }
  }
  if (isRefused && isCertain(code) && hostLogKey === '') return { kind: 'declined', code, text }
  // `approved` 2: the order number is paid already. Only an inquiry finds out.
  return { kind: 'unknown', text: `${code} ${text}`.trim() }
}

/**
 * Codes that guarantee that no money moved: of the issuing bank, of the merchant's rules (0129, 0205, 0217, 0232) and of
 * wrong access data. Not among them: 0100, 0124 to 0127, 0400 and 0444, problems of the bank's own systems.
 */
const certainCodes = /^(\d\d|0129|014[678]|0150|0205|0217|0232)$/

function isCertain(code: string): boolean {
  return certainCodes.test(code) && !isUnanswered(code)
}

function receiptOf(message: XmlMessage): Receipt {
  return {
    authCode: message.text('authCode') || null,
    bankReference: message.text('hostlogkey') || null,
    transaction: null,
  }
}

/** The return has the first six digits only. */
function cardOf(proof: Proof): Pick<Receipt, 'cardFirst6'> {
  const first = proof['cardFirst6'] ?? ''
  return first === '' ? {} : { cardFirst6: first }
}

/** Problems of the bank's systems, after which a void or a refund may have been made. */
const unclearRefunds = /^(0100|012[456]|0400|0444)$/

function refundOf(answer: PosnetAnswer): RefundOutcome {
  if (!answer.ok) return { kind: 'unknown', text: answer.text }
  const { isApproved, isRefused, code, text } = resultOf(answer.message)
  if (isApproved) return { kind: 'done', code: '1' }
  const isKnown = isRefused && !isUnanswered(code) && !unclearRefunds.test(code)
  return isKnown ? { kind: 'refused', code, text } : { kind: 'unknown', text: `${code} ${text}`.trim() }
}

/** How the bank's system starts the order number of a 3-D payment; sources name both. */
const orderPrefixes = ['TDSC', 'TDS_'] as const

/** The list of an order's transactions (`agreement`). It has no declined ones. */
async function inquire(send: SendPosnet, charge: Charge): Promise<Inquiry> {
  for (const prefix of orderPrefixes) {
    const orderID = `${prefix}${signedValues(charge)[0]}`
    const answer = await send(charge, { agreement: { orderID } })
    if (!answer.ok) return { kind: 'pending', text: answer.text }
    const { isApproved, code, text } = resultOf(answer.message)
    const isNotFound = code === '0123'
    if (isApproved) return readAgreement(answer.message, charge)
    if (!isNotFound) return { kind: 'pending', text: `${code} ${text}`.trim() }
  }
  return { kind: 'none' }
}

const rowElements = ['orderID', 'amount', 'currencyCode', 'state', 'txnStatus', 'hostlogkey', 'authCode']

function readAgreement(message: XmlMessage, charge: Charge): Inquiry {
  const rows = message.all('transactions', 'transaction').map((row) => ({
    state: row.text('state'),
    isDone: row.text('txnStatus') === '1',
    amount: agreementAmount(row.text('amount')),
    isOurs:
      !hasRepeats(row, rowElements) &&
      row.text('orderID').endsWith(signedValues(charge)[0]) &&
      row.text('currencyCode') === signedValues(charge)[2],
    row,
  }))
  const isReadable = rows.every(
    ({ state, amount, isOurs }) => ['Sale', 'Return', 'Reverse'].includes(state) && amount !== null && isOurs,
  )
  const sales = rows.filter(({ state, isDone, row }) => state === 'Sale' && isDone && row.text('hostlogkey') !== '')
  const [sale] = sales
  const amount = sale?.amount ?? null
  if (!isReadable || sale === undefined || amount === null || sales.length > 1) {
    return { kind: 'pending', text: bankText(rows.map(({ state }) => state).join(' ')) || 'no sale in the list' }
  }
  const receipt = { ...receiptOf(sale.row), ...maskedCard(sale.row.text('ccno')) }
  const isVoided = rows.some(({ state, isDone }) => state === 'Reverse' && isDone)
  const returns = rows.filter(({ state, isDone }) => state === 'Return' && isDone)
  const refunded = isVoided ? amount : sumOf(returns.map((each) => each.amount ?? '0'))
  return { kind: 'captured', amount, refunded, receipt }
}

/** "1.234,50" as "1234.50"; null for anything else, and for zero. */
function agreementAmount(text: string): string | null {
  if (!/^(\d{1,3}(\.\d{3})+|\d{1,12}),\d\d$/.test(text)) return null
  const amount = decimal(text.replaceAll('.', '').replace(',', '.')).toFixed(2)
  return isSameAmount(amount, '0') ? null : amount
}
