import { describe, expect, test } from 'vitest'
import { stockOf } from '#testing/store-rows.ts'
import { demoBins } from '#server/sandbox-bank/demo-cards.ts'
import { payAtBank, returnToShop } from '#server/sandbox-bank/test-payer.ts'
import {
  addBuyer,
  payAtBankPage,
  bankOf,
  type Buyer,
  captured,
  newAddress,
  nothing,
  pay,
  paymentOf,
  refillCart,
  start,
  startBody,
  type Started,
  started,
  useCardShop,
} from '#testing/card-shop.ts'
import { codeOf, sentenceOf, testSecret } from '#testing/shop.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import { cardKeysOf, checkAttempts, forgetCards } from './attempt-limits.ts'

const current = useCardShop()

describe('starting a payment', () => {
  test('refuses an amount changed by the browser, and the fee of another plan', async () => {
    expect(codeOf(await start(current.buyer, { body: { amount: '1.00' } }))).toBe('amount_changed')
    const other = await current.card.pool.one<{ id: number }>(
      "SELECT p.id FROM pos_plans p JOIN pos_accounts a ON a.id = p.pos_account_id WHERE a.code = 'demo-kule' AND installment = 6",
    )
    expect(codeOf(await start(current.buyer, { body: { installment: 6, plan: other?.id } }))).toBe(
      'installment_unknown',
    )
    const cheap = await current.card.pool.one<{ id: number }>(
      "SELECT p.id FROM pos_plans p JOIN pos_accounts a ON a.id = p.pos_account_id WHERE a.code = 'demo-arti' AND installment = 1",
    )
    expect(codeOf(await start(current.buyer, { body: { installment: 6, plan: cheap?.id } }))).toBe(
      'installment_unknown',
    )
    const debit = { bin: demoBins.debit.bin, body: { installment: 6 } }
    expect(codeOf(await start(current.buyer, debit))).toBe('installment_unknown')
  })

  test('says that another attempt is pending only if there is one', async () => {
    const { pool } = current.card
    await pay(current.card, current.buyer)
    await refillCart(current.card, current.buyer)
    // Another unique index that the new payment violates.
    const { userId } = current.buyer.actor
    await pool.execute(`CREATE UNIQUE INDEX payments_test ON payments (user_id) WHERE user_id = ${userId}`)
    const failed = await start(current.buyer)
    await pool.execute('DROP INDEX payments_test')
    expect([failed.status, codeOf(failed)]).toEqual([500, 'internal'])
    const [one, other] = await Promise.all([start(current.buyer), start(current.buyer, { address: newAddress() })])
    expect([one, other].every(({ status }) => status === 200 || status === 409)).toBe(true)
  })

  test('charges nothing if the commission changed after the payer saw the total', async () => {
    const commission = async (percent: string) =>
      current.card.pool.one<{ id: number }>(
        `UPDATE pos_plans p SET commission = $1 FROM pos_accounts a
          WHERE a.id = p.pos_account_id AND a.code = 'demo-arti' AND installment = 6 RETURNING p.id`,
        [percent],
      )
    const plan = (await commission('6'))?.id
    const shown = { installment: 6, plan, total: '106.00' }
    await commission('8')
    expect(codeOf(await start(current.buyer, { body: shown }))).toBe('amount_changed')
    expect(codeOf(await start(current.buyer, { body: { ...shown, total: 'NaN' } }))).toBe('amount_changed')
    expect((await start(current.buyer, { body: { ...shown, total: '108.00' } })).status).toBe(200)
  })

  test('cancels an abandoned older attempt and releases its stock', async () => {
    const stock = await stockOf(current.card.pool, current.buyer.product.id)
    const first = await payAtBankPage(current.card, current.buyer)
    const second = await started(current.buyer)
    expect(await paymentOf(current.card, first.reference)).toMatchObject({
      state: 'cancelled',
      stock_state: 'released',
    })
    expect(await stockOf(current.card.pool, current.buyer.product.id)).toBe(stock - 2)
    // The abandoned page returns after all: nothing is captured.
    await returnToShop(current.card.app, first.back)
    expect(await bankOf(current.card, first.reference)).toEqual(nothing)
    await returnToShop(current.card.app, await payAtBank(current.card.app, second.step))
    expect(await paymentOf(current.card, second.reference)).toMatchObject(captured)
  })

  test('keeps one attempt of two started in two tabs at once', async () => {
    const answers = await Promise.all([start(current.buyer), start(current.buyer)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(200)
    const rows = await current.card.pool.query(
      "SELECT reference FROM payments WHERE user_id = $1 AND state = 'redirected'",
      [current.buyer.actor.userId],
    )
    expect(rows).toHaveLength(1)
    expect(await stockOf(current.card.pool, current.buyer.product.id)).toBe(998)
  })

  test('refuses a cart that changed in another tab', async () => {
    const { reference, back } = await payAtBankPage(current.card, current.buyer)
    await current.buyer.visitor.send('PATCH', `/api/catalog/cart/${current.buyer.product.id}`, {
      body: { quantity: 5 },
    })
    await returnToShop(current.card.app, back)
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'cancelled', stock_state: 'released' })
    expect(await bankOf(current.card, reference)).toEqual(nothing)
    const { body } = await current.buyer.visitor.send('GET', `/api/payment/${reference}`)
    expect(body).toMatchObject({ succeed: false, message: expect.stringContaining('sepet') })
  })

  test('checks card, expiry, security code and holder in the specified order', async () => {
    const codes = []
    for (const body of [
      { ccno: '4999 9000', expiry: '', ccv: '', holder: '' },
      { ccno: '4355 0843 5508 4359', expiry: '', ccv: '', holder: '' },
      { expiry: '1/30', ccv: '', holder: '' },
      { expiry: '13/30', ccv: '', holder: '' },
      { expiry: '10/26', ccv: '', holder: '' },
      { ccv: '12', holder: '' },
      { holder: ' ' },
      { amount: 0 },
    ]) {
      const answer = await start(current.buyer, { body })
      codes.push([codeOf(answer), sentenceOf(answer)])
    }
    expect(codes).toEqual([
      ['card_number_invalid', 'Kart bilgilerini eksiksiz doldurunuz!'],
      ['card_number_wrong', 'Kart numarası hatalı. Rakamları kontrol edin.'],
      ['card_expiry_invalid', 'Ay ve yılı eksiksiz giriniz'],
      ['card_month_wrong', 'Ay 01–12 olmalı.'],
      ['card_expired', 'Kartın son kullanma tarihi geçmiş.'],
      ['card_cvc_invalid', 'CCV bilgisini eksiksiz doldurunuz!'],
      ['card_holder_missing', 'Kart üzerindeki ismi doldurunuz!'],
      ['amount_missing', 'Tutar girmediniz!'],
    ])
  })

  test('shows the result to the dealer only, and lets only its own user cancel it', async () => {
    const other = await addBuyer(current.card)
    const { reference } = await started(current.buyer)
    expect((await other.visitor.send('GET', `/api/payment/${reference}`)).status).toBe(404)
    expect((await other.visitor.send('POST', `/api/payment/${reference}/cancel`, { body: {} })).status).toBe(404)
    expect((await (await current.card.shop.guest()).send('GET', `/api/payment/${reference}`)).status).toBe(401)
  })
})

