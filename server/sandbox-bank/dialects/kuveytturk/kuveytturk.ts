import { escapeHtml } from '#server/platform/email/escape-html.ts'
import type { BankAnswer, BankRequest, Books, Dialect, GivenBack } from '#server/sandbox-bank/dialects/dialect.ts'
import { makeProvision, messageTags, openVisit, type VposBank } from './vpos-gates.ts'
import {
  amountOfKurus,
  bankOrderOf,
  contract,
  currencyCode,
  isRequestSigned,
  kurusOf,
  reasonText,
  signedAnswer,
  stanOf,
} from './vpos-message.ts'
import { readTags, type Tags, writeTags } from '#server/sandbox-bank/dialects/bank-xml.ts'
import { openTags, orderTags } from './vpos-orders.ts'

const merchant = {
  clientId: '48157',
  bank: 'Demo Kuveyt',
  keys: { customerId: '7733120', userName: 'demoapi', password: 'demo-kuveyt-parola' },
}

const encoded = (xml: string) => encodeURIComponent(xml).replaceAll('%20', '+')

const vpos: VposBank = {
  merchant,
  currencyTag: 'CurrencyCode',
  refusalPage: (failUrl, answer) =>
    `<!DOCTYPE html><html><body><form name="downloadForm" action="${escapeHtml(failUrl)}" method="POST"><input type="hidden" name="AuthenticationResponse" value="${encoded(contract(writeTags(answer)))}"></form></body></html>`,
}

/** Changes a part of the encoded XML. */
const changed = (from: RegExp, to: string) =>
  ['AuthenticationResponse', (value: string) => value.replace(from, to)] as const

/** Kuveyt Türk's Sanal POS: XML gates for 3-D Secure and provision, SOAP for inquiries and refunds. */
export const kuveytturk: Dialect = {
  name: 'kuveytturk',
  merchant,
  accounts: {
    own_form: {
      settings: {
        merchantId: merchant.clientId,
        customerId: merchant.keys.customerId,
        name: merchant.keys.userName,
        gateway: '/sandbox-bank/kuveytturk/Home',
        api: '/sandbox-bank/kuveytturk/VirtualPosService.svc/Basic',
      },
      secrets: { password: merchant.keys.password },
    },
  },
  answer(request, bank) {
    if (request.path === 'VirtualPosService.svc/Basic') return answerSoap(request, bank)
    const tags = readTags(request.body)
    if (tags === null || tags['APIVersion'] !== 'TDV2.0.0' || tags['TransactionType'] !== 'Sale')
      return Promise.resolve({ refused: 'form' })
    if (request.path === 'Home/ThreeDModelPayGate') return openVisit(vpos, tags, bank)
    return request.path === 'Home/ThreeDModelProvisionGate'
      ? makeProvision(vpos, tags, bank)
      : Promise.resolve({ refused: 'address' })
  },
  returned(session, _sale, keys) {
    const isGood = session.md_status === '1'
    const code = isGood ? '00' : `MPIAuthenticationStatus${session.md_status}`
    const text = isGood ? 'Kart doğrulandı.' : reasonText(session.md_error || `md_${session.md_status}`)
    const answer = { order: session.oid, rrn: '', code, bankOrder: bankOrderOf(session.oid) }
    const message = `<VPosMessage>${writeTags(messageTags(merchant, session, session.card))}</VPosMessage>`
    const { RRN: _none, ...signed } = signedAnswer(answer, keys['password'] ?? '')
    const inner = `${message}${writeTags({ ...signed, ResponseMessage: text, MD: session.proof })}`
    return [['AuthenticationResponse', encoded(contract(inner))]]
  },
  signature: { key: 'password', field: 'AuthenticationResponse' },
  tampered: {
    callback_amount: changed(/(%3CAmount%3E)\d+/, '$11'),
    callback_oid: changed(/(%3CMerchantOrderId%3E)\w{4}/g, '$1ZZZZ'),
    callback_installment: changed(/(%3CInstallmentCount%3E)\d+/, '$19'),
    callback_clientid: changed(/(%3CMerchantId%3E)\d+/, '$11'),
    callback_currency: changed(/(%3CCurrencyCode%3E)\d+/, '$1826'),
    callback_mdstatus: changed(/(%3CResponseCode%3E)\w+/, '$100'),
  },
}

const operations = ['GetMerchantOrderDetail', 'SaleReversal', 'DrawBack', 'PartialDrawback'] as const
type Operation = (typeof operations)[number]

