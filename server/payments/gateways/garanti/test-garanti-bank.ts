import { createHash } from 'node:crypto'
import type { BrowserStep } from '#server/payments/gateways/gateway.ts'
import {
  withFaults,
  formOf,
  requireField,
  newOrder,
  posted,
  type TestBank,
  type TestOrder,
  turkishBytes,
} from '#server/payments/gateways/test-bank.ts'

const hex = (algorithm: string, text: string) => createHash(algorithm).update(text, 'utf8').digest('hex').toUpperCase()
const sha1Password = (password: string) => hex('sha1', `${password}030691298`)
const storeKey = '12345678'

/** GVPS as its documentation describes it. */
export function testGarantiBank(): TestBank {
  const bank: TestBank = {
    terms: {
      id: 1,
      adapter: 'garanti',
      mode: 'own_form',
      environment: 'test',
      settings: { merchantId: '7000679', terminalId: '30691298' },
      secrets: { provautPassword: 'aut-pass', provrfnPassword: 'rfn-pass', storeKey },
    },
    fault: null,
    isTurkish: false,
    declineWith: null,
    isBusy: false,
    orders: new Map(),
    http: withFaults(
      () => bank,
      ({ method, url, body = '' }) => {
        requireField(
          method === 'POST' && url === 'https://sanalposprovtest.garantibbva.com.tr/VPServlet',
          'the address',
        )
        const text = answerMessage(bank, body)
        return bank.isTurkish ? turkishBytes(text.replace('UTF-8', 'ISO-8859-9')) : text
      },
    ),
    finish: (step, mdStatus) => finish(bank, step, mdStatus),
  }
  return bank
}

export const hashparams = 'clientid:oid:authcode:procreturncode:response:mdstatus:cavv:eci:md:rnd:'

/** The callback's hash over the fields that `hashparams` names. */
export function garantiHash(fields: ReadonlyMap<string, string>): string {
  const names = (fields.get('hashparams') ?? '').split(':').filter((name) => name !== '')
  return hex('sha512', `${names.map((name) => fields.get(name) ?? '').join('')}${storeKey}`)
}

function finish(bank: TestBank, step: BrowserStep, mdStatus: string) {
  const form = formOf(step)
  const of = (name: string) => form.get(name) ?? ''
  requireField(step.kind === 'form' && step.action.endsWith('.garantibbva.com.tr/servlet/gt3dengine'), 'the gateway')
  const parts = [
    'terminalid',
    'orderid',
    'txnamount',
    'txncurrencycode',
    'successurl',
    'errorurl',
    'txntype',
    'txninstallmentcount',
  ]
  requireField(
    of('secure3dhash') === hex('sha512', parts.map(of).join('') + storeKey + sha1Password('aut-pass')),
    'secure3dhash',
  )
  requireField(
    of('apiversion') === '512' && of('mode') === 'TEST' && of('secure3dsecuritylevel') === '3D',
    'apiversion, mode',
  )
  requireField(of('terminalprovuserid') === 'PROVAUT' && of('terminalmerchantid') === '7000679', 'terminalprovuserid')
  requireField(of('cardnumber') !== '' && of('cardcvv2') !== '' && /^\d\d$/.test(of('cardexpiredateyear')), 'the card')
  requireField(
    /^\d+$/.test(of('txnamount')) && of('customeripaddress') !== '' && of('customeremailaddress') !== '',
    'txnamount',
  )
  const isGood = mdStatus === '1'
  const returned = [...form].filter(([name]) => !name.startsWith('card'))
  const fields = new Map([
    ...returned,
    ['clientid', '30691298'],
    ['oid', of('orderid')],
    ['authcode', ''],
    ['procreturncode', isGood ? '' : '99'],
    ['response', isGood ? '' : 'Error'],
    ['mdstatus', mdStatus],
    ['mderrormessage', isGood ? '' : 'Doğrulama yapılamadı, şifre yanlış'],
    ['cavv', isGood ? 'xgT+4XVH=' : ''],
    ['eci', isGood ? '02' : ''],
    ['md', 'aW5kZXg6MDJr=='],
    ['rnd', '/SXt7jTwxd7XjieE1z9H'],
    ['xid', 'fbd8e1ec-3d98'],
    ['MaskedPan', '45080345****4509'],
    ['hashparams', hashparams],
  ])
  fields.set('hash', garantiHash(fields))
  return posted([...fields], bank.isTurkish ? 'turkish' : 'utf8')
}