describe('attempt limits', () => {
  test('five a minute per user, then 429 with the seconds until the next', async () => {
    for (let i = 0; i < 5; i += 1) {
      await started(current.buyer, { address: newAddress(), bin: Object.values(demoBins)[i % 2]?.bin ?? '' })
      current.card.clock.pass(5)
    }
    const sixth = await start(current.buyer, { address: newAddress() })
    expect([sixth.status, codeOf(sixth), sixth.headers['retry-after']]).toEqual([429, 'too_many_attempts', '35'])
    current.card.clock.pass(35)
    await started(current.buyer, { address: newAddress() })
  })

  test('twenty users at one address, with cards of one bank, pay in the same minute', async () => {
    const address = newAddress()
    for (let i = 0; i < 20; i += 1) await started(await addBuyer(current.card), { address })
  })

  test('sixty a minute per network, which one /64 is', async () => {
    const addressOf = (i: number) => `2001:db8:5:6::${i.toString(16)}`
    await pay(current.card, current.buyer, { address: addressOf(1), last4: '0051' })
    await repeatPayments("network = '2001:db8:5:6::/64'", 59)
    const other = await addBuyer(current.card)
    expect(codeOf(await start(other, { address: addressOf(61) }))).toBe('too_many_attempts')
    await started(other, { address: '2001:db8:5:7::1' })
  })

  test('five a minute per card, across users and addresses', async () => {
    const { ccno } = startBody()
    for (let i = 0; i < 5; i += 1) await started(await addBuyer(current.card), { body: { ccno } })
    expect(codeOf(await start(current.buyer, { body: { ccno } }))).toBe('too_many_attempts')
    await started(current.buyer)
  })

  test('five declines of a card delay it for every user, and other cards for none', async () => {
    const { ccno } = startBody({ last4: '0051' })
    for (let i = 0; i < 5; i += 1) {
      await pay(current.card, await addBuyer(current.card), { body: { ccno } })
      current.card.clock.pass(61)
    }
    expect(codeOf(await start(current.buyer, { body: { ccno } }))).toBe('too_many_attempts')
    await started(current.buyer)
  })

  test('a new secret does not forget the card', async () => {
    const { ccno } = startBody()
    for (let i = 0; i < 5; i += 1) await started(await addBuyer(current.card), { body: { ccno } })
    const next = 'the next secret of at least thirty-two letters'
    const check = (secret: Secret) =>
      transaction(current.card.pool, (db) =>
        checkAttempts(
          db,
          { userId: null, network: '192.0.2.77', cardKeys: cardKeysOf(secret, String(ccno)), linkToken: null },
          current.card.clock.now,
        ),
      )
    expect(await check([next, testSecret])).toMatchObject({ code: 'too_many_attempts' })
    expect(await check(next)).toBeNull()
    expect(cardKeysOf([next, testSecret], String(ccno))[0]).toBe(cardKeysOf(next, String(ccno))[0])
  })

  test('stores a keyed hash of the card for two days, never one that anybody can compute', async () => {
    const { ccno } = startBody()
    const { reference } = await started(current.buyer, { body: { ccno } })
    const keyOf = async () => {
      const sql = 'SELECT card_key FROM payments WHERE reference = $1'
      return (await current.card.pool.one<{ card_key: string | null }>(sql, [reference]))?.card_key
    }
    const key = await keyOf()
    expect(key).toBe(cardKeysOf(testSecret, String(ccno))[0])
    expect(key).not.toBe(cardKeysOf('another secret', String(ccno))[0])
    await forgetCards(current.card.pool, new Date(current.card.clock.now.getTime() + 47 * 3_600_000))
    expect(await keyOf()).toBe(key)
    await forgetCards(current.card.pool, new Date(current.card.clock.now.getTime() + 49 * 3_600_000))
    expect(await keyOf()).toBeNull()
  })

  test('five a minute per link, across addresses', async () => {
    await current.card.shop.setSetting('b2b_cari_odeme_baglantisi', '1')
    const made = await current.buyer.visitor.send('POST', '/api/payment-link', { body: { amount: '100.00' } })
    const link = (made.body as { link: string }).link.split('/').at(-1)
    const bins = [demoBins.arti, demoBins.commercial, demoBins.debit, demoBins.prepaid, demoBins.kule, demoBins.foreign]
    const answers = []
    for (const { bin } of bins) {
      const stranger = { visitor: await current.card.shop.guest(), address: newAddress() }
      answers.push(codeOf(await start(stranger, { bin, body: { type: 'pay', link } })) ?? 'started')
    }
    expect(answers).toEqual([...Array.from({ length: 5 }, () => 'started'), 'too_many_attempts'])
  })

  test('a start that a later one replaces does not count against its link', async () => {
    await current.card.shop.setSetting('b2b_cari_odeme_baglantisi', '1')
    const made = await current.buyer.visitor.send('POST', '/api/payment-link', { body: { amount: '100.00' } })
    const link = (made.body as { link: string }).link.split('/').at(-1)
    const stranger = { visitor: await current.card.shop.guest(), address: newAddress() }
    for (let i = 0; i < 12; i += 1) {
      await started(stranger, { body: { type: 'pay', link } })
      current.card.clock.pass(15)
    }
    const { body } = await stranger.visitor.send('GET', `/api/payment-link/${link}`)
    expect(body).toMatchObject({ state: 'open' })
  })

  test('of ten concurrent starts five are accepted', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => start(current.buyer)))
    const accepted = answers.filter((answer) => codeOf(answer) !== 'too_many_attempts')
    expect(accepted).toHaveLength(5)
  })

  test('after five declines the next attempt waits ten minutes, after ten an hour', async () => {
    const decline = async () => {
      await pay(current.card, current.buyer, { last4: '0051' })
      current.card.clock.pass(61)
    }
    for (let i = 0; i < 5; i += 1) await decline()
    const locked = await start(current.buyer)
    expect([codeOf(locked), locked.headers['retry-after']]).toEqual(['too_many_attempts', '539'])
    current.card.clock.pass(539)
    for (let i = 0; i < 5; i += 1) {
      await decline()
      current.card.clock.pass(540)
    }
    expect(codeOf(await start(current.buyer))).toBe('too_many_attempts')
    current.card.clock.pass(3600)
    expect(await pay(current.card, current.buyer)).toMatch(/^[A-Z0-9]{20}$/)
    await refillCart(current.card, current.buyer)
    await repeatDeclines(current.buyer)
    expect(codeOf(await start(current.buyer))).toBe('too_many_attempts')
    // Attempts at an unreachable bank do not count as declines.
    await current.card.pool.execute(
      "UPDATE payments SET result_code = 'unreachable' WHERE user_id = $1 AND state = 'declined'",
      [current.buyer.actor.userId],
    )
    await pay(current.card, current.buyer)
  })

  test('zero and negative amounts are refused', async () => {
    const codes = ['0,00', '-5', 'beş'].map(async (amount) => codeOf(await start(current.buyer, { body: { amount } })))
    expect(await Promise.all(codes)).toEqual(['amount_missing', 'amount_invalid', 'amount_invalid'])
  })
})

