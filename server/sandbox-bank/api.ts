import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { translate } from '#server/platform/http/words.ts'
import { proofFields } from './callback.ts'
import { amountOf, type ApiReply, type Cc5Answer, type Cc5Request, installmentOf, kurus, readCc5 } from './cc5.ts'
import { cardFault } from './demo-cards.ts'
import { takeFault } from './faults.ts'
import { merchantOf } from './merchants.ts'
import { answerInquiry } from './inquiry.ts'
import { recordSale } from './provision.ts'
import { findSessionByProof, insertTransaction, listTransactions, lockSale, type BankTransaction } from './queries.ts'

/** An error of the protocol: Response Error, code 99, and the reason in Turkish (`sandbox.bank.<reason>`). */
export function bankError(reason: string, errorCode = ''): Cc5Answer {
  const extra = { ERRORCODE: errorCode, NUMCODE: `99${errorCode.replace(/\D/g, '')}` }
  return { response: 'Error', code: '99', message: translate('tr', `sandbox.bank.${reason}`), extra }
}

/** Answers the bank's XML API. */
export async function answerApi(pool: Pool, xml: string, now: Date): Promise<ApiReply> {
  const request = readCc5(xml)
  if (request === null) return { answer: bankError('xml'), fault: null }
  const merchant = merchantOf(request.ClientId ?? '')
  const isKnown = merchant?.userName === request.Name && merchant?.password === request.Password
  if (merchant === undefined || !isKnown) return { answer: bankError('password'), fault: null }
  if (request.ORDERSTATUS === 'QUERY' || request.ORDERHISTORY === 'QUERY') return answerInquiry(pool, request)
  if (request.Type === 'Auth') return capture(pool, request, now)
  if (request.Type === 'Void') return refund(pool, request, 'void', now)
  if (request.Type === 'Credit') return refund(pool, request, 'refund', now)
  return { answer: bankError('type'), fault: null }
}

/** Captures an authenticated payment. The shop's request is compared with what the cardholder confirmed. */
async function capture(pool: Pool, request: Cc5Request, now: Date): Promise<ApiReply> {
  const oid = request.OrderId ?? ''
  const session = await findSessionByProof(pool, request.Number?.split(':')[1] ?? '')
  if (session === undefined || session.state !== 'done' || !['1', '2', '3', '4'].includes(session.md_status ?? '')) {
    return { answer: bankError('no_authentication'), fault: null }
  }
  const proof = proofFields(session)
  const isSame =
    session.client_id === request.ClientId &&
    session.oid === oid &&
    proof.md === request.Number &&
    proof.xid === request.PayerTxnId &&
    proof.eci === request.PayerSecurityLevel &&
    proof.cavv === request.PayerAuthenticationCode &&
    session.amount === amountOf(request.Total) &&
    session.installment === installmentOf(request.Taksit) &&
    request.Currency === '949'
  if (!isSame || session.store_type.startsWith('3d_pay')) return { answer: bankError('other_payment'), fault: null }
  const fault = cardFault(session.card, 'auth_') ?? (await takeFault(pool, oid, 'auth_'))
  if (fault?.endsWith('_before')) return { answer: null, fault }
  const made = await transaction(pool, async (db) => {
    const before = await listTransactions(db, session.client_id, oid)
    return before.length > 0 ? undefined : recordSale(db, session, now)
  })
  return { answer: made === undefined ? bankError('duplicate', 'CORE-2507') : transactionAnswer(made, now), fault }
}

function transactionAnswer(made: BankTransaction, now: Date): Cc5Answer {
  const time = now.toISOString().slice(0, 19).replaceAll('-', '').replace('T', ' ')
  return {
    response: made.approved ? 'Approved' : 'Declined',
    code: made.code,
    message: made.approved ? '' : translate('tr', `sandbox.codes.${made.code}`),
    orderId: made.oid,
    authCode: made.auth_code,
    hostRef: made.host_ref,
    transId: made.trans_id,
    extra: { TRXDATE: time, ERRORCODE: '', NUMCODE: made.code },
  }
}

/** Voids or refunds a sale: a void returns all of it on its day, a refund any part of the rest on any day. */
async function refund(pool: Pool, request: Cc5Request, kind: 'void' | 'refund', now: Date): Promise<ApiReply> {
  const [clientId, oid] = [request.ClientId ?? '', request.OrderId ?? '']
  const [{ card } = { card: null }] = await listTransactions(pool, clientId, oid)
  const fault = cardFault(card, `${kind}_`) ?? (await takeFault(pool, oid, `${kind}_`))
  if (fault === 'void_refused') return { answer: bankError('day_over', 'CORE-2008'), fault: null }
  if (fault === 'refund_refused') return { answer: bankError('day_open', 'CORE-2508'), fault: null }
  if (fault?.endsWith('_before')) return { answer: null, fault }
  const answer = await transaction(pool, async (db) => {
    const sale = await lockSale(db, clientId, oid)
    if (sale === undefined) return bankError('no_sale', 'CORE-2008')
    const others = (await listTransactions(db, clientId, oid)).filter(({ approved }) => approved)
    const refunded = others.filter((each) => each.kind === 'refund').reduce((sum, each) => sum + kurus(each.amount), 0)
    const isVoided = others.some((each) => each.kind === 'void')
    const amount = kind === 'void' ? sale.amount : amountOf(request.Total)
    const isOver = dayInTurkey(sale.at) !== dayInTurkey(now)
    if (kind === 'void' && isOver) return bankError('day_over', 'CORE-2008')
    if (isVoided || (kind === 'void' && refunded > 0)) return bankError('no_sale', 'CORE-2008')
    if (amount === null || (kind === 'refund' && request.Currency !== '949')) return bankError('amount')
    if (refunded + kurus(amount) > kurus(sale.amount)) return bankError('too_much', 'CORE-2503')
    const { installment } = sale
    const made = {
      client_id: clientId,
      oid,
      kind,
      approved: true,
      amount,
      currency: 'TRY',
      installment,
      card: sale.card,
      code: '00',
      at: now,
    }
    const written = await insertTransaction(db, made)
    return written === undefined ? bankError('no_sale', 'CORE-2008') : transactionAnswer(written, now)
  })
  return { answer, fault }
}
