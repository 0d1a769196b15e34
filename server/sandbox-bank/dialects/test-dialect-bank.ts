import { decodeAnswer } from '#server/payments/gateways/bank-http.ts'
import type { BankHttp, BrowserStep, PosTerms } from '#server/payments/gateways/gateway.ts'
import {
  card,
  type Fault,
  kurus,
  posted,
  requireField,
  type TestBank,
  type TestOrder,
} from '#server/payments/gateways/test-bank.ts'
import type { SandboxFault } from '#server/sandbox-bank/faults.ts'
import { saleOf } from '#server/sandbox-bank/provision.ts'
import type { BankSession, BankTransaction } from '#server/sandbox-bank/queries.ts'
import { answerRequest, formOf, wireAnswer } from './answer-request.ts'
import type { BankRequest, Dialect } from './dialect.ts'
import { returnFields } from './return-fields.ts'
import { memoryStore } from './test-memory-store.ts'

/** The clock of the tests' gateways (`test-bank-visit.ts`). */
const now = new Date('2026-11-21T09:00:00Z')

/** The fault of an operation of the books, without its kind (`auth_`, `query_` …). */
const faults: Readonly<Record<Fault, string>> = {
  timeout_before: 'silent_before',
  timeout_after: 'silent_after',
  unreadable: 'html_after',
  http_500: '500_after',
}

export type TestDialectBank = TestBank & {
  /** The fault of the next return (`callback_…`). */
  returnFault: SandboxFault | null
}

/** A bank that speaks a dialect, with its books in memory. It takes any card. */
export function testDialectBank(dialect: Dialect, mode: PosTerms['mode']): TestDialectBank {
  const account = dialect.accounts[mode]
  if (account === undefined) throw new Error(`${dialect.name} has no account in mode ${mode}.`)
  const store = memoryStore((_oid, kind) => Promise.resolve(takeFault(bank, kind)))
  const answer = (request: BankRequest) => answerRequest(dialect, request, { store, now, takesAnyCard: true })

  const bank: TestDialectBank = {
    terms: { id: 1, adapter: dialect.name, mode, environment: 'sandbox', ...account },
    fault: null,
    isTurkish: false,
    declineWith: null,
    isBusy: false,
    returnFault: null,
    get orders() {
      return ordersOf(store.all)
    },
    http: async (request) => {
      const result = await answer(bankRequest(dialect, request))
      requireField(result.answer === null || 'body' in result.answer, `${request.url} answers the shop's server`)
      const wire = wireAnswer(result.answer, bank.isTurkish ? 'auth_latin5' : result.fault)
      if (wire === null) return { ok: false, reason: 'timeout' }
      const { status, contentType, bytes } = wire
      return { ok: true, status, contentType, text: decodeAnswer(bytes, contentType) }
    },
    async finish(step, mdStatus) {
      const session = await visit(step)
      const isDone = session.state === 'done'
      const typed = session.card ?? `${card.number.slice(0, 6)}******${card.number.slice(-4)}`
      const result = { state: 'done', md_status: mdStatus, result_code: bank.declineWith ?? '00' } as const
      const done: BankSession = isDone ? session : { ...session, ...result, card: typed }
      await store.updateSession(session.id, done)
      const takes = !isDone && mdStatus === '1' && session.store_type.startsWith('3d_pay')
      const sale = takes ? await store.insertTransaction(saleOf(done, now)) : undefined
      return posted(returnFields(dialect, done, sale, bank.returnFault), bank.isTurkish ? 'turkish' : 'utf8')
    },
  }

  /** Follows the step as a browser to the page of a session. */
  async function visit(step: BrowserStep): Promise<BankSession> {
    const url = step.kind === 'form' ? step.action : step.url
    const id = /^\/sandbox-bank\/3d\/([\w-]+)\/enter$/.exec(url)?.[1] ?? (await gate(step, url))
    const session = await store.findSession({ id })
    requireField(session, `a page, not ${url}`)
    requireField(session.ok_url !== '' && session.fail_url !== '', 'the addresses of the return')
    return { ...session }
  }

  async function gate(step: BrowserStep, url: string): Promise<string> {
    const body = step.kind === 'form' ? new URLSearchParams(step.fields.map(([...pair]) => pair)).toString() : ''
    const method = step.kind === 'form' ? 'POST' : 'GET'
    const { answer: page } = await answer(bankRequest(dialect, { method, url, body }))
    requireField(page !== null && 'page' in page, `a page for the browser, not ${JSON.stringify(page)}`)
    return page.page
  }
  return bank
}

function takeFault(bank: TestBank, kind: string): SandboxFault | null {
  const { fault } = bank
  bank.fault = null
  if (bank.refusesCards === true && kind === 'cardstart_') return 'cardstart_refused'
  if (fault !== null) return `${kind}${faults[fault]}` as SandboxFault
  return bank.isBusy && kind === 'query_' ? 'query_pending' : null
}

function bankRequest(dialect: Dialect, { method, url, headers = {}, body = '' }: Parameters<BankHttp>[0]): BankRequest {
  const root = `/sandbox-bank/${dialect.name}/`
  requireField(url.startsWith(root), `an address below ${root}, not ${url}`)
  const [path = '', query = ''] = url.slice(root.length).split('?')
  const names = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return { method, path, query: formOf(query), headers: Object.fromEntries(names), body }
}

function ordersOf(all: readonly BankTransaction[]): Map<string, TestOrder> {
  const orders = new Map<string, TestOrder>()
  for (const { oid, kind, approved, amount, code } of all) {
    const order = orders.get(oid)
    const isSale = kind === 'sale' && order?.isPaid !== true
    if (isSale) orders.set(oid, { amount: kurus(amount), refunded: 0, isVoided: false, isPaid: approved, code })
    else if (order !== undefined && kind === 'void') order.isVoided = true
    else if (order !== undefined && kind === 'refund') order.refunded += kurus(amount)
  }
  return orders
}
