import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BankFinding, LinkablePayment } from '#contract/admin/bank-findings.ts'
import { dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { addAdmin } from '#testing/store-rows.ts'
import { insertTransaction } from '#server/sandbox-bank/queries.ts'
import { sandboxMerchants } from '#server/sandbox-bank/sandbox-bank.ts'
import { returnToShop } from '#server/sandbox-bank/test-payer.ts'
import { reconcile } from '#server/payments/payments.ts'
import type { Gateway, Inquiry } from '#server/payments/gateways/gateway.ts'
import { addPosAccount } from '#server/payments/pos/test-pos.ts'
import {
  bankOf,
  captured,
  letTimePass,
  pay,
  payAtBankPage,
  paymentOf,
  refillCart,
  setFault,
  useCardShop,
} from '#testing/card-shop.ts'
import { codeOf, testSecret, type TestVisitor } from '#testing/shop.ts'
import { compareList } from './compare-list.ts'
import { sendFindingMail } from './finding-email.ts'

const current = useCardShop()
const { clientId, password, storeKey } = sandboxMerchants.arti

let staff: TestVisitor
let accountId: number
beforeAll(async () => {
  const { pool, shop } = current.card
  staff = await shop.signedIn(await addAdmin(pool))
  await shop.setSetting('storeEmail', 'magaza@example.com')
  // Its list has what the merchant of the demo's first account has sold.
  accountId = await addPosAccount(pool, {
    code: 'listeli',
    adapter: 'paytr',
    mode: 'hosted',
    environment: 'sandbox',
    plans: [],
    settings: { merchantId: clientId, api: '/sandbox-bank' },
    secrets: { secret: testSecret, keys: { merchantKey: password, merchantSalt: storeKey } },
  })
})
beforeEach(async () => {
  // Each test starts with read lists.
  await reconcile(current.card.payments)
  await current.card.pool.execute('DELETE FROM bank_findings')
  await current.card.pool.execute("DELETE FROM outbox WHERE name = 'bank-finding-mail'")
})
afterEach(async () => {
  await current.card.pool.execute("DELETE FROM sandbox_transactions WHERE oid LIKE 'PANEL%'")
})

type BankMade = { oid?: string; kind?: 'sale' | 'refund'; amount?: string }

/** The bank makes a transaction without the shop, such as a sale at its panel. */
function bankMakes({ oid = 'PANEL1', kind = 'sale', amount = '250.00' }: BankMade = {}) {
  const made = { client_id: clientId, oid, kind, approved: true, amount, currency: 'TRY', installment: 1, code: '00' }
  return insertTransaction(current.card.pool, { ...made, card: '555555******5555', at: current.card.clock.now })
}

/** The next morning's comparison with the banks' lists. */
async function nextMorning(): Promise<void> {
  current.card.clock.pass(86_400)
  await reconcile(current.card.payments)
}

async function findings(state = 'open'): Promise<BankFinding[]> {
  const answer = await staff.send('GET', `/yonetim/bank-findings?state=${state}`)
  expect(answer.status).toBe(200)
  return (answer.body as { items: BankFinding[] }).items
}

async function onlyFinding(state = 'open'): Promise<BankFinding> {
  const all = await findings(state)
  expect(all).toHaveLength(1)
  if (all[0] === undefined) throw new Error('There is no finding.')
  return all[0]
}

const act = (finding: BankFinding, action: string, body: object = {}) =>
  staff.send('POST', `/yonetim/bank-findings/${finding.id}/${action}`, { body })

const mails = () =>
  current.card.pool.query<{ data: { ids: number[] } }>("SELECT data FROM outbox WHERE name = 'bank-finding-mail'")

/** Runs `work` while calls of the gateway are replaced. */
async function withGateway(replaced: Partial<Gateway>, work: () => Promise<unknown>): Promise<void> {
  const { payments } = current.card
  const { gatewayOf } = payments
  payments.gatewayOf = async (...args) => ({ ...(await gatewayOf(...args)), ...replaced })
  await work().finally(() => {
    payments.gatewayOf = gatewayOf
  })
}

describe('a sale that the books lack', () => {
  test('is found once, however often its list is read, and mailed once', async () => {
    await bankMakes()
    await nextMorning()
    expect(await onlyFinding()).toMatchObject({
      kind: 'sale_missing',
      account: 'listeli',
      reference: 'PANEL1',
      amount: 250,
      paymentId: null,
      cardNumber: '5555 55** **** 5555',
      mayReturn: true,
      mayBook: false,
      mayExplain: true,
    })
    await current.card.pool.execute("UPDATE payment_reconciliations SET list = 'open'")
    await reconcile(current.card.payments)
    expect(await findings()).toHaveLength(1)
    expect(await mails()).toHaveLength(1)
  })

  test('is found once although two accounts of one merchant have it on their lists', async () => {
    const keys = { merchantKey: password, merchantSalt: storeKey }
    const settings = { merchantId: clientId, api: '/sandbox-bank' }
    const secrets = { secret: testSecret, keys }
    const again = { adapter: 'paytr', mode: 'own_form', environment: 'sandbox', plans: [] } as const
    const id = await addPosAccount(current.card.pool, { ...again, code: 'listeli-2', settings, secrets })
    await bankMakes()
    await nextMorning()
    expect(await findings()).toHaveLength(1)
    await current.card.pool.execute('DELETE FROM pos_accounts WHERE id = $1', [id])
  })

  test('is no finding if the bank gave all of it back on the same day', async () => {
    await bankMakes()
    await bankMakes({ kind: 'refund' })
    await nextMorning()
    expect(await findings()).toEqual([])
  })

  test('is settled by the list on which the bank gives it back', async () => {
    await bankMakes()
    await nextMorning()
    await bankMakes({ kind: 'refund' })
    await nextMorning()
    expect(await findings()).toEqual([])
    expect(await onlyFinding('settled')).toMatchObject({ settledAs: 'returned', settledBy: null })
  })

  test('of a payment whose answer was lost is settled as usual, with its order', async () => {
    const { reference, back } = await payAtBankPage(current.card, current.buyer)
    await setFault(current.card, 'auth_cut_after', reference)
    await returnToShop(current.card.app, back)
    // The list alone finds it.
    const day = current.card.clock.now.toISOString().slice(0, 10)
    const gateway = await current.card.payments.gatewayOf(current.card.pool, accountId)
    const list = await gateway.transactions?.(day)
    if (list?.ok !== true) throw new Error('no list')
    await compareList(current.card.payments, { posAccountId: accountId, day, transactions: list.transactions })
    expect(await paymentOf(current.card, reference)).toMatchObject(captured)
    expect(await findings()).toEqual([])
  })

  test('of a payment that was given up long ago is a finding until the bank confirms it', async () => {
    const { reference, back } = await payAtBankPage(current.card, current.buyer)
    await setFault(current.card, 'auth_cut_before', reference)
    await returnToShop(current.card.app, back)
    await letTimePass(current.card, 1200)
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'expired' })
    await bankMakes({ oid: reference, amount: '100.00' })
    const silent: Inquiry = { kind: 'pending', text: '' }
    await withGateway({ inquire: () => Promise.resolve(silent) }, nextMorning)
    const finding = await onlyFinding()
    expect(finding).toMatchObject({ paymentReference: reference, mayBook: true, mayReturn: false })
    expect(codeOf(await act(finding, 'return'))).toBe('refund_not_possible')
    const booked = await act(finding, 'book')
    expect(booked.body).toMatchObject({ settledAs: 'booked' })
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'captured' })
    expect(await bankOf(current.card, reference)).toMatchObject({ balance: '100.00' })
  })

  test('is not taken for another bank’s payment that has the same number of its bank', async () => {
    const reference = await pay(current.card, current.buyer)
    const { pool, clock, payments } = current.card
    const row = await pool.one<{ bank_reference: string }>('SELECT bank_reference FROM payments WHERE reference = $1', [
      reference,
    ])
    const receipt = { authCode: null, bankReference: row?.bank_reference ?? '', transaction: null }
    const sale = {
      kind: 'sale' as const,
      reference: 'PANEL9',
      amount: '100.00',
      currency: 'TRY',
      at: clock.now,
      receipt,
    }
    const transactions = [{ id: 'PAYMENT:9', ...sale }]
    await compareList(payments, { posAccountId: accountId, day: '2026-11-20', transactions })
    expect(await onlyFinding()).toMatchObject({ reference: 'PANEL9', paymentId: null })
  })

  test('is explained once, with a note, and stands in the audit log', async () => {
    await bankMakes()
    await nextMorning()
    const finding = await onlyFinding()
    expect((await act(finding, 'explain', { note: ' ' })).status).toBe(422)
    const explained = await act(finding, 'explain', { note: 'Fuarda POS panelinden satıldı' })
    expect(explained.body).toMatchObject({ settledAs: 'explained', note: 'Fuarda POS panelinden satıldı' })
    expect(codeOf(await act(finding, 'explain', { note: 'yine' }))).toBe('finding_settled')
    expect(codeOf(await act(finding, 'return'))).toBe('finding_settled')
    const audit = await staff.send('GET', `/yonetim/audit?noun=bank_finding&id=${finding.id}`)
    expect((audit.body as { items: object[] }).items).toMatchObject([{ action: 'settle', nounId: String(finding.id) }])
  })
})

