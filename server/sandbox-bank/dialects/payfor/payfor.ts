import { createHash, randomInt } from 'node:crypto'
import { formOf } from '#server/sandbox-bank/dialects/answer-request.ts'
import type { BankAnswer, Books, Dialect } from '#server/sandbox-bank/dialects/dialect.ts'
import { answerXml } from './operations.ts'
import { returnFields } from './return.ts'
import { currencyOf, merchant, terminal } from './terminal.ts'

const root = '/sandbox-bank/payfor/Gateway'
const account = {
  settings: {
    gateway: `${root}/Default.aspx`,
    api: `${root}/XMLGate.aspx`,
    mbrId: terminal.mbrId,
    merchantId: merchant.clientId,
    name: terminal.userCode,
  },
  secrets: merchant.keys,
}

/** PayFor from the bank's side, after the bank's PHP samples: Default.aspx with model `3DModel`, 3DHost.aspx, and XMLGate.aspx. */
export const payfor: Dialect = {
  name: 'payfor',
  merchant,
  accounts: { own_form: account, hosted: account },
  async answer({ path, body }, bank) {
    const model = models[path]
    return model === undefined ? answerXml(body, bank) : openPage(formOf(body), model, bank)
  },
  returned: (session, sale, keys) => returnFields(session, sale, keys['storeKey'] ?? ''),
  signature: { key: 'storeKey', field: 'ResponseHash' },
  tampered: {
    callback_amount: ['PurchAmount', () => '1.00'],
    callback_oid: ['OrderId', (oid) => `${oid.slice(0, -1)}${oid.endsWith('A') ? 'B' : 'A'}`],
    callback_installment: ['InstallmentCount', (count) => (count === '0' ? '2' : '0')],
    callback_clientid: ['MerchantID', () => '990700000000009'],
    callback_currency: ['Currency', (code) => (code === '840' ? '949' : '840')],
    callback_mdstatus: ['3DStatus', () => '1'],
  },
}

/** The SecureType of the pages. */
const models: Readonly<Record<string, string>> = { 'Gateway/Default.aspx': '3DModel', 'Gateway/3DHost.aspx': '3DHost' }

async function openPage(form: ReadonlyMap<string, string>, model: string, bank: Books): Promise<BankAnswer> {
  const of = (name: string) => form.get(name) ?? ''
  const isOurs = of('MerchantID') === merchant.clientId && of('MbrId') === terminal.mbrId
  if (!isOurs || of('UserCode') !== terminal.userCode) return { refused: 'merchant' }
  const text = `${of('MbrId')}${of('OrderId')}${of('PurchAmount')}${of('OkUrl')}${of('FailUrl')}${of('TxnType')}${of('InstallmentCount')}${of('Rnd')}${merchant.keys.storeKey}`
  if (of('Hash') !== createHash('sha1').update(text, 'utf8').digest('base64')) return { refused: 'hash' }
  const currency = currencyOf(of('Currency'))
  const isSale = of('SecureType') === model && of('TxnType') === 'Auth'
  const isComplete = /^\d+\.\d\d$/.test(of('PurchAmount')) && /^(0|[2-9]|1[0-2])$/.test(of('InstallmentCount'))
  if (!isSale || !isComplete || currency === null || of('Rnd') === '') return { refused: 'form' }
  const session = await bank.open({
    oid: of('OrderId'),
    amount: of('PurchAmount'),
    currency,
    installment: Math.max(1, Number(of('InstallmentCount'))),
    lang: of('Lang') === 'EN' ? 'en' : 'tr',
    okUrl: of('OkUrl'),
    failUrl: of('FailUrl'),
    card: model === '3DHost' ? null : cardOf(form),
    takesMoney: model === '3DHost',
    // The number of the request.
    proof: `1000${randomInt(1e12, 1e13)}`,
  })
  return { page: session.id }
}

function cardOf(form: ReadonlyMap<string, string>) {
  const [number = '', cvc = '', expiry = ''] = ['Pan', 'Cvv2', 'Expiry'].map((name) => form.get(name))
  return { number, cvc, month: expiry.slice(0, 2), year: expiry.slice(2) }
}
