import { createHash } from 'node:crypto'
import { translate } from '#server/platform/http/words.ts'
import { dataOf } from '#server/sandbox-bank/dialects/books.ts'
import type { BankRequest, Books, Dialect, Found } from '#server/sandbox-bank/dialects/dialect.ts'
import { readTags, type Tags, writeTags } from '#server/sandbox-bank/dialects/bank-xml.ts'
import { listAnswer } from './param-list.ts'

const merchant = {
  clientId: '31077',
  bank: 'Demo Param',
  keys: { userName: 'demoparam', password: 'demo-param-parola', guid: '5B1C9E40-7A2D-4E19-9C63-0D8F1A2B3C4D' },
}
const service = 'https://turkpos.com.tr/'

const sha2b64 = (text: string) => createHash('sha1').update(text, 'latin1').digest('base64')
const text = (reason: string) => translate('tr', `sandbox.bank.${reason}`)
const comma = (amount: string) => amount.replace('.', ',')

/** Param's TurkPos service: everything over SOAP, a return of plain fields. */
export const param: Dialect = {
  name: 'param',
  merchant,
  accounts: {
    own_form: {
      settings: {
        clientId: merchant.clientId,
        name: merchant.keys.userName,
        api: '/sandbox-bank/param/turkpos.ws/service_turkpos_prod.asmx',
      },
      secrets: { password: merchant.keys.password, guid: merchant.keys.guid },
    },
  },
  async answer(request, bank) {
    const operation = operationOf(request)
    const tags = operation === null ? null : readTags(request.body)
    if (operation === null || tags === null) return { body: fault, type: 'xml', status: 500 }
    const result = isAccount(tags)
      ? await operations[operation](tags, bank)
      : writeTags({ Sonuc: '-1', Sonuc_Str: 'Yetkisiz Erişim.', Sonuc_Ack: 'Yetkisiz Erişim.' })
    const body = `<${operation}Response xmlns="${service}"><${operation}Result>${result}</${operation}Result></${operation}Response>`
    return { body: envelope(body), type: 'xml' }
  },
  returned(session, _sale, keys) {
    const mdStatus = session.md_status ?? ''
    const { paymentGuid = '' } = dataOf(session)
    const md = mdOf(session.proof)
    return [
      ['md', md],
      ['mdStatus', mdStatus],
      ['orderId', session.oid],
      ['transactionAmount', comma(session.amount)],
      ['islemGUID', paymentGuid],
      ['islemHash', sha2b64(`${paymentGuid}${md}${mdStatus}${session.oid}${keys['guid']}`)],
      ['bankResult', text(session.md_error || `md_${mdStatus}`)],
      ['dc', ''],
      ['dcURL', 'https://elsewhere.example/turkpos.ws/service_turkpos_prod.asmx'],
    ]
  },
  signature: { key: 'guid', field: 'islemHash' },
  tampered: {
    callback_amount: ['transactionAmount', (value) => `1${value}`],
    callback_oid: ['orderId', (value) => value.split('').reverse().join('')],
    callback_md: ['md', (value) => value.replace(':', ':0')],
    callback_mdstatus: ['mdStatus', () => '1'],
  },
}