describe('linking a sale that the books lack to a payment', () => {
  const link = (finding: BankFinding, paymentId: number, note?: string) =>
    act(finding, 'link', note === undefined ? { paymentId } : { paymentId, note })
  const payments = async (finding: BankFinding, q = '') => {
    const url = `/yonetim/bank-findings/${finding.id}/payments?q=${encodeURIComponent(q)}`
    const answer = await staff.send('GET', url)
    expect(answer.status).toBe(200)
    return (answer.body as { items: LinkablePayment[] }).items
  }
  /** A finding and a captured payment of 100.00. */
  const makeBoth = async (made: BankMade = {}) => {
    const reference = await pay(current.card, current.buyer)
    await bankMakes({ amount: '100.00', ...made })
    await nextMorning()
    const { id } = await paymentOf(current.card, reference)
    return { finding: await onlyFinding(), reference, id }
  }

  test('offers captured payments of its amount, and finds others by reference, amount, day and dealer', async () => {
    const { finding, reference } = await makeBoth()
    expect(finding).toMatchObject({ mayLink: true })
    const offered = await payments(finding)
    expect(offered.every(({ amount, isSame }) => amount === 100 && isSame)).toBe(true)
    const [payment] = offered.filter((each) => each.reference === reference)
    expect(payment).toMatchObject({ reference, obstacle: null })
    if (payment === undefined) throw new Error('The payment is not offered.')
    const day = formatDay(dayInTurkey(new Date(payment.capturedAt ?? '')))
    for (const q of [reference.slice(0, 12).toLowerCase(), `100,00 TL ${day}`, `${payment.dealerCode} 100`])
      expect((await payments(finding, q)).map((each) => each.reference)).toContain(reference)
    for (const q of ['101,00', `${reference} 101`, '%', '100,00 01.01.2020'])
      expect(await payments(finding, q)).toEqual([])
  })

  test('settles it without changing the books, and is in the audit log', async () => {
    const { finding, reference, id } = await makeBoth()
    const before = await paymentOf(current.card, reference)
    const linked = await link(finding, id)
    const expected = { settledAs: 'linked', paymentId: id, paymentReference: reference, mayLink: false }
    expect(linked.body).toMatchObject(expected)
    expect(await paymentOf(current.card, reference)).toEqual(before)
    expect(codeOf(await link(finding, id))).toBe('finding_settled')
    const audit = await staff.send('GET', `/yonetim/audit?noun=bank_finding&id=${finding.id}`)
    expect((audit.body as { items: object[] }).items).toMatchObject([
      { action: 'link', before: { reference: 'PANEL1' }, after: { payment: reference } },
    ])
  })

  test('needs a note if the amount differs', async () => {
    const { finding, id } = await makeBoth({ amount: '99.00' })
    expect(codeOf(await link(finding, id))).toBe('finding_note_missing')
    expect(codeOf(await link(finding, id, '  '))).toBe('finding_note_missing')
    const linked = await link(finding, id, 'Banka 1 TL eksik göstermiş')
    expect(linked.body).toMatchObject({ settledAs: 'linked', note: 'Banka 1 TL eksik göstermiş' })
  })

  test('is refused for an unknown payment, one without money, and a finding that has a payment', async () => {
    await bankMakes({ amount: '100.00' })
    const { reference } = await payAtBankPage(current.card, current.buyer)
    await nextMorning()
    const finding = await onlyFinding()
    const { id } = await paymentOf(current.card, reference)
    expect(codeOf(await link(finding, id))).toBe('finding_payment_not_captured')
    expect(await payments(finding, reference)).toMatchObject([{ id, obstacle: 'not_captured' }])
    expect(codeOf(await link(finding, 999_999_999))).toBe('finding_payment_missing')
    await current.card.pool.execute('UPDATE bank_findings SET payment_id = $1', [id])
    expect(await onlyFinding()).toMatchObject({ mayLink: false })
    expect(codeOf(await link(finding, id))).toBe('finding_settled')
  })

  test('is made once for each payment, also by two administrators at the same time', async () => {
    const { id } = await makeBoth()
    await bankMakes({ oid: 'PANEL2', amount: '100.00' })
    await nextMorning()
    const [one, other] = await findings()
    if (one === undefined || other === undefined) throw new Error('There are no two findings.')
    const answers = await Promise.all([link(one, id), link(other, id)])
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['finding_payment_linked', undefined]))
    const left = await onlyFinding()
    expect((await payments(left)).find((each) => each.id === id)).toMatchObject({ obstacle: 'linked' })
    await expect(
      current.card.pool.execute(
        `UPDATE bank_findings SET settled_as = 'linked', settled_at = now(), settled_by = user_id, payment_id = $1
           FROM payments p WHERE p.id = $1 AND settled_at IS NULL`,
        [id],
      ),
    ).rejects.toThrow('bank_findings_linked')
  })

  test('is made by one of two administrators who choose different payments', async () => {
    const { finding, id } = await makeBoth()
    await refillCart(current.card, current.buyer)
    const { id: otherId } = await paymentOf(current.card, await pay(current.card, current.buyer))
    const answers = await Promise.all([link(finding, id), link(finding, otherId)])
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['finding_settled', undefined]))
  })

  test('lets later refunds of the sale on the list belong to the payment', async () => {
    const { finding, reference, id } = await makeBoth()
    await link(finding, id)
    await bankMakes({ kind: 'refund', amount: '40.00' })
    await nextMorning()
    expect(await onlyFinding()).toMatchObject({ kind: 'refund_missing', paymentReference: reference, mayBook: true })
  })
})

