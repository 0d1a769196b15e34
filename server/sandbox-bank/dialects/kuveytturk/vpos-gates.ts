import type { BankAnswer, Books, DialectMerchant } from '#server/sandbox-bank/dialects/dialect.ts'
import type { BankSession, BankTransaction } from '#server/sandbox-bank/queries.ts'
import {
  amountOfKurus,
  bankOrderOf,
  codeText,
  contract,
  currencies,
  currencyCode,
  isRequestSigned,
  kurusOf,
  reasonText,
  signedAnswer,
  stanOf,
} from './vpos-message.ts'
import { type Tags, writeTags } from '#server/sandbox-bank/dialects/bank-xml.ts'

/** What the two banks' gates do differently. */
export type VposBank = {
  merchant: DialectMerchant
  currencyTag: string
  /** A page that posts the reason of a refused request to the shop. */
  refusalPage(failUrl: string, answer: Tags): string
}
const installmentOf = (text = ''): number | null => {
  if (text === '0') return 1
  return /^([2-9]|1[0-2])$/.test(text) ? Number(text) : null
}

/** Why a request for 3-D Secure or a provision is not accepted, as the bank's code; null = it is. */
function problemOf({ merchant, currencyTag }: VposBank, tags: Tags): string | null {
  const { customerId, userName, password = '' } = merchant.keys
  const isUser = tags['MerchantId'] === merchant.clientId && tags['UserName'] === userName
  if (!isUser || tags['CustomerId'] !== customerId) return 'ApiUserNotDefined'
  if (!isRequestSigned(tags, password)) return 'HashDataError'
  if (tags['TransactionSecurity'] !== '3') return 'InvalidTransactionSecurity'
  const isPlain = /^\d+$/.test(tags['Amount'] ?? '') && installmentOf(tags['InstallmentCount']) !== null
  return isPlain && currencies[tags[currencyTag] ?? ''] !== undefined ? null : 'InvalidRequestError'
}

/** ThreeDModelPayGate: reads the card and answers with the page that leads to 3-D Secure. */
export async function openVisit(vpos: VposBank, tags: Tags, bank: Books): Promise<BankAnswer> {
  const [okUrl = '', failUrl = '', oid = ''] = [tags['OkUrl'], tags['FailUrl'], tags['MerchantOrderId']]
  const refuse = (code: string, text: string): BankAnswer => {
    const answer = { ResponseCode: code, ResponseMessage: text, OrderId: '0', MerchantOrderId: oid }
    return { body: vpos.refusalPage(failUrl, answer), type: 'html' }
  }
  const problem = problemOf(vpos, tags) ?? (tags['DisplayAmount'] === tags['Amount'] ? null : 'InvalidRequestError')
  if (problem !== null) return refuse(problem, problem)
  const session = await bank.open({
    oid,
    amount: amountOfKurus(tags['Amount']),
    currency: currencies[tags[vpos.currencyTag] ?? ''] ?? 'TRY',
    installment: installmentOf(tags['InstallmentCount']) ?? 1,
    lang: 'tr',
    okUrl,
    failUrl,
    card: {
      number: tags['CardNumber'] ?? '',
      cvc: tags['CardCVV2'] ?? '',
      month: tags['CardExpireDateMonth'] ?? '',
      year: tags['CardExpireDateYear'] ?? '',
    },
    takesMoney: false,
  })
  if (session.state === 'done') {
    const isUsed = session.md_error === 'duplicate'
    return refuse(isUsed ? 'MerchantOrderIdIsUsed' : '14', reasonText(session.md_error))
  }
  const inputs = `<input type='hidden' name='threeDSServerWebFlowStart' value='${session.id}'/><input type='submit' name='submitBtn' value='Devam'/>`
  const form = `<form id='webFlow' method='POST' action='${bank.pageOf(session)}'>${inputs}</form>`
  return { body: `<!DOCTYPE html><html><body>${form}</body></html>`, type: 'html' }
}

/** ThreeDModelProvisionGate: takes the money of the visit that the MD names. */
export async function makeProvision(vpos: VposBank, tags: Tags, bank: Books): Promise<BankAnswer> {
  const problem = problemOf(vpos, tags)
  if (problem !== null) return refused(problem, problem)
  const session = tags['Key'] === 'MD' ? await bank.session({ proof: tags['Data'] ?? '' }) : undefined
  const isSame =
    session?.oid === tags['MerchantOrderId'] &&
    kurusOf(session?.amount ?? '0') === tags['Amount'] &&
    session?.installment === installmentOf(tags['InstallmentCount']) &&
    session?.currency === currencies[tags[vpos.currencyTag] ?? '']
  if (session === undefined || !isSame) return refused('MetaDataNotFound', 'Ödeme detayı bulunamadı.')
  const sold = await bank.sell(session)
  if (!sold.ok) return refused('MetaDataNotFound', reasonText(sold.reason))
  return { body: contract(provision(vpos, session, sold.made)), type: 'xml' }
}

function refused(code: string, text: string): BankAnswer {
  return { body: contract(writeTags({ ResponseCode: code, ResponseMessage: text, OrderId: '0' })), type: 'xml' }
}

function provision({ merchant }: VposBank, session: BankSession, made: BankTransaction): string {
  const { oid, code, host_ref: rrn, card } = made
  const text = made.approved ? 'OTORİZASYON VERİLDİ' : codeText(code)
  const signed = signedAnswer({ order: oid, rrn, code, bankOrder: bankOrderOf(oid) }, merchant.keys['password'] ?? '')
  const provisionTags: Tags = made.approved ? { ProvisionNumber: made.auth_code, Stan: stanOf(made) } : {}
  return `<VPosMessage>${writeTags(messageTags(merchant, session, card))}</VPosMessage>${writeTags({ ...provisionTags, ...signed, ResponseMessage: text })}`
}

/** The request's fields as answers repeat them. */
export function messageTags(merchant: DialectMerchant, session: BankSession, card: string | null): Tags {
  return {
    OrderId: bankOrderOf(session.oid),
    MerchantId: merchant.clientId,
    CustomerId: merchant.keys['customerId'] ?? '',
    CardNumber: card ?? '',
    InstallmentCount: session.installment === 1 ? '0' : String(session.installment),
    Amount: kurusOf(session.amount),
    MerchantOrderId: session.oid,
    CurrencyCode: currencyCode(session.currency).slice(1),
    TransactionSecurity: '3',
  }
}