async function answerSoap({ headers, body }: BankRequest, bank: Books): Promise<BankAnswer> {
  const operation = operations.find((name) => headers['soapaction'] === `"${service}/IVirtualPosService/${name}"`)
  const [message = '', inner = ''] = /<VPosMessage>(.*)<\/VPosMessage>/s.exec(body) ?? []
  const [outer, signed] = [readTags(body.replace(message, '')), readTags(inner)]
  if (
    operation === undefined ||
    !body.includes(`<${operation} xmlns="${service}">`) ||
    outer === null ||
    signed === null
  )
    return { body: fault, type: 'xml', status: 500 }
  const isUser = signed['MerchantId'] === merchant.clientId && signed['UserName'] === merchant.keys.userName
  if (!isUser || outer['CustomerId'] !== merchant.keys.customerId || signed['TransactionType'] !== operation)
    return failed(operation, 'ApiUserNotDefined', 'Kullanıcı tanımlı değil.')
  if (!isRequestSigned(signed, merchant.keys.password))
    return failed(operation, 'HashDataError', 'Şifrelenen veriler (Hashdata) uyuşmamaktadır.')
  if (outer['Amount'] !== signed['Amount'] || signed['CancelAmount'] !== signed['Amount'])
    return failed(operation, 'InvalidRequestError', reasonText('amount'))
  const oid = signed['MerchantOrderId'] ?? ''
  return operation === 'GetMerchantOrderDetail' ? inquire(oid, outer, bank) : giveBack(operation, oid, outer, bank)
}

const service = 'http://boa.net/BOA.Integration.VirtualPos/Service'
const envelope = (inner: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${inner}</s:Body></s:Envelope>`
const fault = envelope('<s:Fault><faultcode>s:Client</faultcode><faultstring>Error</faultstring></s:Fault>')

function result(operation: Operation, inner: string): BankAnswer {
  const body = `<${operation}Response xmlns="${service}"><${operation}Result>${inner}</${operation}Result></${operation}Response>`
  return { body: envelope(body), type: 'xml' }
}

function failed(operation: Operation, code: string, text: string, severity = 'BusinessError'): BankAnswer {
  const error = `<Result>${writeTags({ ErrorMessage: text, ErrorCode: code, Severity: severity })}</Result>`
  const value = `<Value>${writeTags({ ResponseCode: 'DbLayerError', OrderId: '0' })}</Value>`
  return result(operation, `<Results>${error}</Results><Success>false</Success>${value}`)
}

async function inquire(oid: string, outer: Tags, bank: Books): Promise<BankAnswer> {
  const operation = 'GetMerchantOrderDetail'
  const isPeriod = ['StartDate', 'EndDate'].every((name) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(outer[name] ?? ''))
  if (!isPeriod || outer['OrderId'] !== '0' || outer['MerchantOrderId'] !== oid)
    return { body: fault, type: 'xml', status: 500 }
  const found = await bank.find(oid)
  if (found.kind === 'pending') return failed(operation, 'IntegrationFatalException', reasonText('md_7'), 'Error')
  const session = found.kind === 'none' ? await bank.session({ oid }) : undefined
  const row = found.kind === 'found' ? orderTags(found) : session === undefined ? null : openTags(session)
  const rows = row === null ? '' : `<OrderContract>${writeTags(row)}</OrderContract>`
  return result(operation, `<Results/><Success>true</Success><Value>${rows}</Value>`)
}

async function giveBack(
  operation: Exclude<Operation, 'GetMerchantOrderDetail'>,
  oid: string,
  outer: Tags,
  bank: Books,
): Promise<BankAnswer> {
  const sale = (await bank.transactions(oid)).find(({ kind, approved }) => kind === 'sale' && approved)
  if (sale === undefined) return failed(operation, 'InvalidRequestError', reasonText('no_sale'))
  const expected = {
    OrderId: bankOrderOf(oid),
    RRN: sale.host_ref,
    Stan: stanOf(sale),
    ProvisionNumber: sale.auth_code,
  }
  const isSale = Object.entries(expected).every(([name, value]) => outer[name] === value)
  const isWhole = outer['Amount'] === kurusOf(sale.amount)
  if (!isSale) return failed(operation, 'InvalidRequestError', reasonText('no_sale'))
  if (isWhole !== (operation !== 'PartialDrawback')) return failed(operation, '', reasonText('amount'))
  const amount = amountOfKurus(outer['Amount'])
  const given = await bank.giveBack(oid, operation === 'SaleReversal' ? 'void' : 'refund', amount)
  return given.ok ? result(operation, returnedValue(given)) : failed(operation, '21', reasonText(given.reason))
}

function returnedValue({ made }: Extract<GivenBack, { ok: true }>): string {
  const tags = {
    ProvisionNumber: made.auth_code,
    RRN: made.host_ref,
    Stan: stanOf(made),
    ResponseCode: '00',
    ResponseMessage: 'OTORİZASYON VERİLDİ',
    OrderId: bankOrderOf(made.oid),
    MerchantOrderId: made.oid,
    CurrencyCode: currencyCode(made.currency),
  }
  return `<Results/><Success>true</Success><Value>${writeTags(tags)}</Value>`
}