const leaf = (xml: string, tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? ''

function answerMessage(bank: TestBank, xml: string): string {
  const type = leaf(xml, 'Type')
  const isBack = type === 'void' || type === 'refund'
  const [oid, amount] = [leaf(xml, 'OrderID'), leaf(xml, 'Amount')]
  requireField(leaf(xml, 'ProvUserID') === (isBack ? 'PROVRFN' : 'PROVAUT'), 'ProvUserID')
  const security = sha1Password(isBack ? 'rfn-pass' : 'aut-pass')
  requireField(leaf(xml, 'HashData') === hex('sha512', `${oid}30691298${amount}949${security}`), 'HashData')
  requireField(
    leaf(xml, 'ID') === '30691298' && leaf(xml, 'MerchantID') === '7000679' && leaf(xml, 'Version') === '512',
    'Terminal',
  )
  requireField(
    leaf(xml, 'CurrencyCode') === '949' && leaf(xml, 'MotoInd') === 'N' && leaf(xml, 'IPAddress') !== '',
    'Transaction',
  )
  const order = bank.orders.get(oid)
  if (type === 'sales') return provide(bank, xml, oid, Number(amount))
  if (type === 'orderinq' || type === 'orderhistoryinq') {
    requireField(amount === '100', 'the amount of an inquiry')
    return type === 'orderinq' ? inquire(bank, oid, order) : history(oid, order)
  }
  requireField(isBack && leaf(xml, 'OriginalRetrefNum') === '335709663083', 'OriginalRetrefNum')
  return giveBack(order, oid, type === 'void', Number(amount))
}

function provide(bank: TestBank, xml: string, oid: string, amount: number): string {
  requireField(
    leaf(xml, 'CardholderPresentCode') === '13' && leaf(xml, 'InstallmentCnt') === '3',
    'CardholderPresentCode',
  )
  requireField(leaf(xml, 'AuthenticationCode') === 'xgT+4XVH=' && leaf(xml, 'SecurityLevel') === '02', 'Secure3D')
  requireField(leaf(xml, 'TxnID') === 'fbd8e1ec-3d98' && leaf(xml, 'Md') === 'aW5kZXg6MDJr==', 'TxnID, Md')
  if (bank.orders.get(oid)?.isPaid) return answer(oid, '92', '0208', 'Bu sipariş numarası kullanılmış')
  const code = bank.declineWith ?? '00'
  bank.orders.set(oid, newOrder(amount, code))
  return answer(oid, code, code, code === '00' ? '' : 'İşleminizi gerçekleştiremiyoruz. Bakiye yetersiz (ŞĞ)')
}

function giveBack(order: TestOrder | undefined, oid: string, isVoid: boolean, amount: number): string {
  const isLeft = order?.isPaid === true && !order.isVoided && order.refunded + amount <= order.amount
  if (!isLeft || (isVoid && order.refunded > 0)) return answer(oid, '05', '05', 'İade edilemez')
  if (isVoid) order.isVoided = true
  else order.refunded += amount
  return answer(oid, '00', '00', '')
}

function answer(oid: string, code: string, reason: string, error: string, inOrder = ''): string {
  const isGood = code === '00'
  const ids = isGood
    ? '<RetrefNum>335709663083</RetrefNum><AuthCode>304919</AuthCode>'
    : '<RetrefNum></RetrefNum><AuthCode/>'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<GVPSResponse><Mode></Mode><Order><OrderID>${oid}</OrderID><GroupID></GroupID>${inOrder}</Order><Transaction><Response><Source>HOST</Source><Code>${code}</Code><ReasonCode>${reason}</ReasonCode><Message>${isGood ? 'Approved' : 'Declined'}</Message><ErrorMsg>${error}</ErrorMsg><SysErrMsg></SysErrMsg></Response>${ids}<SequenceNum>000026</SequenceNum><CardNumberMasked>45080345****4509</CardNumberMasked></Transaction></GVPSResponse>`
}

function inquire(bank: TestBank, oid: string, order: TestOrder | undefined): string {
  if (order === undefined) return answer(oid, '92', '0110', 'İşlem bulunamadı')
  const status = bank.isBusy ? 'WAITINGPOSTAUTH' : order.isPaid ? 'APPROVED' : 'DECLINED'
  return answer(
    oid,
    '00',
    '00',
    '',
    `<OrderInqResult><ChargeType>S</ChargeType><AuthAmount>${order.isPaid ? order.amount : 0}</AuthAmount><Status>${status}</Status><Code>${order.code}</Code><RetrefNum>335709663083</RetrefNum><AuthCode>304919</AuthCode><SequenceNum>000026</SequenceNum><CardNumberMasked>45080345****4509</CardNumberMasked></OrderInqResult>`,
  )
}

function history(oid: string, order: TestOrder | undefined): string {
  if (order === undefined) return answer(oid, '92', '0110', 'İşlem bulunamadı')
  const row = (type: string, amount: number, voided = '', status = '00') =>
    `<OrderTxn><Type>${type}</Type><Status>${status}</Status><AuthAmount>${amount}</AuthAmount><VoidDate>${voided}</VoidDate></OrderTxn>`
  const back = order.refunded > 0 ? row('refund', order.refunded) + row('refund', 100, '', '05') : ''
  const rows = row('sales', order.amount, order.isVoided ? '20261121' : '') + back
  const list = `<OrderHistInqResult><OrderTxnList>${rows}</OrderTxnList></OrderHistInqResult>`
  return answer(oid, '00', '00', '', list)
}
