import { beforeEach, describe, expect, test } from 'vitest'
import type { PaymentDetail } from '#contract/admin/payments.ts'
import { addAdmin } from '#testing/store-rows.ts'
import { reconcile, runPaymentJobs } from '#server/payments/payments.ts'
import { demoBins } from '#server/sandbox-bank/demo-cards.ts'
import { returnToShop } from '#server/sandbox-bank/test-payer.ts'
import {
  addBuyer,
  payAtBankPage,
  bankOf,
  captured,
  letTimePass,
  once,
  pay,
  paymentOf,
  setFault,
  useCardShop,
} from '#testing/card-shop.ts'
import type { SandboxFault } from '#server/sandbox-bank/faults.ts'
import { codeOf, type TestVisitor } from '#testing/shop.ts'

const current = useCardShop()

let staff: TestVisitor
beforeEach(async () => {
  staff = await current.card.shop.signedIn(await addAdmin(current.card.pool))
})

async function detailOf(reference: string): Promise<PaymentDetail> {
  const { id } = await paymentOf(current.card, reference)
  return (await staff.send('GET', `/yonetim/payments/${id}`)).body as PaymentDetail
}

describe('the payment list', () => {
  const list = async (query: string) => {
    const { body } = await staff.send('GET', `/yonetim/payments?${query}`)
    return body as { items: { reference: string }[]; total: number; sums: object[] }
  }

  test('is sorted newest first, with sums over the filtered payments', async () => {
    const capturedReference = await pay(current.card, current.buyer)
    const declinedReference = await pay(current.card, await addBuyer(current.card), { last4: '0051' })
    const day = current.card.clock.now.toISOString().slice(0, 10)
    const all = await list(`from=${day}&to=${day}`)
    expect(all.items.map(({ reference }) => reference)).toEqual([declinedReference, capturedReference])
    expect(all).toMatchObject({ total: 2, sums: [{ currency: 'TRY', captured: 100, refunded: 0 }] })
    for (const query of [
      `q=${capturedReference.slice(0, 8)}`,
      `q=${current.buyer.actor.dealer?.code}`,
      'q=0000',
      'state=captured',
      'kind=order&state=captured',
    ]) {
      expect((await list(`${query}&from=${day}`)).items.map(({ reference }) => reference)).toEqual([capturedReference])
    }
    expect((await list(`kind=link&from=${day}`)).total).toBe(0)
    expect((await list(`q=%00&state=nonsense&from=31.02.2026&page=9999&limit=x`)).items).toEqual([])
  })
})

describe('a payment with an unknown outcome', () => {
  const release = async (reference: string, reason = 'Bayi telefonda, banka kayıt yok diyor') => {
    const { id } = await paymentOf(current.card, reference)
    return staff.send('POST', `/yonetim/payments/${id}/release`, { body: { reason } })
  }
  const capture = async (fault: SandboxFault) => {
    const { reference, back } = await payAtBankPage(current.card, current.buyer)
    await setFault(current.card, fault, reference)
    await returnToShop(current.card.app, back)
    return reference
  }

  test('is released by staff with a reason once the bank has no record of it, and its cart can be paid again', async () => {
    const reference = await capture('auth_silent_before')
    expect(await detailOf(reference)).toMatchObject({ state: 'unknown', noneSince: null, mayRelease: false })
    await letTimePass(current.card, 5)
    expect(await detailOf(reference)).toMatchObject({ noneSince: expect.any(String), mayRelease: true })
    expect((await release(reference, '  ')).status).toBe(422)
    const { status, body } = await release(reference)
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'expired', mayRelease: false, noneSince: null })
    const [last] = (body as PaymentDetail).events.slice(-1)
    expect(last).toMatchObject({ cause: 'staff_released', detail: 'Bayi telefonda, banka kayıt yok diyor' })
    expect(last?.user).not.toBeNull()
    const entry = await current.card.pool.one("SELECT after FROM audit_log WHERE action = 'release' AND noun_id = $1", [
      reference,
    ])
    expect(entry).toEqual({ after: { note: 'Bayi telefonda, banka kayıt yok diyor' } })
    await pay(current.card, current.buyer)
    expect((await release(reference)).status).toBe(409)
  })

  test('is not released if the bank finds its money when it is asked again', async () => {
    const reference = await capture('auth_silent_after')
    await setFault(current.card, 'query_unknown', reference)
    await letTimePass(current.card, 5)
    expect(await detailOf(reference)).toMatchObject({ state: 'unknown', mayRelease: true })
    const answer = await release(reference)
    expect([answer.status, codeOf(answer)]).toEqual([409, 'payment_not_released'])
    expect(await paymentOf(current.card, reference)).toMatchObject(captured)
  })
})

describe('the payment detail', () => {
  test('shows all transitions, and at most ten digits of the card', async () => {
    const reference = await pay(current.card, current.buyer, { last4: '0051' })
    const detail = await detailOf(reference)
    expect(detail).toMatchObject({
      state: 'declined',
      resultCode: '51',
      mayVoid: false,
      refundable: 0,
      cardHolder: 'AYŞE YILMAZ',
    })
    expect(detail.cardNumber).toBe('4999 90** **** 0051')
    expect(detail.events.map(({ toState }) => toState)).toEqual([
      'created',
      'redirected',
      'authenticated',
      'capturing',
      'declined',
    ])
  })

  test('is settled with a note once staff have checked it', async () => {
    const { reference, back } = await payAtBankPage(current.card, current.buyer)
    await setFault(current.card, 'auth_cut_before', reference)
    await setFault(current.card, 'query_pending', reference, 14)
    await returnToShop(current.card.app, back)
    await letTimePass(current.card, 2 * 3600)
    const { id } = await paymentOf(current.card, reference)
    expect(await detailOf(reference)).toMatchObject({ state: 'unknown', attention: 'unknown_for_long' })
    const { body } = await staff.send('POST', `/yonetim/payments/${id}/settle`, {
      body: { note: 'Bankayla konuşuldu.' },
    })
    expect(body).toMatchObject({
      attention: null,
      events: expect.arrayContaining([expect.objectContaining({ cause: 'settled' })]),
    })
    await letTimePass(current.card, 86_400)
  })
})