describe('the return of a sale that the books lack', () => {
  /** Answers PayTR's refunds and inquiries; `sent` has the refunds. */
  const withPaytr = async (answers: { refund?: object | null; inquiry?: object }, work: () => Promise<unknown>) => {
    const { bankConnection } = current.card
    const { send } = bankConnection
    const sent: string[] = []
    bankConnection.send = (request) => {
      const fields = new URLSearchParams(request.body)
      const isRefund = request.url.endsWith('/odeme/iade')
      if (!isRefund && !request.url.endsWith('/odeme/durum-sorgu')) return send(request)
      if (isRefund) sent.push(`${fields.get('merchant_oid')} ${fields.get('return_amount')}`)
      const answer = isRefund ? answers.refund : answers.inquiry
      if (answer === undefined || answer === null) return Promise.resolve({ ok: false, reason: 'timeout' })
      return Promise.resolve({ ok: true, status: 200, text: JSON.stringify(answer), contentType: 'application/json' })
    }
    await work().finally(() => {
      bankConnection.send = send
    })
    return sent
  }

  beforeEach(async () => {
    await bankMakes()
    await nextMorning()
  })

  test('is sent to the bank once, also by two administrators at the same time', async () => {
    const finding = await onlyFinding()
    const sent = await withPaytr({ refund: { status: 'success' } }, async () => {
      const answers = await Promise.all([act(finding, 'return'), act(finding, 'return')])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    })
    expect(sent).toEqual(['PANEL1 250.00'])
    expect(await onlyFinding('settled')).toMatchObject({ settledAs: 'returned', returnState: 'done' })
    // The refund on the next list is this one.
    await bankMakes({ kind: 'refund' })
    await nextMorning()
    expect(await findings()).toEqual([])
  })

  test('can be sent again after the bank has refused it, with its reason on the screen', async () => {
    const finding = await onlyFinding()
    await withPaytr({ refund: { status: 'error', err_no: '9', err_msg: 'Bakiye yok' } }, async () => {
      expect(codeOf(await act(finding, 'return'))).toBe('refund_refused')
    })
    expect(await onlyFinding()).toMatchObject({ returnState: 'refused', returnText: 'Bakiye yok', mayReturn: true })
  })

  test('without an answer is not sent again: the bank is asked after a minute', async () => {
    const finding = await onlyFinding()
    await withPaytr({ refund: null }, async () => {
      expect((await act(finding, 'return')).body).toMatchObject({ returnState: 'unknown', mayCheck: false })
    })
    expect(codeOf(await act(finding, 'return'))).toBe('refund_not_possible')
    expect(codeOf(await act(finding, 'explain', { note: 'x' }))).toBe('finding_settled')
    current.card.clock.pass(60)
    const inquiry = { status: 'success', payment_amount: '250.00', returns: [{ return_amount: '250.00' }] }
    await withPaytr({ inquiry }, async () => {
      expect((await act(finding, 'check')).body).toMatchObject({ settledAs: 'returned', returnState: 'done' })
    })
  })
})

