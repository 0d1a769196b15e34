import { escapeHtml } from '#server/platform/email/escape-html.ts'
import type { BankAnswer, Books, Dialect } from '#server/sandbox-bank/dialects/dialect.ts'
import { makeProvision, openVisit, type VposBank } from '#server/sandbox-bank/dialects/kuveytturk/vpos-gates.ts'
import {
  amountOfKurus,
  bankOrderOf,
  contract,
  hashedPassword,
  isRequestSigned,
  kurusOf,
  reasonText,
  signedAnswer,
} from '#server/sandbox-bank/dialects/kuveytturk/vpos-message.ts'
import { readTags, type Tags, writeTags } from '#server/sandbox-bank/dialects/bank-xml.ts'
import { openTags, orderTags, rowTags } from '#server/sandbox-bank/dialects/kuveytturk/vpos-orders.ts'

const merchant = {
  clientId: '6204',
  bank: 'Demo Vakıf Katılım',
  keys: { customerId: '5501872', userName: 'demoapi', password: 'demo-katilim-parola' },
}

const vpos: VposBank = {
  merchant,
  currencyTag: 'FECCurrencyCode',
  refusalPage: (failUrl, answer) => {
    const inputs = Object.entries({ ...answer, HashData: '', MD: '' }).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
    )
    return `<!DOCTYPE html><html><body><form name="downloadForm" action="${escapeHtml(failUrl)}" method="POST">${inputs.join('')}</form></body></html>`
  },
}

/** Vakıf Katılım's VirtualPOS.Gateway: one gate per operation, a return of plain fields. */
export const vakifkatilim: Dialect = {
  name: 'vakifkatilim',
  merchant,
  accounts: {
    own_form: {
      settings: {
        merchantId: merchant.clientId,
        customerId: merchant.keys.customerId,
        name: merchant.keys.userName,
        api: '/sandbox-bank/vakifkatilim/Home',
      },
      secrets: { password: merchant.keys.password },
    },
  },
  answer({ path, body }, bank) {
    const gate = gates[path.replace(/^Home\//, '')]
    const tags = /^<\?xml[^>]*\?><VPosMessageContract>/.test(body) ? readTags(body) : null
    return gate === undefined || tags === null ? Promise.resolve({ refused: 'form' }) : gate(tags, bank)
  },
  returned(session, _sale, keys) {
    const isGood = session.md_status === '1'
    const code = isGood ? '00' : `MPIAuthenticationStatus${session.md_status}`
    const text = isGood ? 'Kart doğrulandı.' : reasonText(session.md_error || `md_${session.md_status}`)
    const answer = { order: session.oid, rrn: '', code, bankOrder: bankOrderOf(session.oid) }
    const signed = signedAnswer(answer, keys['password'] ?? '')
    const fields = { ...signed, ResponseMessage: text, ProvisionNumber: '', Stan: '', MD: session.proof }
    return Object.entries(fields)
  },
  signature: { key: 'password', field: 'HashData' },
  tampered: {
    callback_oid: ['MerchantOrderId', (value) => value.split('').reverse().join('')],
    callback_mdstatus: ['ResponseCode', () => '00'],
  },
}

type Gate = (tags: Tags, bank: Books) => Promise<BankAnswer>

/** Refuses requests of other users, or without the right signature. */
const signedGate =
  (gate: Gate): Gate =>
  (tags, bank) => {
    const isUser = tags['MerchantId'] === merchant.clientId && tags['UserName'] === merchant.keys.userName
    if (!isUser || tags['CustomerId'] !== merchant.keys.customerId)
      return Promise.resolve(refused('MerchantNotDefined'))
    return isRequestSigned(tags, merchant.keys.password) ? gate(tags, bank) : Promise.resolve(refused('HashDataError'))
  }

const giveBackGate = (kind: 'void' | 'refund', isWhole: boolean): Gate =>
  signedGate(async (tags, bank) => {
    const oid = tags['MerchantOrderId'] ?? ''
    const isHashed = tags['HashPassword'] === hashedPassword(merchant.keys.password)
    const sale = (await bank.transactions(oid)).find((each) => each.kind === 'sale' && each.approved)
    if (sale === undefined || !isHashed || tags['OrderId'] !== bankOrderOf(oid)) return refused('OrderDataNotFound')
    const amount = isWhole ? sale.amount : amountOfKurus(tags['Amount'])
    if (kind === 'void' && tags['Amount'] !== kurusOf(sale.amount)) return refused('OrderDataNotFound')
    const given = await bank.giveBack(oid, kind, amount)
    if (!given.ok) return refused('58', reasonText(given.reason), oid)
    const answer = { order: oid, rrn: given.made.host_ref, code: '00', bankOrder: bankOrderOf(oid) }
    const signed = signedAnswer(answer, merchant.keys.password)
    return { body: contract(writeTags({ ...signed, ResponseMessage: '' })), type: 'xml' }
  })

const gates: Readonly<Record<string, Gate>> = {
  ThreeDModelPayGate: (tags, bank) =>
    tags['HashPassword'] === hashedPassword(merchant.keys.password)
      ? openVisit(vpos, tags, bank)
      : Promise.resolve({ refused: 'hash' }),
  ThreeDModelProvisionGate: (tags, bank) => makeProvision(vpos, tags, bank),
  SaleReversal: giveBackGate('void', true),
  DrawBack: giveBackGate('refund', true),
  PartialDrawBack: giveBackGate('refund', false),
  SelectOrderByMerchantOrderId: signedGate(async (tags, bank) => {
    const oid = tags['MerchantOrderId'] ?? ''
    const found = await bank.find(oid)
    if (found.kind === 'pending') return refused('SystemError')
    const session = found.kind === 'none' ? await bank.session({ oid }) : undefined
    if (found.kind === 'found') return orders([orderTags(found)])
    return orders(session === undefined ? [] : [openTags(session)])
  }),
  SelectOrder: signedGate(async (tags, bank) => {
    const [day = '', lower, upper] = [tags['StartDate'], Number(tags['LowerLimit']), Number(tags['UpperLimit'])]
    if (!/^\d{4}-\d\d-\d\d$/.test(day) || !(upper > 0)) return refused('InvalidRequestError')
    const rows = (await bank.listed(day)).slice(lower, lower + upper)
    return orders(rows.map((row) => rowTags(row, { sale: '1', refund: '4', void: '6' }[row.kind])))
  }),
}

function refused(code: string, text = code, oid = ''): BankAnswer {
  const tags = { ResponseCode: code, ResponseMessage: text, MerchantOrderId: oid }
  return { body: contract(writeTags(tags)), type: 'xml' }
}

function orders(rows: readonly Tags[]): BankAnswer {
  if (rows.length === 0) return refused('NonResult', 'Kriterlere uygun sonuc bulunmamaktadir.')
  const contracts = rows.map((row) => `<OrderContract>${writeTags(row)}</OrderContract>`)
  const data = `<VPosOrderData>${contracts.join('')}</VPosOrderData>`
  return { body: contract(`${data}${writeTags({ ResponseCode: '00', ResponseMessage: '' })}`), type: 'xml' }
}
