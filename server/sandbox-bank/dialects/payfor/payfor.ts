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

/** PayFor from the bank's side, after the bank's PHP samples: Default.aspx with model `3DModel`, and XMLGate.aspx. */
export const payfor: Dialect = {
  name: 'payfor',
  merchant,
  accounts: { own_form: account },
  async answer({ path, body }, bank) {
    return path === 'Gateway/Default.aspx' ? openPage(formOf(body), bank) : answerXml(body, bank)
  },
  returned: (session, _sale, keys) => returnFields(session, keys['storeKey'] ?? ''),
  signature: { key: 'storeKey', field: 'ResponseHash' },
  tampered: {
    callback_amount: ['PurchAmount', () => '1.00'],
    callback_oid: ['OrderId', (oid) => `${oid.slice(0, -1)}${oid.endsWith('A') ? 'B' : 'A'}`],
    callback_installment: ['InstallmentCount', (count) => (count === '0' ? '2' : '0')],
    callback_clientid: ['MerchantID', () => '990700000000009'],
    callback_currency: ['Currency', () => '840'],
    callback_mdstatus: ['3DStatus', () => '1'],
  },
}

async function openPage(form: ReadonlyMap<string, string>, bank: Books): Promise<BankAnswer> {
  const of = (name: string) => form.get(name) ?? ''
  const isOurs = of('MerchantID') === merchant.clientId && of('MbrId') === terminal.mbrId
  if (!isOurs || of('UserCode') !== terminal.userCode) return { refused: 'merchant' }
  const text = `${of('MbrId')}${of('OrderId')}${of('PurchAmount')}${of('OkUrl')}${of('FailUrl')}${of('TxnType')}${of('InstallmentCount')}${of('Rnd')}${merchant.keys.storeKey}`
  if (of('Hash') !== createHash('sha1').update(text, 'utf8').digest('base64')) return { refused: 'hash' }
  const currency = currencyOf(of('Currency'))
  const isSale = of('SecureType') === '3DModel' && of('TxnType') === 'Auth'
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
    card: { number: of('Pan'), cvc: of('Cvv2'), month: of('Expiry').slice(0, 2), year: of('Expiry').slice(2) },
    takesMoney: false,
    // The number of the request.
    proof: `1000${randomInt(1e12, 1e13)}`,
  })
  return { page: session.id }
}
