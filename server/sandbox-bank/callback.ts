import { createHash, randomBytes } from 'node:crypto'
import type { PosAdapter } from '#domain/payments/pos-adapters.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { dialects } from '#server/sandbox-bank/dialects/dialects.ts'
import { returnFields } from '#server/sandbox-bank/dialects/return-fields.ts'
import { cardFault, demoBinOf } from './demo-cards.ts'
import { type SandboxFault, takeFault } from './faults.ts'
import { merchantOf } from './merchants.ts'
import { listTransactions, type BankSession, type BankTransaction } from './queries.ts'
import { type Fields, signatureOf } from './signature.ts'

/** How the browser returns to the shop. */
export type Return = {
  url: string
  fields: Fields
  /** How often the return is posted; 0: the window was closed. */
  times: number
  isLate: boolean
  encoding: 'UTF-8' | 'ISO-8859-9'
}

/** The fields that carry the proof of an authentication to the shop and back with the capture. */
export function proofFields({ proof, card, client_id }: BankSession): {
  md: string
  xid: string
  eci: string
  cavv: string
} {
  const digest = (kind: string) => createHash('sha1').update(`${kind}:${proof}`).digest('base64')
  const isMastercard = demoBinOf(card ?? '')?.scheme === 'MASTERCARD'
  return {
    md: `${card?.slice(0, 6) ?? ''}:${proof}:4321:##${client_id}`,
    xid: digest('xid'),
    eci: isMastercard ? '02' : '05',
    cavv: digest('cavv'),
  }
}

/** The signed return of a finished session, including the faults of its card and those that are switched on. */
export async function returnOf(db: Db, session: BankSession): Promise<Return> {
  const fault = cardFault(session.card, 'callback_') ?? (await takeFault(db, session.oid, 'callback_'))
  const sales = await listTransactions(db, session.client_id, session.oid)
  const sale = sales.find(({ kind }) => kind === 'sale')
  const isGood = session.md_status === '1' && (sale?.approved ?? true)
  const encoding = fault === 'callback_latin5' ? 'ISO-8859-9' : 'UTF-8'
  const dialect = dialects[session.dialect as PosAdapter]
  const fields =
    dialect === undefined
      ? signed(answerFields(session, sale, encoding), session, fault)
      : returnFields(dialect, session, sale, fault)
  const times = { callback_twice: 2, callback_five: 5, callback_missing: 0 }[fault as string] ?? 1
  return { url: isGood ? session.ok_url : session.fail_url, fields, times, isLate: fault === 'callback_late', encoding }
}

function answerFields(session: BankSession, sale: BankTransaction | undefined, encoding: string): [string, string][] {
  const { md_status, card, md_error } = session
  const isAuthenticated = ['1', '2', '3', '4'].includes(md_status ?? '')
  const proof = isAuthenticated ? proofFields(session) : { md: '', xid: '', eci: '', cavv: '' }
  const mask = card === null ? '' : `${card.slice(0, 4)} ${card.slice(4, 6)}** **** ${card.slice(-4)}`
  // Turkish letters, to expose shops that decode the bytes wrongly.
  const text =
    md_error === '' ? translate('tr', `sandbox.bank.md_${md_status}`) : translate('tr', `sandbox.bank.${md_error}`)
  const bankFields = {
    mdStatus: md_status ?? '0',
    mdErrorMsg: text,
    txstatus: isAuthenticated ? 'Y' : 'N',
    ...proof,
    maskedCreditCard: mask,
    MaskedPan: card === null ? '' : `${card.slice(0, 6)}***${card.slice(-4)}`,
    rnd: randomBytes(15).toString('base64'),
    encoding,
    'EXTRA.CARDBRAND': demoBinOf(card ?? '')?.scheme ?? '',
    ...(session.store_type.startsWith('3d_pay') ? moneyFields(sale, text) : {}),
  }
  return [...session.fields.filter(([name]) => !Object.hasOwn(bankFields, name)), ...Object.entries(bankFields)]
}

/** The additional fields of a bank that takes the money itself. */
function moneyFields(sale: BankTransaction | undefined, text: string) {
  if (sale === undefined) {
    return { Response: 'Error', ProcReturnCode: '99', AuthCode: '', HostRefNum: '', TransId: '', ErrMsg: text }
  }
  const { approved, code, auth_code, host_ref, trans_id } = sale
  const response = approved ? 'Approved' : 'Declined'
  const message = approved ? '' : translate('tr', `sandbox.codes.${code}`)
  return {
    Response: response,
    ProcReturnCode: code,
    AuthCode: auth_code,
    HostRefNum: host_ref,
    TransId: trans_id,
    ErrMsg: message,
  }
}

/** Faults that change a field after it was signed. */
const tampered: Partial<Record<SandboxFault, readonly [field: string, change: (value: string) => string]>> = {
  callback_amount: ['amount', () => '1.00'],
  callback_oid: ['oid', (oid) => `${oid.slice(0, -1)}${oid.endsWith('A') ? 'B' : 'A'}`],
  callback_installment: ['taksit', (taksit) => (taksit === '12' ? '' : '12')],
  callback_clientid: ['clientid', () => '990000009'],
  callback_currency: ['currency', (code) => (code === '840' ? '949' : '840')],
  callback_md: ['md', (md) => md.replace(/:[0-9A-F]/, (start) => (start === ':0' ? ':1' : ':0'))],
  callback_mdstatus: ['mdStatus', () => '1'],
}

function signed(fields: [string, string][], session: BankSession, fault: SandboxFault | null): Fields {
  const storeKey = merchantOf(session.client_id)?.storeKey ?? ''
  const change = fault === null ? undefined : tampered[fault]
  const swap = (field: string, to: (value: string) => string) =>
    fields.map(([name, value]): [string, string] => [name, name === field ? to(value) : value])
  // A valid signature of the bank, for another order.
  const truth = fault === 'callback_foreign' ? swap('oid', (oid) => oid.split('').reverse().join('')) : fields
  const hash = signatureOf(truth, storeKey)
  const sent = change === undefined ? truth : swap(...change)
  if (fault === 'callback_no_hash') return sent
  return [...sent, ['HASH', fault === 'callback_wrong_hash' ? signatureOf(truth, `${storeKey}x`) : hash]]
}