describe('a refund that the books lack', () => {
  test('is recorded once the bank confirms it, in the payment and in the dealer’s account', async () => {
    const reference = await pay(current.card, current.buyer)
    await bankMakes({ oid: reference, kind: 'refund', amount: '30.00' })
    await nextMorning()
    const finding = await onlyFinding()
    expect(finding).toMatchObject({ kind: 'refund_missing', amount: 30, ours: 0, paymentReference: reference })
    expect((await act(finding, 'book')).body).toMatchObject({ settledAs: 'booked' })
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'partially_refunded', refunded: '30.00' })
    const movements = await current.card.pool.query(
      `SELECT m.debit FROM payment_refunds r JOIN account_movements m ON m.id = r.movement_id
         JOIN payments p ON p.id = r.payment_id WHERE p.reference = $1`,
      [reference],
    )
    expect(movements).toEqual([{ debit: '30.00' }])
    expect(codeOf(await act(finding, 'book'))).toBe('finding_settled')
  })

  test('is not recorded if the bank does not confirm it', async () => {
    const reference = await pay(current.card, current.buyer)
    await bankMakes({ oid: reference, kind: 'refund', amount: '30.00' })
    await nextMorning()
    const finding = await onlyFinding()
    await current.card.pool.execute("DELETE FROM sandbox_transactions WHERE oid = $1 AND kind = 'refund'", [reference])
    expect(codeOf(await act(finding, 'book'))).toBe('finding_not_confirmed')
    expect(await paymentOf(current.card, reference)).toMatchObject({ refunded: '0.00' })
    await current.card.pool.execute('UPDATE payments SET attention = NULL WHERE reference = $1', [reference])
  })

  test('of the same amount as ours is found: each of ours is matched once', async () => {
    const reference = await pay(current.card, current.buyer)
    const { id } = await paymentOf(current.card, reference)
    const body = { key: 'iade-anahtari', amount: 20, cause: '' }
    expect((await staff.send('POST', `/yonetim/payments/${id}/refund`, { body })).status).toBe(200)
    await nextMorning()
    expect(await findings()).toEqual([])
    await bankMakes({ oid: reference, kind: 'refund', amount: '20.00' })
    await nextMorning()
    expect(await onlyFinding()).toMatchObject({ kind: 'refund_missing', amount: 20, ours: 20 })
    expect((await act(await onlyFinding(), 'book')).status).toBe(200)
  })

  test('of the same amount in another currency is not ours', async () => {
    const reference = await pay(current.card, current.buyer)
    const { payments, clock } = current.card
    const { id } = await paymentOf(current.card, reference)
    const body = { key: 'doviz-iadesi', amount: 20, cause: '' }
    expect((await staff.send('POST', `/yonetim/payments/${id}/refund`, { body })).status).toBe(200)
    const receipt = { authCode: null, bankReference: null, transaction: null }
    const refund = { kind: 'refund' as const, reference, amount: '20.00', currency: 'USD', at: clock.now, receipt }
    const transactions = [{ id: 'RETURN:1', ...refund }]
    await compareList(payments, { posAccountId: accountId, day: '2026-11-20', transactions })
    expect(await onlyFinding()).toMatchObject({ kind: 'refund_missing', amount: 20, paymentReference: reference })
  })
})