/** Repeats each declined attempt of a buyer, with the same time. */
const repeatDeclines = ({ actor }: Buyer) => repeatPayments(`user_id = ${actor.userId} AND state = 'declined'`, 1)

/** Copies payments so many times, with the same time. */
async function repeatPayments(condition: string, times: number): Promise<void> {
  await current.card.pool.execute(
    `WITH copied AS (
       INSERT INTO payments OVERRIDING SYSTEM VALUE
       SELECT (jsonb_populate_record(p, jsonb_build_object('id', nextval(pg_get_serial_sequence('payments', 'id')),
                 'reference', upper(left(md5(p.reference || time), 20)), 'start_key', NULL))).*
         FROM payments p, generate_series(1, $1::integer) AS time WHERE ${condition} RETURNING id, created_at, state
     )
     INSERT INTO payment_events (payment_id, to_state, cause, created_at) SELECT id, state, 'start', created_at FROM copied`,
    [times],
  )
}

describe('the address that the bank returns the browser to', () => {
  const returnedTo = async (origin: string | null) => {
    const headers = origin === null ? {} : { origin }
    const body = startBody()
    const options = { body, headers, address: newAddress() }
    const buyer = await addBuyer(current.card)
    const { body: answer } = await buyer.visitor.send('POST', '/api/payment/start', options)
    const { step } = answer as Started
    return step.fields.find(([name]) => name === 'okUrl')?.[1] ?? ''
  }

  test.each(['http://127.0.0.1:3000', 'http://192.168.1.20:3000', 'http://localhost:4000'])(
    'is the one at which the shop is open in development (%s)',
    async (origin) => {
      expect(await returnedTo(origin)).toMatch(
        new RegExp(`^${origin.replaceAll('.', '\\.')}/payment/callback/[A-Z0-9]{20}$`),
      )
    },
  )

  test('is never one that the request invents', async () => {
    expect(await returnedTo('https://kotu.example')).toMatch(/^http:\/\/localhost:\d+\/payment\/callback\//)
    expect(await returnedTo('null')).toMatch(/^http:\/\/localhost:\d+\/payment\/callback\//)
  })
})
