import type { Books, Found } from '#server/sandbox-bank/dialects/dialect.ts'
import { type Cc5Answer, type Cc5Request, kurus } from './cc5.ts'
import type { BankSession, BankTransaction } from './queries.ts'

/** Answers an inquiry: ORDERSTATUS returns the sale, ORDERHISTORY also its refunds. */
export async function answerInquiry(books: Books, request: Cc5Request): Promise<Cc5Answer> {
  const oid = request.OrderId ?? ''
  const found = await books.find(oid)
  if (found.kind === 'none') return noRecord(oid)
  if (found.kind === 'pending') return pending(oid, found.session)
  return request.ORDERHISTORY === 'QUERY' ? history(oid, found.all) : status(oid, found)
}

function record(oid: string, extra: Record<string, string>, transId = ''): Cc5Answer {
  const summary = [
    'ORD_ID',
    'CHARGE_TYPE_CD',
    'ORIG_TRANS_AMT',
    'CAPTURE_AMT',
    'TRANS_STAT',
    'AUTH_DTTM',
    'CAPTURE_DTTM',
  ]
  const line = [...summary, 'AUTH_CODE', 'TRANS_ID'].map((name) => `${name}:${extra[name] ?? ''}`).join('\t')
  return {
    response: 'Approved',
    code: '00',
    message: `Record(s) found for ${oid}`,
    orderId: oid,
    transId,
    extra: { ...extra, ORDERSTATUS: line, NUMCODE: '0' },
  }
}

function noRecord(oid: string): Cc5Answer {
  return { response: 'Declined', code: '99', message: `No record found for ${oid}`, extra: { NUMCODE: '0' } }
}

function pending(oid: string, session: BankSession | undefined): Cc5Answer {
  const amount = session === undefined ? '' : String(kurus(session.amount))
  return record(oid, { ORD_ID: oid, CHARGE_TYPE_CD: 'S', ORIG_TRANS_AMT: amount, TRANS_STAT: 'PN' })
}

/** Amounts in kuruş. */
function status(oid: string, { sale, voided }: Extract<Found, { kind: 'found' }>): Cc5Answer {
  const amount = String(kurus(sale.amount))
  return record(
    oid,
    {
      ORD_ID: oid,
      CHARGE_TYPE_CD: 'S',
      ORIG_TRANS_AMT: amount,
      TRANS_STAT: stateOf(sale, voided),
      CAPTURE_AMT: sale.approved ? amount : '',
      AUTH_DTTM: timeOf(sale.at),
      CAPTURE_DTTM: timeOf(sale.at),
      AUTH_CODE: sale.auth_code,
      HOST_REF_NUM: sale.host_ref,
      TRANS_ID: sale.trans_id,
      PROC_RET_CD: sale.code,
      PAN: `${sale.card.slice(0, 4)} ${sale.card.slice(4, 6)}** **** ${sale.card.slice(-4)}`,
      ...(voided === undefined ? {} : { VOID_DTTM: timeOf(voided.at) }),
    },
    sale.trans_id,
  )
}

const stateOf = (sale: BankTransaction, voided: BankTransaction | undefined) => {
  if (!sale.approved) return 'D'
  return voided === undefined ? 'C' : 'V'
}

/**
 * Newest first, fields separated by tabs: type S or C, state, amounts in kuruş, times, reference, authorisation, code,
 * transaction.
 */
function history(oid: string, all: readonly BankTransaction[]): Cc5Answer {
  const voided = all.find(({ kind, approved }) => kind === 'void' && approved)
  const lines = all
    .filter(({ kind }) => kind !== 'void')
    .map((each) => {
      const amount = String(kurus(each.amount))
      const isSale = each.kind === 'sale'
      const state = isSale ? stateOf(each, voided) : 'C'
      const ended = isSale && each.approved && voided !== undefined ? timeOf(voided.at) : ''
      const times = [timeOf(each.at), timeOf(each.at), ended]
      const end = [each.host_ref, each.auth_code, each.code, each.trans_id]
      return [isSale ? 'S' : 'C', state, amount, each.approved ? amount : '', ...times, ...end].join('\t')
    })
    .toReversed()
  const numbered = Object.fromEntries(lines.map((line, i) => [`TRX${i + 1}`, line]))
  const extra = { NUMCODE: '0', TRXCOUNT: String(lines.length), ...numbered }
  return { response: 'Approved', code: '00', orderId: oid, extra }
}

/** 2026-11-21 14:05:09.120 in Turkish time, UTC+3 all year. */
function timeOf(at: Date): string {
  return new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 23).replace('T', ' ')
}
