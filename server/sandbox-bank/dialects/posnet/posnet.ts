import { createHash, createHmac } from 'node:crypto'
import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import { translate } from '#server/platform/http/words.ts'
import { formOf } from '#server/sandbox-bank/dialects/answer-request.ts'
import { elements, leafOf, type XmlParts } from '#server/sandbox-bank/dialects/bank-xml.ts'
import type { BankAnswer, Books, Dialect, Keys } from '#server/sandbox-bank/dialects/dialect.ts'
import { kurus } from '#server/sandbox-bank/cc5.ts'
import type { BankSession, BankTransaction } from '#server/sandbox-bank/queries.ts'

const merchant = {
  clientId: '9904000001',
  bank: 'Deneme Dünya Bankası',
  keys: { tid: '99040001', posnetId: '990401', encKey: 'DENEME,10,20,30' },
}
const { keys, clientId } = merchant

const root = '/sandbox-bank/posnet'
const account = {
  settings: {
    gateway: `${root}/3DSWebService/YKBPaymentService`,
    api: `${root}/PosnetWebService/XML`,
    merchantId: clientId,
    terminalId: keys.tid,
    posnetId: keys.posnetId,
  },
  secrets: { encKey: keys.encKey },
}

/**
 * PosNet from the bank's side, after "Posnet XML Servisleri, 3D Secure" 2.0.1.5 (2023): oosRequestData,
 * oosResolveMerchantData, oosTranData, reverse, return, agreement. The packets of the return are opaque to the shop: a
 * token of the session and a checksum instead of a cipher.
 */
export const posnet: Dialect = {
  name: 'posnet',
  merchant,
  accounts: { own_form: account, hosted: account },
  async answer({ path, body, headers }, bank) {
    if (path === '3DSWebService/YKBPaymentService') return openPage(formOf(body), bank)
    const xml = formOf(body).get('xmldata') ?? ''
    const isKnown = leafOf(xml, 'mid') === clientId && leafOf(xml, 'tid') === keys.tid
    const hasHeaders = headers['x-merchant-id'] === clientId && headers['x-terminal-id'] === keys.tid
    if (!isKnown || !hasHeaders) return refusal('0148', 'MID,TID,IP HATALI')
    const operation = Object.keys(operations).find((name) => xml.includes(`<${name}>`))
    return operations[operation ?? '']?.(xml, bank) ?? refusal('0200', 'GECERSIZ ISLEM')
  },
  returned(session, _sale, signingKeys) {
    const packets = packetsOf(session, signingKeys)
    return [
      ['MerchantPacket', packets.merchantData],
      ['BankPacket', packets.bankData],
      ['Sign', packets.sign],
      ['CCPrefix', session.card?.slice(0, 6) ?? ''],
      ['TranType', 'Sale'],
      ['Amount', String(kurus(session.amount))],
      ['Xid', session.oid],
      ['MerchantId', clientId],
    ]
  },
  signature: { key: 'encKey', field: 'Sign' },
  tampered: {
    callback_amount: ['Amount', () => '100'],
    callback_oid: ['Xid', (xid) => `${xid.slice(0, -1)}${xid.endsWith('A') ? 'B' : 'A'}`],
    callback_clientid: ['MerchantId', () => '9904000009'],
    callback_installment: ['MerchantPacket', flipped],
    callback_currency: ['MerchantPacket', flipped],
    callback_mdstatus: ['MerchantPacket', flipped],
    callback_md: ['BankPacket', flipped],
  },
}

function flipped(packet: string): string {
  return `${packet.slice(0, -1)}${packet.endsWith('0') ? '1' : '0'}`
}

const currencies: Readonly<Record<string, PosCurrency>> = { TL: 'TRY', US: 'USD', EU: 'EUR' }
const currencyText: Readonly<Record<string, string>> = { TRY: 'TL', USD: 'US', EUR: 'EU' }

type Operation = (xml: string, bank: Books) => Promise<BankAnswer>
const operations: Readonly<Record<string, Operation>> = {
  oosRequestData: encrypt,
  oosResolveMerchantData: resolve,
  oosTranData: capture,
  agreement: list,
  reverse: (xml, bank) => giveBack(xml, bank, 'void'),
  return: (xml, bank) => giveBack(xml, bank, 'refund'),
}