test('of two processes that run the job at once, one inquires about each payment', async () => {
  const { reference, back } = await payAtBankPage(current.card, current.buyer)
  await setFault(current.card, 'auth_cut_after', reference)
  await returnToShop(current.card.app, back)
  current.card.clock.pass(5)
  await Promise.all([
    runPaymentJobs(current.card.payments),
    runPaymentJobs(current.card.payments),
    runPaymentJobs(current.card.payments),
  ])
  expect(await paymentOf(current.card, reference)).toMatchObject(captured)
  expect(await bankOf(current.card, reference)).toEqual(once)
})

describe('the daily reconciliation', () => {
  test('settles money on the next day that no inquiry had found', async () => {
    const { reference, back } = await payAtBankPage(current.card, current.buyer)
    await setFault(current.card, 'auth_cut_after', reference)
    // Eleven inquiries until the payment expires, and twelve in the hour after that.
    await setFault(current.card, 'query_unknown', reference, 23)
    await returnToShop(current.card.app, back)
    await letTimePass(current.card, 86_400)
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'expired' })
    await reconcile(current.card.payments)
    expect(await paymentOf(current.card, reference)).toMatchObject(captured)
  })

  test('reports refunds made at the bank as a difference, and changes nothing', async () => {
    const reference = await pay(current.card, current.buyer)
    const bank = async (kind: 'void' | 'sale') =>
      kind === 'void'
        ? current.card.pool.execute(
            `INSERT INTO sandbox_transactions (client_id, oid, kind, approved, amount, installment, card, code, at, auth_code, host_ref, trans_id)
             SELECT client_id, oid, 'void', true, amount, installment, card, code, at, auth_code, host_ref, trans_id || 'V'
               FROM sandbox_transactions WHERE oid = $1`,
            [reference],
          )
        : current.card.pool.execute("DELETE FROM sandbox_transactions WHERE oid = $1 AND kind = 'void'", [reference])
    await bank('void')
    current.card.clock.pass(86_400)
    await reconcile(current.card.payments)
    await reconcile(current.card.payments)
    const detail = await detailOf(reference)
    expect(detail).toMatchObject({ state: 'captured', refunded: 0, attention: 'books_differ' })
    expect(detail.differences).toMatchObject([{ ours: '100.00 − 0.00', theirs: '100.00 − 100.00', settledAt: null }])
    const settled = await staff.send('POST', `/yonetim/payments/${detail.id}/settle`, {
      body: { note: 'Bankada iptal edilmiş.' },
    })
    expect(settled.body).toMatchObject({ attention: null, differences: [{ note: 'Bankada iptal edilmiş.' }] })
    // The same difference is not reported twice.
    await reconcile(current.card.payments)
    expect(await detailOf(reference)).toMatchObject({ attention: null })
    await bank('sale')
  })

  test('repeats for the bank that did not answer, until it does, while another bank’s payments are compared', async () => {
    const arti = await pay(current.card, current.buyer)
    const kule = await pay(current.card, await addBuyer(current.card), { bin: demoBins.kule.bin })
    current.card.clock.pass(86_400)
    const { send } = current.card.bankConnection
    const inquired: string[] = []
    let isArtiDown = true
    current.card.bankConnection.send = async (request) => {
      const reference = [arti, kule].find((each) => request.body?.includes(each))
      if (reference !== undefined) inquired.push(reference)
      return reference === arti && isArtiDown ? { ok: false, reason: 'timeout' } : send(request)
    }
    await reconcile(current.card.payments)
    expect(new Set(inquired)).toEqual(new Set([arti, kule]))
    inquired.length = 0
    for (let hour = 0; hour < 22; hour += 1) {
      current.card.clock.pass(3600)
      await reconcile(current.card.payments)
    }
    expect(new Set(inquired)).toEqual(new Set([arti]))
    expect(await paymentOf(current.card, arti)).toMatchObject({ attention: null })
    current.card.clock.pass(86_400)
    await reconcile(current.card.payments)
    expect(await paymentOf(current.card, arti)).toMatchObject({ attention: 'not_reconciled' })
    isArtiDown = false
    inquired.length = 0
    await reconcile(current.card.payments)
    await reconcile(current.card.payments)
    expect(inquired).toContain(arti)
    inquired.length = 0
    await reconcile(current.card.payments)
    expect(inquired).toEqual([])
    current.card.bankConnection.send = send
  })
})

test('the holder of a link gets the same sentence for every decline', async () => {
  await current.card.shop.setSetting('b2b_cari_odeme_baglantisi', '1')
  const messages = new Set<string>()
  for (const last4 of ['0051', '0014', '0093']) {
    current.card.clock.pass(120)
    const made = await current.buyer.visitor.send('POST', '/api/payment-link', { body: { amount: '100.00' } })
    const link = (made.body as { link: string }).link.split('/').at(-1)
    const stranger = { visitor: await current.card.shop.guest(), address: current.buyer.address }
    const reference = await pay(current.card, stranger, { last4, body: { type: 'pay', link } })
    const { body } = await stranger.visitor.send('GET', `/api/payment/${reference}?link=${link}`)
    messages.add((body as { message: string }).message)
  }
  expect(messages.size).toBe(1)
})
