import { translate } from '#server/platform/http/words.ts'
import { type Bank, type Faulty, withBooks } from '#server/sandbox-bank/dialects/answer-request.ts'
import type { Books, GivenBack } from '#server/sandbox-bank/dialects/dialect.ts'
import { proofFields } from './callback.ts'
import { amountOf, type Cc5Answer, type Cc5Request, currencyOf, installmentOf, readCc5 } from './cc5.ts'
import { answerInquiry } from './inquiry.ts'
import { merchantOf } from './merchants.ts'
import type { BankTransaction } from './queries.ts'

/** An error of the protocol: Response Error, code 99, and the reason in Turkish (`sandbox.bank.<reason>`). */
function bankError(reason: string, errorCode = ''): Cc5Answer {
  const extra = { ERRORCODE: errorCode, NUMCODE: `99${errorCode.replace(/\D/g, '')}` }
  return { response: 'Error', code: '99', message: translate('tr', `sandbox.bank.${reason}`), extra }
}

/** Answers NestPay's XML API. */
export async function answerApi(bank: Bank, xml: string): Promise<Faulty<Cc5Answer>> {
  const request = readCc5(xml)
  if (request === null) return { answer: bankError('xml'), fault: null }
  const merchant = merchantOf(request.ClientId ?? '')
  const isKnown = merchant?.userName === request.Name && merchant?.password === request.Password
  if (merchant === undefined || !isKnown) return { answer: bankError('password'), fault: null }
  const { clientId } = merchant
  return withBooks(bank, { dialect: 'nestpay', clientId }, (books) => answerFor(request, books))
}

function answerFor(request: Cc5Request, books: Books): Promise<Cc5Answer> {
  if (request.ORDERSTATUS === 'QUERY' || request.ORDERHISTORY === 'QUERY') return answerInquiry(books, request)
  if (request.Type === 'Auth') return capture(books, request)
  if (request.Type === 'Void') return giveBack(books, request, 'void')
  if (request.Type === 'Credit') return giveBack(books, request, 'refund')
  return Promise.resolve(bankError('type'))
}

/** Captures an authenticated payment. The shop's request is compared with what the cardholder confirmed. */
async function capture(books: Books, request: Cc5Request): Promise<Cc5Answer> {
  const session = await books.session({ proof: request.Number?.split(':')[1] ?? '' })
  if (session === undefined || session.state !== 'done') return bankError('no_authentication')
  const proof = proofFields(session)
  const isSame =
    session.oid === request.OrderId &&
    proof.md === request.Number &&
    proof.xid === request.PayerTxnId &&
    proof.eci === request.PayerSecurityLevel &&
    proof.cavv === request.PayerAuthenticationCode &&
    session.amount === amountOf(request.Total) &&
    session.installment === installmentOf(request.Taksit) &&
    currencyOf(request.Currency) === session.currency
  if (!isSame || session.store_type.startsWith('3d_pay')) return bankError('other_payment')
  const sold = await books.sell(session)
  if (sold.ok) return transactionAnswer(sold.made, books.now)
  return sold.reason === 'duplicate' ? bankError('duplicate', 'CORE-2507') : bankError(sold.reason)
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

const errorCodes: Readonly<Record<Extract<GivenBack, { ok: false }>['reason'], string>> = {
  no_sale: 'CORE-2008',
  day_over: 'CORE-2008',
  day_open: 'CORE-2508',
  too_much: 'CORE-2503',
  amount: '',
}

async function giveBack(books: Books, request: Cc5Request, kind: 'void' | 'refund'): Promise<Cc5Answer> {
  const sale =
    kind === 'refund'
      ? (await books.transactions(request.OrderId ?? '')).find((made) => made.kind === 'sale')
      : undefined
  if (sale !== undefined && currencyOf(request.Currency) !== sale.currency) return bankError('amount')
  const given = await books.giveBack(request.OrderId ?? '', kind, request.Total)
  return given.ok ? transactionAnswer(given.made, books.now) : bankError(given.reason, errorCodes[given.reason])
}
