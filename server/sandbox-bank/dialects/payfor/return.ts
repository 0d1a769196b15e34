import { createHash } from 'node:crypto'
import { translate } from '#server/platform/http/words.ts'
import type { BankSession, BankTransaction } from '#server/sandbox-bank/queries.ts'
import type { Fields } from '#server/sandbox-bank/signature.ts'
import { currencyNumbers, installmentText, merchant, terminal } from './terminal.ts'

/** The 3DStatus of an mdStatus: -1 for every failure. A used order number has a code of its own. */
function resultOf({ md_status, md_error }: BankSession): { status: string; code: string } {
  if (md_error === 'duplicate') return { status: '-1', code: '101310' }
  const status = ['1', '2', '3', '4'].includes(md_status ?? '') ? (md_status ?? '') : '-1'
  return { status, code: status === '-1' ? 'V034' : 'V033' }
}

/** What the browser posts to the shop; signed with SHA-256, as in 2024. TxnResult is `Failed` until the money is taken. */
export function returnFields(session: BankSession, sale: BankTransaction | undefined, storeKey: string): Fields {
  const { status, code: authenticationCode } = resultOf(session)
  const code = sale?.code ?? authenticationCode
  const authCode = sale?.approved === true ? sale.auth_code : ''
  const text = session.md_error === '' ? `md_${session.md_status}` : session.md_error
  const responseRnd = `PF${session.created_at.getTime()}00000`
  const signedText = `${merchant.clientId}${storeKey}${session.oid}${authCode}${code}${status}${responseRnd}${terminal.userCode}`
  return Object.entries({
    RequestGuid: code === '101310' ? '0' : session.proof,
    MbrId: terminal.mbrId,
    MerchantID: merchant.clientId,
    OrderId: session.oid,
    SecureType: session.store_type === '3d' ? '3DModel' : '3DHost',
    PurchAmount: session.amount,
    Exponent: '2',
    Currency: currencyNumbers[session.currency] ?? '',
    OkUrl: session.ok_url,
    FailUrl: session.fail_url,
    PayerTxnId: '',
    Eci: status === '1' ? '05' : '',
    MD: '',
    TerminalID: terminal.terminalId,
    TxnType: 'Auth',
    OrgOrderId: '',
    Lang: session.lang.toUpperCase(),
    InstallmentCount: installmentText(session.installment),
    TxnStatus: sale?.approved === true ? 'Y' : 'N',
    ErrMsg: translate('tr', `sandbox.bank.${text}`),
    '3DStatus': status,
    TxnResult: sale?.approved === true ? 'Success' : 'Failed',
    AuthCode: authCode,
    HostRefNum: sale?.host_ref ?? '',
    ProcReturnCode: code,
    CardMask: session.card ?? '',
    ResponseRnd: responseRnd,
    ResponseHash: createHash('sha256').update(signedText, 'utf8').digest('base64'),
    HashType: 'Sha256',
  })
}