async function encrypt(xml: string, bank: Books): Promise<BankAnswer> {
  const xid = leafOf(xml, 'XID')
  const currency = currencies[leafOf(xml, 'currencyCode')]
  const [amount, installment] = [leafOf(xml, 'amount'), leafOf(xml, 'installment')]
  if (leafOf(xml, 'posnetid') !== keys.posnetId) return refusal('0146', 'HATALI SIFRELEME')
  if (!/^[\dA-Z_]{20}$/i.test(xid)) return refusal('0144', 'SIPARIS NUMARASI HATALI')
  if (currency === undefined) return refusal('0147', 'PARA BIRIMI HATALI')
  if (!/^[1-9]\d{0,11}$/.test(amount)) return refusal('0205', 'GECERSIZ TUTAR')
  if (!/^(00|0[2-9]|1[0-2])$/.test(installment) || leafOf(xml, 'tranType') !== 'Sale')
    return refusal('0140', 'TAKSIT HATALI')
  const [, year = '', month = ''] = /^(\d\d)(\d\d)$/.exec(leafOf(xml, 'expDate')) ?? []
  const number = leafOf(xml, 'ccno')
  const session = await bank.open({
    oid: xid,
    amount: `${amount.padStart(3, '0').slice(0, -2)}.${amount.padStart(3, '0').slice(-2)}`,
    currency,
    installment: Math.max(Number(installment), 1),
    lang: 'tr',
    okUrl: '',
    failUrl: '',
    card: number === '' ? null : { number, cvc: leafOf(xml, 'cvc'), month, year },
    takesMoney: false,
  })
  if (session.state === 'done')
    return refusal(session.md_error === 'duplicate' ? '0127' : '0014', reason(session.md_error))
  const data1 = session.proof
  const data2 = number === '' ? '' : hmac(`card;${session.proof}`, keys)
  return approval({ oosRequestDataResponse: elements({ data1, data2, sign: hmac(`${data1};${data2}`, keys) }) })
}

/** The browser brings the packets, and where it returns to. */
async function openPage(form: ReadonlyMap<string, string>, bank: Books): Promise<BankAnswer> {
  const [data1 = '', data2 = ''] = [form.get('posnetData'), form.get('posnetData2')]
  if (form.get('mid') !== clientId || form.get('posnetID') !== keys.posnetId) return { refused: 'merchant' }
  if (form.get('digest') !== hmac(`${data1};${data2}`, keys)) return { refused: 'hash' }
  const session = await bank.session({ proof: data1 })
  if (session === undefined) return { refused: 'form' }
  const address = form.get('merchantReturnURL') ?? ''
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) return { refused: 'address' }
  await bank.change(session, { okUrl: address, failUrl: address, lang: form.get('lang') === 'en' ? 'en' : 'tr' })
  return { page: session.id }
}

async function resolve(xml: string, bank: Books): Promise<BankAnswer> {
  const session = await sessionOf(xml, bank)
  if (typeof session === 'string') return refusal(session, 'Mac Doğrulama hatalı')
  const values = valuesOf(session)
  const [xid, amount, currency] = values
  const mdStatus = session.md_status ?? '0'
  const resolved = {
    xid,
    amount,
    currency,
    installment: session.installment === 1 ? '00' : String(session.installment).padStart(2, '0'),
    point: '0',
    pointAmount: '0',
    txStatus: mdStatus === '1' ? 'Y' : 'N',
    mdStatus,
    mdErrorMessage: mdStatus === '1' ? '' : reason(session.md_error || `md_${mdStatus}`),
    mac: mac([mdStatus, ...values]),
  }
  return approval({ oosResolveMerchantDataResponse: elements(resolved) })
}

async function capture(xml: string, bank: Books): Promise<BankAnswer> {
  const session = await sessionOf(xml, bank)
  if (typeof session === 'string') return refusal(session, 'Mac Doğrulama hatalı')
  const sold = await bank.sell(session)
  if (!sold.ok) return sold.reason === 'duplicate' ? used(session, bank) : refusal('E218', reason(sold.reason))
  const { made } = sold
  if (!made.approved) return refusal(`00${made.code}`, translate('tr', `sandbox.codes.${made.code}`))
  return approval({
    mac: mac([made.host_ref, ...valuesOf(session)]),
    hostlogkey: made.host_ref,
    authCode: made.auth_code,
    instInfo: elements({ inst1: '00', amnt1: '000000000000' }),
  })
}

/** The answer of a used order number contains the first sale's references. */
async function used({ oid }: BankSession, bank: Books): Promise<BankAnswer> {
  const sale = (await bank.transactions(oid)).find(({ kind, approved }) => kind === 'sale' && approved)
  const references: XmlParts = sale === undefined ? {} : { hostlogkey: sale.host_ref, authCode: sale.auth_code }
  const head = { approved: sale === undefined ? '0' : '2', respCode: '0127', respText: 'ORDERID DAHA ONCE KULLANILMIS' }
  return xmlAnswer({ ...head, ...references })
}