const mdOf = (proof: string) => `450803:${proof}:3680:##500100000`
const envelope = (inner: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${inner}</soap:Body></soap:Envelope>`
const fault = envelope('<soap:Fault><faultcode>soap:Client</faultcode><faultstring>Error</faultstring></soap:Fault>')

type Operation = 'TP_WMD_UCD' | 'TP_WMD_Pay' | 'TP_Islem_Iptal_Iade_Kismi2' | 'TP_Islem_Sorgulama4' | 'TP_Islem_Izleme'

function operationOf({ path, headers, body }: BankRequest): Operation | null {
  const name = Object.keys(operations).find((each) => headers['soapaction'] === `"${service}${each}"`) as
    | Operation
    | undefined
  const isService = path === 'turkpos.ws/service_turkpos_prod.asmx'
  return name !== undefined && isService && body.includes(`<${name} xmlns="${service}">`) ? name : null
}

function isAccount(tags: Tags): boolean {
  const { clientId, keys } = merchant
  const isUser = tags['CLIENT_CODE'] === clientId && tags['CLIENT_USERNAME'] === keys.userName
  return isUser && tags['CLIENT_PASSWORD'] === keys.password && tags['GUID'] === keys.guid
}

const operations: Readonly<Record<Operation, (tags: Tags, bank: Books) => Promise<string>>> = {
  TP_WMD_UCD: openPayment,
  TP_WMD_Pay: pay,
  TP_Islem_Iptal_Iade_Kismi2: giveBack,
  TP_Islem_Sorgulama4: inquire,
  TP_Islem_Izleme: (tags, bank) => listAnswer(tags, bank),
}

const failed = (code: string, reason: string, bankCode = '-1') =>
  writeTags({
    Sonuc: code,
    Sonuc_Str: reason,
    Sonuc_Ack: reason,
    Banka_Sonuc_Kod: bankCode,
    Bank_Sonuc_Kod: bankCode,
  })

async function openPayment(tags: Tags, bank: Books): Promise<string> {
  const of = (name: string) => tags[name] ?? ''
  const signed = ['CLIENT_CODE', 'GUID', 'Taksit', 'Islem_Tutar', 'Toplam_Tutar', 'Siparis_ID'].map(of).join('')
  if (of('Islem_Hash') !== sha2b64(signed)) return failed('-3', 'Hash değeri hatalı.')
  const isPlain = /^\d+,\d\d$/.test(of('Islem_Tutar')) && of('Toplam_Tutar') === of('Islem_Tutar')
  const isSecure = of('Islem_Guvenlik_Tip') === '3D' && of('Hata_URL') !== '' && tags['KK_Sahibi_GSM'] !== undefined
  if (!isPlain || !isSecure || !/^([1-9]|1[0-2])$/.test(of('Taksit'))) return failed('-2', text('amount'))
  const oid = of('Siparis_ID')
  const paymentGuid = crypto.randomUUID()
  const session = await bank.open({
    oid,
    amount: of('Islem_Tutar').replace(',', '.'),
    currency: 'TRY',
    installment: Number(of('Taksit')),
    lang: 'tr',
    okUrl: of('Basarili_URL'),
    failUrl: of('Hata_URL'),
    card: { number: of('KK_No'), cvc: of('KK_CVC'), month: of('KK_SK_Ay'), year: of('KK_SK_Yil').replace(/^20/, '') },
    takesMoney: false,
    data: { paymentGuid },
  })
  const isUsed = session.md_error === 'duplicate'
  if (session.state === 'done' && !isUsed) return failed('-1', text(session.md_error), '14')
  const method = `<form id="tdsMmethodForm" action="https://acs.example/3ds-method" method="post" target="tdsMmethodTgtFrame"><input type="hidden" name="threeDSMethodData" value="e30"/></form>`
  const form = `<form id="webform0" name="ddcoll" method="POST" action="${bank.pageOf(session)}" accept_charset="UTF-8"><input type="hidden" name="txid" value="${session.id}"/><input type="submit" name="submitBtn" value="Devam"/></form>`
  return writeTags({
    Islem_ID: '6021840768',
    Islem_GUID: paymentGuid,
    UCD_HTML: `<!DOCTYPE html><html><body>${method}${form}</body></html>`,
    Sonuc: '1',
    Sonuc_Str: 'İşlem Başarılı',
    Banka_Sonuc_Kod: '0',
    // A used order number is replaced.
    Siparis_ID: isUsed ? crypto.randomUUID() : oid,
  })
}

async function pay(tags: Tags, bank: Books): Promise<string> {
  const proof = /^450803:(\w+):3680:##500100000$/.exec(tags['UCD_MD'] ?? '')?.[1] ?? ''
  const session = await bank.session({ proof })
  const isSame = session?.oid === tags['Siparis_ID']
  if (session === undefined || !isSame || dataOf(session)['paymentGuid'] !== tags['Islem_GUID'])
    return failed('-100', 'Hesap bulunamadı.')
  const sold = await bank.sell(session)
  if (!sold.ok) return failed('-1', 'İşlem bilgisi sorgulanamadı.')
  const { approved, code, oid, auth_code, host_ref, trans_id } = sold.made
  if (!approved) return failed('-1', translate('tr', `sandbox.codes.${code}`), String(Number(code)))
  return writeTags({
    Sonuc: '1',
    Sonuc_Ack: 'Başarılı',
    Dekont_ID: receiptNumber(trans_id),
    Siparis_ID: oid,
    Bank_Trans_ID: trans_id,
    Bank_AuthCode: auth_code,
    Bank_HostMsg: 'Approved',
    Bank_Extra: '<Extra><NUMCODE>00</NUMCODE></Extra>',
    Bank_Sonuc_Kod: '0',
    Bank_HostRefNum: host_ref,
  })
}

/** Param's own number: digits. */
export const receiptNumber = (transaction: string): string => `30${transaction.slice(-6).padStart(8, '1')}`

const reasonCodes = { no_sale: '-210', day_over: '-210', day_open: '-210', too_much: '-221', amount: '-221' } as const

async function giveBack(tags: Tags, bank: Books): Promise<string> {
  const [oid = '', amount = ''] = [tags['Siparis_ID'], tags['Tutar']]
  const isVoid = tags['Durum'] === 'IPTAL'
  const all = (await bank.transactions(oid)).filter(({ approved }) => approved)
  const sale = all.find(({ kind }) => kind === 'sale')
  if (!isVoid && tags['Durum'] !== 'IADE') return failed('-2', text('type'))
  if (all.some(({ kind }) => kind === 'void')) return failed('-211', 'İşlem iptal durumunda')
  if (!/^\d+\.\d\d$/.test(amount) || (isVoid && sale?.amount !== amount)) return failed('-210', text('amount'))
  const given = await bank.giveBack(oid, isVoid ? 'void' : 'refund', amount)
  if (!given.ok) return failed(reasonCodes[given.reason], text(given.reason))
  const { auth_code, host_ref, trans_id } = given.made
  const done = { Sonuc: '1', Sonuc_Str: 'Approved', Banka_Sonuc_Kod: '0' }
  return writeTags({ ...done, Bank_AuthCode: auth_code, Bank_Trans_ID: trans_id, Bank_HostRefNum: host_ref })
}

async function inquire(tags: Tags, bank: Books): Promise<string> {
  const found = await bank.find(tags['Siparis_ID'] ?? '')
  if (found.kind === 'pending') return failed('-1', 'İşlem bilgisi sorgulanamadı.')
  if (found.kind === 'none') return failed('-1', 'İşlem bulunamadı.')
  return `<DT_Bilgi>${writeTags(stateTags(found))}</DT_Bilgi>${writeTags({ Sonuc: '1', Sonuc_Str: 'Başarılı' })}`
}

function stateTags({ sale, voided, refunded }: Extract<Found, { kind: 'found' }>): Tags {
  const returned = refunded === sale.amount ? 'REFUND' : Number(refunded) > 0 ? 'PARTIAL_REFUND' : 'SUCCESS'
  const state = sale.approved ? (voided === undefined ? returned : 'CANCEL') : 'BANK_FAIL'
  return {
    Odeme_Sonuc: { SUCCESS: '1', CANCEL: '12', REFUND: '13' }[state as string] ?? (sale.approved ? '1' : sale.code),
    Dekont_ID: sale.approved ? receiptNumber(sale.trans_id) : '0',
    Siparis_ID: sale.oid,
    Durum: state,
    Toplam_Tutar: sale.amount,
    Banka_Sonuc_Aciklama: sale.approved ? '' : translate('tr', `sandbox.codes.${sale.code}`),
    Taksit: String(sale.installment),
    Toplam_Iade_Tutar: String(Number(refunded)),
    KK_No: sale.card,
    Islem_Tip: 'SALE',
    Bank_Trans_ID: sale.trans_id,
    Bank_AuthCode: sale.auth_code,
    Bank_HostRefNum: sale.host_ref,
  }
}
