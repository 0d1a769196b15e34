import { translate } from '#server/platform/http/words.ts'
import { elements, leafOf, type XmlParts } from '#server/sandbox-bank/dialects/bank-xml.ts'
import type { BankAnswer, Books, GivenBack } from '#server/sandbox-bank/dialects/dialect.ts'
import type { BankTransaction } from '#server/sandbox-bank/queries.ts'
import { answerInquiry } from './inquiry.ts'
import { answerReport } from './report.ts'
import { currencyNumbers, merchant, terminal } from './terminal.ts'

type Operation = (xml: string, bank: Books) => Promise<XmlParts>

/** By SecureType and TxnType. */
const operations: Readonly<Record<string, Operation>> = {
  '3DModelPayment:': capture,
  'NonSecure:Void': (xml, bank) => giveBack(xml, bank, 'void'),
  'NonSecure:Refund': (xml, bank) => giveBack(xml, bank, 'refund'),
  'Inquiry:OrderInquiry': (xml, bank) => answerInquiry(leafOf(xml, 'OrgOrderId'), bank),
}

/** Answers XMLGate.aspx. */
export async function answerXml(xml: string, bank: Books): Promise<BankAnswer> {
  const operation = `${leafOf(xml, 'SecureType')}:${leafOf(xml, 'TxnType')}`
  if (!isKnown(xml)) return answer(result('V004', 'Kullanıcı Doğrulanamadı.', leafOf(xml, 'OrderId')))
  if (operation === 'Report:TxnHistory') return answerReport(leafOf(xml, 'ReqDate'), bank)
  const run = operations[operation]
  return answer(run === undefined ? result('M015', 'Bilinmeyen İşlem tipi.', '') : await run(xml, bank))
}

function isKnown(xml: string): boolean {
  const isOurs = leafOf(xml, 'MerchantId') === merchant.clientId && leafOf(xml, 'MbrId') === terminal.mbrId
  return isOurs && leafOf(xml, 'UserCode') === terminal.userCode && leafOf(xml, 'UserPass') === merchant.keys.password
}

function answer(parts: XmlParts): BankAnswer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\r\n<PayforResponse>${elements(parts).xml}</PayforResponse>`
  return { body, type: 'xml' }
}

function result(code: string, text: string, oid: string, made?: BankTransaction): XmlParts {
  const isDone = made?.approved === true
  const numbers = { AuthCode: isDone ? made.auth_code : '\r\n', HostRefNum: made?.host_ref ?? '\r\n' }
  return { ...numbers, ProcReturnCode: code, TransId: oid, ErrMsg: text, CardHolderName: '' }
}

/** Captures what was authenticated; the shop's request has neither card nor amount. */
async function capture(xml: string, bank: Books): Promise<XmlParts> {
  const oid = leafOf(xml, 'OrderId')
  const session = await bank.session({ proof: leafOf(xml, 'RequestGuid') })
  if (session === undefined || session.oid !== oid) return result('V036', 'Sistem Hatası', oid)
  const sold = await bank.sell(session)
  if (!sold.ok && sold.reason === 'duplicate') return result('V029', 'OrderID tekil olmalıdır', oid)
  if (!sold.ok) return result('V034', '3D Kullanıcı Doğrulama Adımı Başarısız', oid)
  const { made } = sold
  return result(made.code, made.approved ? 'Onaylandı' : translate('tr', `sandbox.codes.${made.code}`), oid, made)
}

const reasons: Readonly<Record<Extract<GivenBack, { ok: false }>['reason'], string>> = {
  no_sale: 'V013',
  day_over: 'V018',
  day_open: 'V014',
  too_much: 'V015',
  amount: 'V031',
}

async function giveBack(xml: string, bank: Books, kind: 'void' | 'refund'): Promise<XmlParts> {
  const oid = leafOf(xml, 'OrgOrderId')
  const [sale] = await bank.transactions(oid)
  const isForeign = sale !== undefined && leafOf(xml, 'Currency') !== currencyNumbers[sale.currency]
  if (isForeign) return result('M002', 'Para birimi kodu geçersiz.', oid)
  const given = await bank.giveBack(oid, kind, kind === 'void' ? undefined : leafOf(xml, 'PurchAmount'))
  if (given.ok) return result('00', 'Onaylandı', oid, given.made)
  return result(reasons[given.reason], translate('tr', `sandbox.bank.${given.reason}`), oid)
}
