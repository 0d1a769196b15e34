import { createHash } from 'node:crypto'
import type { BrowserStep, PosTerms } from '#server/payments/gateways/gateway.ts'
import {
  withFaults,
  formOf,
  kurus,
  requireField,
  newOrder,
  posted,
  type TestBank,
  type TestOrder,
  turkishBytes,
} from '#server/payments/gateways/test-bank.ts'

const storeKey = 'TEST|12\\34'

/** NestPay as its documentation describes it, with an independent implementation of its hash. */
export function testNestpayBank(mode: PosTerms['mode'], storetype?: string): TestBank {
  const bank: TestBank = {
    terms: {
      id: 1,
      adapter: 'nestpay',
      mode,
      environment: 'test',
      settings: {
        gateway: 'https://bank.example/fim/est3Dgate',
        api: 'https://bank.example/fim/api',
        clientId: '190100000',
        name: 'APIUSER',
        ...(storetype === undefined ? {} : { storetype }),
      },
      secrets: { password: 'PASS<&>1', storeKey },
    },
    fault: null,
    isTurkish: false,
    declineWith: null,
    isBusy: false,
    orders: new Map(),
    http: withFaults(
      () => bank,
      ({ method, url, body }) => {
        requireField(method === 'POST' && url === 'https://bank.example/fim/api', 'the address')
        const xml = new URLSearchParams(body).get('DATA') ?? ''
        const text = answerApi(bank, xml)
        return bank.isTurkish ? turkishBytes(text.replace('UTF-8', 'ISO-8859-9')) : text
      },
    ),
    finish: (step, mdStatus) => finish(bank, step, mdStatus),
  }
  return bank
}

/** The hash, version 3, without code of the adapter. */
export function signed(fields: readonly (readonly [string, string])[]): string {
  const byName = new Map(fields.map(([name, value]) => [name.toLowerCase().replaceAll('_', '{'), value]))
  for (const name of ['hash', 'encoding', 'nationalidno']) byName.delete(name)
  const values = [...byName.keys()]
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map((k) => byName.get(k))
  const text = [...values, storeKey].map((value) => (value ?? '').replace(/([\\|])/g, '\\$1')).join('|')
  return createHash('sha512').update(text, 'utf8').digest('base64')
}

function finish(bank: TestBank, step: BrowserStep, mdStatus: string) {
  const form = formOf(step)
  const isHosted = bank.terms.mode === 'hosted'
  requireField(step.kind === 'form' && step.action === 'https://bank.example/fim/est3Dgate', 'the gateway')
  requireField(form.get('hash') === signed([...form]), 'the hash')
  requireField(form.get('clientid') === '190100000' && form.get('currency') === '949', 'clientid, currency')
  requireField(form.get('TranType') === 'Auth' && form.get('hashAlgorithm') === 'ver3', 'TranType, hashAlgorithm')
  requireField(/^$|^[2-9]$|^1[0-2]$/.test(form.get('taksit') ?? '?') && form.get('rnd') !== '', 'taksit, rnd')
  requireField(form.get('okUrl') === form.get('failUrl') && form.get('okUrl')?.startsWith('https://'), 'okUrl, failUrl')
  requireField(form.has('pan') !== isHosted && form.has('cv2') !== isHosted, 'the card')
  const storetype = form.get('storetype') ?? ''
  const returned = [...form].filter(([name]) => !/^(pan|cv2|hash)$/.test(name))
  const proof =
    mdStatus === '1' ? { md: `450803:A#F|\\:${form.get('oid')}`, xid: 'x+id=', eci: '05', cavv: 'c/avv=' } : {}
  const own = {
    mdStatus,
    mdErrorMsg: mdStatus === '1' ? '' : 'Şifre yanlış girildi, İŞLEM ĞÜÇİ',
    ...proof,
    maskedCreditCard: '4508 03** **** 4509',
    encoding: 'UTF-8',
    'EXTRA.CARDBRAND': 'VISA',
    _charset_: '',
    ...(storetype === '3d_pay_hosting' ? takeMoney(bank, form, mdStatus) : {}),
  }
  const fields = [...returned, ...Object.entries(own)]
  return posted([...fields, ['HASH', signed(fields)]], bank.isTurkish ? 'turkish' : 'utf8')
}

function takeMoney(bank: TestBank, form: ReadonlyMap<string, string>, mdStatus: string) {
  if (mdStatus === '0') return { Response: 'Error', ProcReturnCode: '99', ErrMsg: 'Doğrulanamadı' }
  const code = bank.declineWith ?? '00'
  bank.orders.set(form.get('oid') ?? '', newOrder(kurus(form.get('amount')), code))
  const isPaid = code === '00'
  return {
    Response: isPaid ? 'Approved' : 'Declined',
    ProcReturnCode: code,
    AuthCode: isPaid ? 'P12345' : '',
    HostRefNum: isPaid ? '400300744233' : '',
    TransId: '24003Vl7F13152',
    ErrMsg: isPaid ? '' : 'Bakiye yetersiz',
  }
}

const leaf = (xml: string, tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]

