import { randomBytes } from 'node:crypto'
import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import { translate } from '#server/platform/http/words.ts'
import { formOf } from '#server/sandbox-bank/dialects/answer-request.ts'
import type { BankAnswer, BankRequest, Books, Dialect } from '#server/sandbox-bank/dialects/dialect.ts'
import type { BankSession, BankTransaction } from '#server/sandbox-bank/queries.ts'
import type { Fields } from '#server/sandbox-bank/signature.ts'
import { answerVpos, idOf, isMerchant, merchant, resultOf } from './payflex-vpos.ts'

const { merchantId, terminalId, password } = merchant
const root = '/sandbox-bank/payflex'
const settings = { gateway: `${root}/CommonPayment`, api: root, merchantId, terminalId }

type Form = ReadonlyMap<string, string>

/** VakıfBank's Common Payment with its virtual POS, as the recorded answers of mewebstudio/pos show them. */
export const payflexDialect: Dialect = {
  name: 'payflex',
  merchant: { clientId: merchantId, bank: 'Demo PayFlex', keys: { password } },
  accounts: { hosted: { settings, secrets: { password } } },
  async answer(request, bank) {
    const form = formOf(request.body)
    if (request.path === 'CommonPayment/SecurePayment') return openPage(request, bank)
    if (request.path === 'CommonPayment/api/RegisterTransaction') return json(await register(form, bank))
    if (request.path === 'CommonPayment/api/VposTransaction') return json(await pageResult(form, bank))
    return answerVpos(request.path, form.get('prmstr') ?? '', bank)
  },
  returned,
  signature: null,
  tampered: { callback_md: ['PaymentToken', (token) => token.split('').reverse().join('')] },
}

function json(answer: object): BankAnswer {
  return { body: JSON.stringify(answer), type: 'json' }
}

const currencies: Readonly<Record<string, PosCurrency>> = { '949': 'TRY', '840': 'USD', '978': 'EUR' }

async function register(form: Form, bank: Books): Promise<object> {
  const of = (name: string) => form.get(name) ?? ''
  const failure = (ErrorCode: string, ResponseMessage: string) => {
    return { CommonPaymentUrl: null, PaymentToken: null, ErrorCode, ResponseMessage }
  }
  if (!isMerchant(of('HostMerchantId'), of('MerchantPassword')) || of('HostTerminalId') !== terminalId)
    return failure('5029', 'Geçersiz İstek')
  const currency = currencies[of('AmountCode')]
  const installment = Number(of('InstallmentCount') || '1')
  const isComplete = /^\d+\.\d\d$/.test(of('Amount')) && of('OrderID') !== '' && of('TransactionType') === 'Sale'
  if (!isComplete || currency === undefined || of('IsSecure') !== 'true') return failure('5001', 'Eksik parametre')
  const session = await bank.open({
    oid: of('OrderID'),
    amount: of('Amount'),
    currency,
    installment,
    lang: of('RequestLanguage') === 'en-US' ? 'en' : 'tr',
    okUrl: of('SuccessUrl'),
    failUrl: of('FailUrl'),
    card: null,
    takesMoney: true,
    proof: randomBytes(16).toString('hex'),
  })
  const CommonPaymentUrl = `${root}/CommonPayment/SecurePayment`
  return { CommonPaymentUrl, PaymentToken: session.proof, ErrorCode: null, ResponseMessage: null }
}

async function openPage({ query }: BankRequest, bank: Books): Promise<BankAnswer> {
  const session = await bank.session({ proof: query.get('Ptkn') ?? '' })
  return session === undefined ? { refused: 'form' } : { page: session.id }
}

/** The result of a payment on the page, with its card. */
async function pageResult(form: Form, bank: Books): Promise<object> {
  const of = (name: string) => form.get(name) ?? ''
  const session = await bank.session({ proof: of('PaymentToken') })
  if (session === undefined || !isMerchant(of('HostMerchantId'), of('Password'))) return { ErrorCode: '5029' }
  const sale = (await bank.transactions(session.oid)).find(({ kind }) => kind === 'sale')
  if (sale === undefined || idOf(sale) !== of('TransactionId')) return { ErrorCode: '5030' }
  return {
    ...Object.fromEntries(returned(session, sale)),
    HostMerchantId: merchantId,
    AmountCode: Object.entries(currencies).find(([, currency]) => currency === session.currency)?.[0],
    Amount: session.amount.replace('.', ','),
    OrderID: session.oid,
    InstallmentCount: session.installment > 1 ? String(session.installment) : '',
    IsSecure: 'True',
    ErrorCode: null,
  }
}

/** The browser's return, which is not signed. */
function returned(session: BankSession, sale?: BankTransaction): Fields {
  const code = sale === undefined ? '2053' : resultOf(sale)
  return [
    ['Rc', code],
    ['AuthCode', sale?.auth_code ?? ''],
    ['Rrn', sale?.host_ref ?? ''],
    ['Message', code === '0000' ? 'İŞLEM BAŞARILI' : translate('tr', `sandbox.bank.md_${session.md_status ?? '0'}`)],
    ['PaymentToken', session.proof],
    ['TransactionId', sale === undefined ? '' : idOf(sale)],
    ['MaskedPan', sale?.card ?? session.card ?? ''],
  ]
}