async function giveBack(xml: string, bank: Books, kind: 'void' | 'refund'): Promise<BankAnswer> {
  const sale = await bank.saleOf(leafOf(xml, 'hostLogKey'))
  const isOther =
    kind === 'void'
      ? leafOf(xml, 'authCode') !== sale?.auth_code
      : leafOf(xml, 'currencyCode') !== currencyText[sale?.currency ?? '']
  if (sale === undefined || isOther) return refusal('0123', 'ORJINAL ISLEM BULUNAMADI')
  const given = leafOf(xml, 'amount').padStart(3, '0')
  const back = await bank.giveBack(sale.oid, kind, `${given.slice(0, -2)}.${given.slice(-2)}`)
  if (back.ok) return approval({ hostlogkey: back.made.host_ref, authCode: back.made.auth_code })
  const codes = { no_sale: '0220', day_over: '0211', day_open: '0411', too_much: '0205', amount: '0205' }
  return refusal(codes[back.reason], reason(back.reason))
}

async function list(xml: string, bank: Books): Promise<BankAnswer> {
  const oid = /^TDSC(.{20})$/.exec(leafOf(xml, 'orderID'))?.[1] ?? ''
  const found = await bank.find(oid)
  const done = found.kind === 'found' ? found.all.filter(({ approved }) => approved) : []
  if (found.kind !== 'pending' && done.length === 0) return refusal('0123', 'ORJINAL ISLEM BULUNAMADI')
  const rows = found.kind === 'pending' ? [pendingRow(oid)] : done.map((row) => rowOf(row, '1'))
  return approval({ transactions: { xml: rows.map((row) => elements({ transaction: elements(row) }).xml).join('') } })
}

const states = { sale: 'Sale', void: 'Reverse', refund: 'Return' } as const

function rowOf(row: BankTransaction, txnStatus: string): Readonly<Record<string, string>> {
  const { oid, card, amount, currency, kind, auth_code, host_ref, at } = row
  return {
    orderID: `TDS_${oid}`,
    ccno: `${card.slice(0, 4)} ${card.slice(4, 6)}** **** ${card.slice(-4)}`,
    amount: amount
      .replace(/\B(?=(\d{3})+\.)/g, ' ')
      .replace('.', ',')
      .replaceAll(' ', '.'),
    currencyCode: currencyText[currency] ?? '',
    authCode: auth_code,
    // Turkish time is UTC+3 all year.
    tranDate: new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 23).replace('T', ' '),
    state: states[kind],
    txnStatus,
    hostlogkey: host_ref,
  }
}

function pendingRow(oid: string): Readonly<Record<string, string>> {
  return { orderID: `TDS_${oid}`, amount: '0,00', currencyCode: 'TL', state: 'Sale', txnStatus: '0' }
}

/** The session of the return's packets, or the error of packets or a mac that are wrong. */
async function sessionOf(xml: string, bank: Books): Promise<BankSession | string> {
  const session = await bank.session({ proof: leafOf(xml, 'merchantData').slice(0, 64) })
  if (session === undefined || session.state !== 'done') return 'E217'
  const packets = packetsOf(session, keys)
  const isWhole = Object.entries(packets).every(([name, value]) => leafOf(xml, name) === value)
  return isWhole && leafOf(xml, 'mac') === mac(valuesOf(session)) ? session : 'E216'
}

function packetsOf({ proof, oid }: BankSession, signingKeys: Keys) {
  const merchantData = `${proof}${hmac(`merchant;${proof};${oid}`, keys)}`
  const bankData = hmac(`bank;${proof}`, keys)
  return { merchantData, bankData, sign: hmac(`${merchantData};${bankData}`, signingKeys) }
}

const valuesOf = ({ oid, amount, currency }: BankSession): [string, string, string] => {
  return [oid, String(kurus(amount)), currencyText[currency] ?? '']
}

/** The documented mac: the first hash is of the key and the terminal. */
function mac(values: readonly string[]): string {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64')
  return hash(`${values.join(';')};${clientId};${hash(`${keys.encKey};${keys.tid}`)}`)
}

function hmac(text: string, { encKey = '' }: Keys): string {
  return createHmac('sha256', encKey).update(text).digest('hex').toUpperCase().slice(0, 32)
}

const reason = (name: string) => translate('tr', `sandbox.bank.${name}`)
const approval = (parts: XmlParts) => xmlAnswer({ approved: '1', respCode: '', respText: '', ...parts })
const refusal = (respCode: string, respText: string) => xmlAnswer({ approved: '0', respCode, respText })

function xmlAnswer(parts: XmlParts): BankAnswer {
  return {
    type: 'xml',
    body: `<?xml version="1.0" encoding="UTF-8"?><posnetResponse>${elements(parts).xml}</posnetResponse>`,
  }
}