test('another amount on the list is a finding, with both amounts', async () => {
  const reference = await pay(current.card, current.buyer)
  await current.card.pool.execute('UPDATE sandbox_transactions SET amount = 99 WHERE oid = $1', [reference])
  await nextMorning()
  expect(await onlyFinding()).toMatchObject({ kind: 'amount_differs', amount: 99, ours: 100, mayBook: false })
  await current.card.pool.execute('UPDATE sandbox_transactions SET amount = 100 WHERE oid = $1', [reference])
})

describe('a bank that does not give its list', () => {
  test('is asked again by the next run until it does, and delays no other bank', async () => {
    const reference = await pay(current.card, current.buyer)
    await bankMakes()
    const { payments } = current.card
    const { gatewayOf } = payments
    const silent = Promise.withResolvers<{ ok: false; text: string }>()
    payments.gatewayOf = async (db, id) => {
      const gateway = await gatewayOf(db, id)
      return id === accountId ? { ...gateway, transactions: () => silent.promise } : gateway
    }
    current.card.clock.pass(86_400)
    const run = reconcile(payments)
    // The other bank is compared while this one is silent.
    await expect
      .poll(() =>
        current.card.pool.one(
          `SELECT list FROM payment_reconciliations r JOIN payments p ON p.pos_account_id = r.pos_account_id
            WHERE p.reference = $1 AND r.day = p.created_at::date AND r.unanswered = '{}' AND r.tries = 1`,
          [reference],
        ),
      )
      .toEqual({ list: 'none' })
    silent.resolve({ ok: false, text: 'timeout' })
    await run
    payments.gatewayOf = gatewayOf
    const unread = async () =>
      ((await staff.send('GET', '/yonetim/bank-findings')).body as { unread: { account: string }[] }).unread
    expect(await unread()).toMatchObject([{ account: 'listeli', tries: 1 }])
    expect(await findings()).toEqual([])
    await reconcile(payments)
    expect(await unread()).toEqual([])
    expect(await findings()).toHaveLength(1)
  })
})

