import { translate } from '#server/platform/http/words.ts'
import type { Books, Found, GivenBack } from '#server/sandbox-bank/dialects/dialect.ts'
import type { BankSession } from '#server/sandbox-bank/queries.ts'
import { approval, hostRefusal, numbersOf, type Reply, resultOf } from './results.ts'
import { proofOf } from './return.ts'
import { bankTime, currencyNumbers, terminal } from './terminal.ts'

export type Message = {
  terminal: { merchantSafeId: string; terminalSafeId: string }
  randomNumber: string
  requestDateTime?: string
  version?: string
  txnCode?: string
  order?: { orderId?: string }
  transaction?: { amount?: string; currencyCode?: number; motoInd?: number; installCount?: number }
  secureTransaction?: Readonly<Record<string, string>>
  report?: { startDateTime?: string; endDateTime?: string }
}
type Operation = (message: Message, oid: string, bank: Books) => Promise<Reply>

const operations: Readonly<Record<string, Operation>> = {
  '1000': capture,
  '1002': (message, oid, bank) => giveBack(message, oid, bank, 'refund'),
  '1003': (message, oid, bank) => giveBack(message, oid, bank, 'void'),
  '1010': inquire,
}

/** Answers `transaction/process`. */
export async function answerTransaction(message: Message, bank: Books): Promise<Reply> {
  const { txnCode = '', version, requestDateTime = '' } = message
  const operation = operations[txnCode]
  const base = { txnCode, terminal, txnDateTime: bankTime(bank.now) }
  if (operation === undefined || version !== '1.00') return { ...base, ...refusal('VPS-1001', 'Geçersiz işlem.') }
  if (Number.isNaN(Date.parse(requestDateTime)))
    return { ...base, ...refusal('VPS-1073', 'Geçerli talep tarihi giriniz.') }
  const oid = message.order?.orderId ?? ''
  const reply = await operation(message, oid, bank)
  return { ...base, ...(txnCode === '1010' ? {} : { order: { orderId: oid } }), ...reply }
}

function refusal(responseCode: string, responseMessage: string): Reply {
  return { responseCode, responseMessage, transaction: { stan: 0, rrn: '0', batchNumber: 0 } }
}

/** Takes the money of an authentication; the shop's request must be what the cardholder confirmed. */
async function capture({ transaction, secureTransaction }: Message, oid: string, bank: Books): Promise<Reply> {
  const session = await bank.session({ proof: secureTransaction?.['secureMd'] ?? '' })
  if (session === undefined || session.oid !== oid || !isConfirmed(session, transaction, secureTransaction)) {
    return refusal('VPS-1279', 'BKM 3DS Server Doğrulama Başarısız')
  }
  const sold = await bank.sell(session)
  if (!sold.ok) return refusal('VPS-1013', `Sipariş Numarası : ${oid} tekil olmalıdır`)
  return { ...resultOf(sold.made), transaction: numbersOf(sold.made) }
}

function isConfirmed(
  session: BankSession,
  transaction: Message['transaction'],
  given: Readonly<Record<string, string>> = {},
): boolean {
  const isSame = Object.entries(proofOf(session)).every(([name, value]) => given[name] === value)
  const isSameMoney =
    transaction?.amount === session.amount && transaction.currencyCode === currencyNumbers[session.currency]
  return isSame && isSameMoney && transaction?.installCount === session.installment && transaction.motoInd === 0
}

async function giveBack(message: Message, oid: string, bank: Books, kind: 'void' | 'refund'): Promise<Reply> {
  const { amount, currencyCode } = message.transaction ?? {}
  const [sale] = await bank.transactions(oid)
  const isForeign = kind === 'refund' && sale !== undefined && currencyCode !== currencyNumbers[sale.currency]
  if (isForeign) return hostRefusal('12', translate('tr', 'sandbox.bank.currency'))
  const given = await bank.giveBack(oid, kind, amount)
  if (!given.ok) return backRefusal(given, oid, bank)
  return kind === 'void' ? approval : { ...approval, transaction: numbersOf(given.made) }
}

/** The documents name the codes of unknown and of voided orders; the issuing bank refuses the rest. */
async function backRefusal({ reason }: Extract<GivenBack, { ok: false }>, oid: string, bank: Books): Promise<Reply> {
  if (reason !== 'no_sale') return hostRefusal('12', translate('tr', `sandbox.bank.${reason}`))
  const isVoided = (await bank.transactions(oid)).some(({ kind }) => kind === 'void')
  return isVoided
    ? refusal('VPS-1008', 'Daha önce iptal edilmiş işlem')
    : refusal('VPS-1007', `Orjinal İşlem bulunamadı. Sipariş Numarası : ${oid}`)
}

async function inquire(_message: Message, oid: string, bank: Books): Promise<Reply> {
  const found = await bank.find(oid)
  if (found.kind === 'none') {
    return { responseCode: 'VPS-1123', responseMessage: `İşlem bulunamadı. Sipariş Numarası : ${oid}` }
  }
  return { responseCode: 'VPS-0000', responseMessage: 'BAŞARILI', txnDetailList: rowsOf(found, oid) }
}

/** S: suspicious, the bank does not know the outcome yet. A voided sale has the state V; the void has no row. */
function rowsOf(found: Exclude<Found, { kind: 'none' }>, oid: string): Reply[] {
  if (found.kind === 'pending') return [{ txnCode: '1000', txnStatus: 'S', orderId: oid, orgOrderId: oid }]
  return found.all
    .filter(({ kind }) => kind !== 'void')
    .map((row) => ({
      txnCode: row.kind === 'sale' ? '1000' : '1002',
      txnStatus: row === found.sale && found.voided !== undefined ? 'V' : 'N',
      ...resultOf(row),
      ...numbersOf(row),
      amount: Number(row.amount),
      currencyCode: currencyNumbers[row.currency],
      installCount: row.installment,
      maskedCardNumber: row.card,
      txnDateTime: bankTime(row.at),
      orderId: row.kind === 'sale' ? oid : row.trans_id,
      orgOrderId: oid,
    }))
}