function answerApi(bank: TestBank, xml: string): string {
  requireField(xml.startsWith('<?xml') && xml.endsWith('</CC5Request>'), 'CC5Request')
  requireField(leaf(xml, 'Name') === 'APIUSER' && leaf(xml, 'Password') === 'PASS&lt;&amp;&gt;1', 'Name, Password')
  requireField(leaf(xml, 'ClientId') === '190100000', 'ClientId')
  const oid = leaf(xml, 'OrderId') ?? ''
  requireField(/^[A-Z0-9]{20}$/.test(oid), 'OrderId')
  const order = bank.orders.get(oid)
  if (leaf(xml, 'ORDERSTATUS') === 'QUERY')
    return bank.isBusy ? status(oid, 'PN', order) : status(oid, stateOf(order), order)
  if (leaf(xml, 'ORDERHISTORY') === 'QUERY') return history(oid, order)
  if (leaf(xml, 'Type') === 'Auth') return provide(bank, xml, oid)
  if (order?.isPaid !== true) return answer(oid, 'Error', '99', 'İptal edilmeye uygun satış işlemi bulunamadı.')
  if (leaf(xml, 'Type') === 'Void')
    return giveBack(order, oid, order.refunded === 0 && !order.isVoided, order.amount, true)
  requireField(leaf(xml, 'Type') === 'Credit' && leaf(xml, 'Currency') === '949', 'Type, Currency')
  const amount = kurus(leaf(xml, 'Total'))
  return giveBack(order, oid, !order.isVoided && order.refunded + amount <= order.amount, amount, false)
}

function provide(bank: TestBank, xml: string, oid: string): string {
  if (bank.orders.get(oid)?.isPaid)
    return answer(oid, 'Error', '99', 'Bu sipariş numarası ile başarılı bir sipariş var')
  requireField(leaf(xml, 'Number') === `450803:A#F|\\:${oid}` && leaf(xml, 'Mode') === 'P', 'Number, Mode')
  requireField(
    leaf(xml, 'PayerTxnId') === 'x+id=' && leaf(xml, 'PayerSecurityLevel') === '05',
    'PayerTxnId, PayerSecurityLevel',
  )
  requireField(
    leaf(xml, 'PayerAuthenticationCode') === 'c/avv=' && leaf(xml, 'Currency') === '949',
    'PayerAuthenticationCode',
  )
  requireField(leaf(xml, 'Taksit') === '3' && leaf(xml, 'IPAddress') === '203.0.113.7', 'Taksit, IPAddress')
  const code = bank.declineWith ?? '00'
  bank.orders.set(oid, newOrder(kurus(leaf(xml, 'Total')), code))
  return code === '00'
    ? answer(oid, 'Approved', '00', '')
    : answer(oid, 'Declined', code, 'Kartın limiti yetersiz (ĞÜŞİÖÇ)')
}

function giveBack(order: TestOrder, oid: string, isPossible: boolean, amount: number, isVoid: boolean): string {
  if (!isPossible) return answer(oid, 'Error', '99', 'İade edilemez')
  if (isVoid) order.isVoided = true
  else order.refunded += amount
  return answer(oid, 'Approved', '00', '')
}

function answer(oid: string, response: string, code: string, message: string, extra = ''): string {
  const isPaid = response === 'Approved'
  const ids = isPaid
    ? '<AuthCode>P12345</AuthCode><HostRefNum>400300744233</HostRefNum>'
    : '<AuthCode></AuthCode><HostRefNum/>'
  return `<?xml version="1.0" encoding="UTF-8"?><CC5Response><OrderId>${oid}</OrderId><GroupId>${oid}</GroupId><Response>${response}</Response>${ids}<ProcReturnCode>${code}</ProcReturnCode><TransId>24003Vl7F13152</TransId><ErrMsg>${message}</ErrMsg><Extra>${extra}</Extra></CC5Response>`
}

function stateOf(order: TestOrder | undefined): string {
  if (order === undefined) return ''
  if (order.isVoided) return 'V'
  return order.isPaid ? 'S' : 'D'
}

function status(oid: string, state: string, order: TestOrder | undefined): string {
  if (state === '') return answer('', 'Declined', '99', `No record found for ${oid}`)
  const paid = order?.isPaid ? String(order.amount) : ''
  return answer(
    oid,
    'Approved',
    '00',
    `Record(s) found for ${oid}`,
    `<CHARGE_TYPE_CD>S</CHARGE_TYPE_CD><ORIG_TRANS_AMT>${order?.amount ?? 0}</ORIG_TRANS_AMT><CAPTURE_AMT>${paid}</CAPTURE_AMT><TRANS_STAT>${state}</TRANS_STAT><AUTH_CODE>P12345</AUTH_CODE><HOST_REF_NUM>400300744233</HOST_REF_NUM><TRANS_ID>24003Vl7F13152</TRANS_ID><PROC_RET_CD>${order?.code ?? ''}</PROC_RET_CD><PAN>4508 03** **** 4509</PAN>`,
  )
}

function history(oid: string, order: TestOrder | undefined): string {
  if (order === undefined) return answer('', 'Declined', '99', `No record found for ${oid}`)
  const row = (type: string, state: string, kurus: number, code: string) =>
    [type, state, kurus, kurus, '2026-11-21 21:52:59.261', '', '', '400300744233', 'P12345', code, '24003V'].join('\t')
  const sale = row('S', stateOf(order), order.amount, order.code)
  const rows = [...(order.refunded > 0 ? [row('C', 'C', order.refunded, '00'), row('C', 'D', 100, '99')] : []), sale]
  const lines = rows.map((text, i) => `<TRX${i + 1}>${text}</TRX${i + 1}>`).join('')
  return answer(oid, 'Approved', '00', '', `<TRXCOUNT>${rows.length}</TRXCOUNT>${lines}`)
}