test('the store gets one email about all new findings, also after a crash between findings and email', async () => {
  await bankMakes()
  await bankMakes({ oid: 'PANEL2', amount: '75.00' })
  await nextMorning()
  const [mail] = await mails()
  expect(mail?.data.ids).toHaveLength(2)
  // A run that ended before it wrote its email.
  await current.card.pool.execute('UPDATE bank_findings SET notified_at = NULL')
  await current.card.pool.execute("DELETE FROM outbox WHERE name = 'bank-finding-mail'")
  await reconcile(current.card.payments)
  const [again] = await mails()
  expect(again?.data.ids).toEqual(mail?.data.ids)
  const sent: { to: string; subject: string; text: string }[] = []
  const mailer = { send: (each: (typeof sent)[number]) => (sent.push(each), Promise.resolve()) }
  const deps = { pool: current.card.pool, mailer: mailer as never, publicUrl: 'https://bayi.example.com' }
  await sendFindingMail(deps, again?.data ?? {}, 'anahtar')
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ to: 'magaza@example.com', subject: expect.stringContaining('2') })
  for (const words of ['PANEL1', 'PANEL2', '250,00', 'https://bayi.example.com/yonetim/banka-farklari'])
    expect(sent[0]?.text).toContain(words)
})

test('a silent bank is not asked about all of its payments at once', async () => {
  const { payments, pool, clock } = current.card
  const reference = await pay(current.card, current.buyer)
  const { id } = await paymentOf(current.card, reference)
  clock.pass(86_400)
  await reconcile(payments)
  const day = new Date(clock.now.getTime() - 86_400_000).toISOString().slice(0, 10)
  await pool.execute(
    'UPDATE payment_reconciliations SET unanswered = array_fill($2::bigint, ARRAY[25]) WHERE day = $1',
    [day, id],
  )
  let asked = 0
  const inquire: Gateway['inquire'] = () => {
    asked += 1
    return Promise.resolve({ kind: 'pending', text: 'timeout' })
  }
  const accounts = await pool.query('SELECT FROM payment_reconciliations WHERE day = $1', [day])
  await withGateway({ inquire }, () => reconcile(payments))
  expect(asked).toBe(10 * accounts.length)
  await reconcile(payments)
})

test('open findings and lists that are not read are metrics', async () => {
  await bankMakes()
  await nextMorning()
  await current.card.pool.execute("UPDATE payment_reconciliations SET list = 'open' WHERE pos_account_id = $1", [
    accountId,
  ])
  const { body } = await current.card.app.inject({ method: 'GET', url: '/metrics' })
  expect(body).toContain('payment_bank_findings_open{gateway="paytr",kind="sale_missing"} 1')
  expect(body).toMatch(/payment_bank_lists_unread\{gateway="paytr"\} [1-9]/)
})
