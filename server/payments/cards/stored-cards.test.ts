import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cardConsentVersion, type StoredCard } from '#contract/shop/stored-cards.ts'
import { insertDialectPos } from '#demo/trade/pos.ts'
import { countUnreadable } from '#server/platform/http/encrypted.ts'
import { findStoredCard, forgetStoredCards, removeAtProvider, requeueRemovals } from '#server/payments/payments.ts'
import { payAtBank, returnToShop } from '#server/sandbox-bank/test-payer.ts'
import {
  addBuyer,
  bankOf,
  type Buyer,
  captured,
  letTimePass,
  nothing,
  once,
  pay,
  payAtBankPage,
  paymentOf,
  refillCart,
  setFault,
  start,
  type Started,
  useCardShop,
} from '#testing/card-shop.ts'
import { type Answer, codeOf, testSecret } from '#testing/shop.ts'
import { cardOwnerOf } from './card-rows.ts'
import { openToken, openUserKey, resealCards, sealedCards, sealUserKey } from './seal-card.ts'

const current = useCardShop()

beforeAll(async () => {
  const { pool } = current.card
  await insertDialectPos(pool, testSecret)
  await pool.execute(
    "UPDATE pos_accounts SET is_active = code = 'demo-craftgate', is_default = code = 'demo-craftgate'",
  )
})
beforeEach(async () => {
  await current.card.pool.execute('DELETE FROM outbox')
  await current.card.pool.execute('DELETE FROM stored_cards')
})

const consent = { storeCard: cardConsentVersion }

/** A payment whose card the payer lets the provider store; returns the stored card. */
async function stored(buyer: Buyer = current.buyer): Promise<StoredCard> {
  await pay(current.card, buyer, { body: consent })
  await refillCart(current.card, buyer)
  const [card] = await cardsOf(buyer)
  if (card === undefined) throw new Error('The card was not stored.')
  return card
}

async function cardsOf({ visitor }: Pick<Buyer, 'visitor'> = current.buyer): Promise<StoredCard[]> {
  const answer = await visitor.send('GET', '/api/account/cards')
  return (answer.body as { items: StoredCard[] }).items
}

const rowsOf = () =>
  current.card.pool.query<{ id: number; token: Buffer; token_hash: string; removed_at: Date | null }>(
    'SELECT id, token, token_hash, removed_at FROM stored_cards WHERE user_id = $1 ORDER BY id',
    [current.buyer.actor.userId],
  )
const jobsOf = () =>
  current.card.pool.query<{ name: string; data: { id: number } }>('SELECT name, data FROM outbox WHERE name LIKE $1', [
    'card.%',
  ])
const keptAtBank = () =>
  current.card.pool.query<{ token: string }>('SELECT token FROM sandbox_cards WHERE NOT is_removed ORDER BY id')

/** Starts a payment of 100.00 with a stored card. */
function startStored(id: number, body: object = {}, { visitor, address } = current.buyer): Promise<Answer> {
  const sent = { type: 'order', plan: null, installment: 1, amount: '100.00', storedCard: id, ...body }
  return visitor.send('POST', '/api/payment/start', { body: sent, address })
}

async function payStored(id: number, body: object = {}): Promise<string> {
  const answer = await startStored(id, body)
  expect(answer).toMatchObject({ status: 200 })
  const { reference, step } = answer.body as Started
  await returnToShop(current.card.app, await payAtBank(current.card.app, step))
  return reference
}

const remove = (id: number, { visitor }: Pick<Buyer, 'visitor'> = current.buyer) =>
  visitor.send('DELETE', `/api/account/cards/${id}`)

describe('storing a card', () => {
  test('happens with the payment, after the payer agreed', async () => {
    const card = await stored()
    expect(card).toMatchObject({
      bank: 'Demo Bankası',
      family: 'Artı',
      last4: '0000',
      expires: '2030-12',
      keeper: 'Craftgate',
      problem: null,
      needsCvc: false,
    })
    const row = await current.card.pool.one(
      'SELECT consent_version, consent_address, consented_at FROM stored_cards WHERE id = $1',
      [card.id],
    )
    expect(row).toEqual({
      consent_version: cardConsentVersion,
      consent_address: current.buyer.address,
      consented_at: current.card.clock.now,
    })
    const audit = await current.card.pool.query(
      "SELECT action, noun_id, after FROM audit_log WHERE noun = 'stored_card' AND user_id = $1",
      [current.buyer.actor.userId],
    )
    expect(audit).toEqual([{ action: 'create', noun_id: String(card.id), after: { consent: cardConsentVersion } }])
  })

  test.each([{}, { storeCard: '2020-01' }, { storeCard: '' }])(
    'does not happen without consent to the text on screen: %o',
    async (body) => {
      const before = await keptAtBank()
      const reference = await pay(current.card, current.buyer, { body })
      expect(await paymentOf(current.card, reference)).toMatchObject(captured)
      expect(await cardsOf()).toEqual([])
      expect(await keptAtBank()).toEqual(before)
    },
  )

  test('does not happen if the payment is declined', async () => {
    const before = await keptAtBank()
    const reference = await pay(current.card, current.buyer, { last4: '0051', body: consent })
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'declined' })
    expect(await cardsOf()).toEqual([])
    expect(await keptAtBank()).toEqual(before)
  })

  test('happens once, however often the return comes', async () => {
    await pay(current.card, current.buyer, { last4: '1302', body: consent })
    await letTimePass(current.card, 3600)
    expect(await cardsOf()).toHaveLength(1)
  })

  test('happens with the inquiry that finds the payment, if the answer to the capture is lost', async () => {
    const { reference, back } = await payAtBankPage(current.card, current.buyer, { body: consent })
    await setFault(current.card, 'auth_cut_after', reference)
    await returnToShop(current.card.app, back)
    expect(await cardsOf()).toEqual([])
    await letTimePass(current.card, 3600)
    expect(await paymentOf(current.card, reference)).toMatchObject(captured)
    expect(await cardsOf()).toHaveLength(1)
    await letTimePass(current.card, 24 * 3600)
    expect(await cardsOf()).toHaveLength(1)
  })

  test.each(['cardstart_refused', 'cardstore_off'] as const)(
    'never fails the payment of a merchant who may not store cards: %s',
    async (fault) => {
      await setFault(current.card, fault)
      const reference = await pay(current.card, current.buyer, { body: consent })
      expect(await paymentOf(current.card, reference)).toMatchObject(captured)
      expect(await bankOf(current.card, reference)).toEqual(once)
      expect(await cardsOf()).toEqual([])
    },
  )

  test('of the same card keeps one card, also after its removal', async () => {
    const body = { ...consent, ccno: '4999900000060000' }
    await pay(current.card, current.buyer, { body })
    await refillCart(current.card, current.buyer)
    current.card.clock.pass(120)
    await pay(current.card, current.buyer, { body })
    const cards = await cardsOf()
    expect(cards).toHaveLength(1)
    await remove(cards[0]?.id ?? 0)
    await refillCart(current.card, current.buyer)
    current.card.clock.pass(120)
    await pay(current.card, current.buyer, { body })
    expect(await cardsOf()).toHaveLength(1)
  })

  test('is offered for cards whose account keeps them, and not to holders of links', async () => {
    const bin = (more: object, visitor = current.buyer.visitor) =>
      visitor.send('POST', '/api/catalog/bin-control', { body: { binNumber: '49999000', ...more } })
    expect((await bin({})).body).toMatchObject({ keeper: 'Craftgate' })
    await current.card.pool.execute(
      `UPDATE pos_accounts SET settings = settings || '{"storedCards":"off"}' WHERE code = 'demo-craftgate'`,
    )
    expect((await bin({})).body).toMatchObject({ keeper: null })
    const reference = await pay(current.card, current.buyer, { body: consent })
    expect(await paymentOf(current.card, reference)).toMatchObject(captured)
    expect(await cardsOf()).toEqual([])
    await current.card.pool.execute(
      `UPDATE pos_accounts SET settings = settings - 'storedCards' WHERE code = 'demo-craftgate'`,
    )
    await current.card.shop.setSetting('b2b_cari_odeme_baglantisi', '1')
    const made = await current.buyer.visitor.send('POST', '/api/payment-link', { body: { amount: '100.00' } })
    const link = /[\w-]{22,}$/.exec((made.body as { link: string }).link)?.[0] ?? ''
    expect((await bin({ link })).body).toMatchObject({ keeper: null })
    const before = await keptAtBank()
    await pay(current.card, current.buyer, { body: { ...consent, type: 'pay', link } })
    expect(await keptAtBank()).toEqual(before)
  })
})

test('follow the rotation of the secret, with the key of a payer whose card is still looked for', async () => {
  await stored()
  const { pool } = current.card
  const next = 'the next secret of at least thirty-two letters'
  const payment = await pool.one<{ id: number }>('SELECT max(id) AS id FROM payments')
  const id = payment?.id ?? 0
  await pool.execute(
    `INSERT INTO card_consents (payment_id, version, address, given_at, expires_on, is_commercial, user_key)
     VALUES ($1, '1', '127.0.0.1', now(), now() + interval '1 day', false, $2)`,
    [id, sealUserKey(testSecret, id, 'the key of the payer')],
  )
  const opened = async (secret: string) => {
    const [card] = await rowsOf()
    const consent = await pool.one<{ user_key: Buffer }>('SELECT user_key FROM card_consents WHERE payment_id = $1', [
      id,
    ])
    if (card === undefined || consent === undefined) throw new Error('They were removed.')
    return [openToken(secret, card.token_hash, card.token), openUserKey(secret, id, consent.user_key)]
  }
  const before = await opened(testSecret)
  expect(before[1]).toBe('the key of the payer')
  await resealCards(pool, [next, testSecret])
  expect(await countUnreadable(next, await sealedCards(pool))).toBe(0)
  expect(await countUnreadable(testSecret, await sealedCards(pool))).toBeGreaterThan(0)
  expect(await opened(next)).toEqual(before)
  await expect(opened(testSecret)).rejects.toThrow('another SESSION_SECRET')
  await resealCards(pool, [testSecret, next])
  await pool.execute('DELETE FROM card_consents WHERE payment_id = $1', [id])
})

describe('paying with a stored card', () => {
  test('takes 3-D Secure and one charge', async () => {
    const { id } = await stored()
    const reference = await payStored(id)
    expect(await paymentOf(current.card, reference)).toMatchObject(captured)
    expect(await bankOf(current.card, reference)).toEqual(once)
    const row = await current.card.pool.one(
      'SELECT card_first6, card_last4, card_family FROM payments WHERE reference = $1',
      [reference],
    )
    expect(row).toEqual({ card_first6: '499990', card_last4: '0000', card_family: 'Artı' })
    expect((await cardsOf())[0]?.lastUsedAt).toBe(current.card.clock.now.toISOString())
  })

  test('offers the plans of its family, and charges the chosen one', async () => {
    const { id } = await stored()
    const plans = await current.buyer.visitor.send('GET', `/api/account/cards/${id}/plans?type=order`)
    expect((plans.body as { plans: { installment: number }[] }).plans).toHaveLength(12)
    const reference = await payStored(id, { installment: 3 })
    const { amount } = await paymentOf(current.card, reference)
    expect(amount).toBe('103.05')
  })

  test('starts once for a double press', async () => {
    const { id } = await stored()
    const send = () =>
      current.buyer.visitor.send('POST', '/api/payment/start', {
        body: { type: 'order', plan: null, installment: 1, amount: '100.00', storedCard: id },
        headers: { 'idempotency-key': 'pressed-twice' },
        address: current.buyer.address,
      })
    const answers = await Promise.all([send(), send()])
    const references = answers.filter(({ status }) => status === 200).map(({ body }) => (body as Started).reference)
    expect(new Set(references).size).toBe(1)
    expect(answers.every((answer) => answer.status === 200 || codeOf(answer) === 'in_progress')).toBe(true)
    expect((await send()).body).toMatchObject({ reference: references[0] })
  })

  test('is refused for a card of another user, a colleague, and none, with 404', async () => {
    const { id } = await stored()
    const other = await addBuyer(current.card)
    expect(codeOf(await startStored(id, {}, other))).toBe('stored_card_not_found')
    expect((await startStored(id, {}, other)).status).toBe(404)
    expect(codeOf(await startStored(999_999))).toBe('stored_card_not_found')
    const colleague = await addBuyer(current.card)
    const { pool } = current.card
    await pool.execute('UPDATE users SET dealer_id = $2 WHERE id = $1', [
      colleague.actor.userId,
      current.buyer.actor.dealer?.id,
    ])
    expect(codeOf(await startStored(id, {}, colleague))).toBe('stored_card_not_found')
    expect(await cardsOf(colleague)).toEqual([])
    expect((await remove(id, colleague)).status).toBe(404)
    const named = await colleague.visitor.send('PATCH', `/api/account/cards/${id}`, { body: { name: 'x' } })
    expect(named.status).toBe(404)
    expect((await colleague.visitor.send('GET', `/api/account/cards/${id}/plans`)).status).toBe(404)
    expect(await cardsOf()).toHaveLength(1)
  })

  test('takes no token from the browser, and no second card', async () => {
    const { id } = await stored()
    const [row] = await rowsOf()
    const token = openToken(testSecret, row?.token_hash ?? '', row?.token ?? Buffer.of())
    expect((await start(current.buyer, { body: { ...token } })).status).toBe(422)
    expect((await start(current.buyer, { body: { storedCard: token.cardToken } })).status).toBe(422)
    expect((await start(current.buyer, { body: { storedCard: id } })).status).toBe(400)
  })

  test('is refused once the card is expired, and marks one that its provider does not know', async () => {
    const { id } = await stored()
    const { pool } = current.card
    await pool.execute("UPDATE stored_cards SET expires_on = '2026-11-01' WHERE id = $1", [id])
    expect((await cardsOf())[0]).toMatchObject({ problem: 'expired', expires: '2026-10' })
    expect(codeOf(await startStored(id))).toBe('card_expired')
    await pool.execute("UPDATE stored_cards SET expires_on = '2031-01-01' WHERE id = $1", [id])
    await pool.execute('UPDATE sandbox_cards SET is_removed = true')
    const refused = await startStored(id)
    expect(codeOf(refused)).toBe('stored_card_refused')
    expect((await cardsOf())[0]).toMatchObject({ problem: 'refused' })
    expect(codeOf(await startStored(id))).toBe('stored_card_refused')
  })

  test('is refused for the token of another merchant', async () => {
    const { id } = await stored()
    await current.card.pool.execute("UPDATE sandbox_cards SET client_id = '990400002'")
    expect(codeOf(await startStored(id))).toBe('stored_card_refused')
  })

  test('is not possible while its account takes no payments', async () => {
    const { id } = await stored()
    const { pool } = current.card
    const setActive = (code: string) => pool.execute('UPDATE pos_accounts SET is_active = code = $1', [code])
    await setActive('demo-arti')
    expect((await cardsOf())[0]).toMatchObject({ problem: 'off' })
    expect(codeOf(await startStored(id))).toBe('stored_card_off')
    await setActive('demo-craftgate')
    expect((await cardsOf())[0]).toMatchObject({ problem: null })
  })

  test('needs the security code where the provider wants it', async () => {
    const { id } = await stored()
    await current.card.pool.execute('UPDATE stored_cards SET needs_cvc = true WHERE id = $1', [id])
    expect(codeOf(await startStored(id))).toBe('card_cvc_invalid')
    await payStored(id, { ccv: '123' })
  })
})

describe('removing a card', () => {
  test('makes it unusable at once, and its provider removes it when it answers', async () => {
    const { id } = await stored()
    const before = await keptAtBank()
    expect((await remove(id)).body).toEqual({ items: [] })
    expect(codeOf(await startStored(id))).toBe('stored_card_not_found')
    expect((await remove(id)).status).toBe(404)
    const jobs = await jobsOf()
    expect(jobs).toEqual([{ name: 'card.remove', data: { id } }])
    for (const fault of ['cardremove_cut_before', 'cardremove_silent_before'] as const) {
      await setFault(current.card, fault)
      await expect(removeAtProvider(current.card.payments, { id })).rejects.toThrow(`Stored card ${id}`)
      expect(await keptAtBank()).toEqual(before)
      expect(await rowsOf()).toHaveLength(1)
    }
    await removeAtProvider(current.card.payments, { id })
    expect(await keptAtBank()).toHaveLength(before.length - 1)
    expect(await rowsOf()).toEqual([])
    await removeAtProvider(current.card.payments, { id })
  })

  test('ends when the answer was lost after the removal', async () => {
    const { id } = await stored()
    await remove(id)
    await setFault(current.card, 'cardremove_cut_after')
    await expect(removeAtProvider(current.card.payments, { id })).rejects.toThrow('was not removed')
    await removeAtProvider(current.card.payments, { id })
    expect(await rowsOf()).toEqual([])
  })

  test('is queued again after a day without an answer', async () => {
    const { id } = await stored()
    await remove(id)
    const { pool, clock } = current.card
    await pool.execute('DELETE FROM outbox')
    await requeueRemovals(pool, clock.now)
    expect(await jobsOf()).toEqual([])
    await requeueRemovals(pool, new Date(clock.now.getTime() + 27 * 3_600_000))
    expect(await jobsOf()).toEqual([{ name: 'card.remove', data: { id } }])
  })

  test('in one tab while another one pays ends in a payment or in 404, and never in a charge of a removed card', async () => {
    const { id } = await stored()
    const [started, removed] = await Promise.all([startStored(id), remove(id)])
    expect(removed.status).toBe(200)
    expect(started.status === 200 || codeOf(started) === 'stored_card_not_found').toBe(true)
    expect(codeOf(await startStored(id))).toBe('stored_card_not_found')
  })

  test.each([
    ['is disabled', 'UPDATE users SET disabled_at = now() WHERE id = $1'],
    ['moves to another dealer', 'UPDATE users SET dealer_id = (SELECT min(id) FROM dealers) WHERE id = $1'],
  ])('happens when its user %s', async (_, sql) => {
    await addBuyer(current.card)
    const { id } = await stored()
    await current.card.pool.execute(sql, [current.buyer.actor.userId])
    expect((await rowsOf())[0]?.removed_at).not.toBeNull()
    expect(await jobsOf()).toEqual([{ name: 'card.remove', data: { id } }])
  })

  test('leaves no trace of an erased user but the token that its provider removes', async () => {
    const { id } = await stored()
    const { pool } = current.card
    await pool.execute("UPDATE stored_cards SET name = 'Ev' WHERE id = $1", [id])
    await forgetStoredCards(pool, current.buyer.actor.userId)
    const row = await pool.one('SELECT user_id, dealer_id, name, consent_address FROM stored_cards WHERE id = $1', [id])
    expect(row).toEqual({ user_id: null, dealer_id: null, name: '', consent_address: '' })
    await removeAtProvider(current.card.payments, { id })
    expect(await pool.query('SELECT FROM stored_cards WHERE id = $1', [id])).toEqual([])
  })

  test('follows for a card that is stored after its user has left', async () => {
    const { back } = await payAtBankPage(current.card, current.buyer, { body: consent })
    await current.card.pool.execute('UPDATE users SET disabled_at = now() WHERE id = $1', [current.buyer.actor.userId])
    await returnToShop(current.card.app, back)
    const [row] = await rowsOf()
    expect(row?.removed_at).not.toBeNull()
    expect(await jobsOf()).toEqual([{ name: 'card.remove', data: { id: row?.id } }])
  })
})

describe('the page of stored cards', () => {
  test('names a card, without card numbers in the name', async () => {
    const { id } = await stored()
    const named = (name: string) => current.buyer.visitor.send('PATCH', `/api/account/cards/${id}`, { body: { name } })
    expect((await named(' Şirket kartı ')).body).toMatchObject({ items: [{ id, name: 'Şirket kartı' }] })
    await named('kart 4999900000060000')
    expect((await cardsOf())[0]?.name).not.toContain('4999900000060000')
  })

  test('has no cards for an administrator who views the shop as the user, nor for a representative', () => {
    const { actor } = current.buyer
    const other = { userId: 1, name: 'x' }
    expect(cardOwnerOf(actor)).toEqual({ userId: actor.userId, dealerId: actor.dealer?.id })
    expect(cardOwnerOf({ ...actor, impersonator: other })).toBeNull()
    expect(cardOwnerOf({ ...actor, representative: other })).toBeNull()
    expect(cardOwnerOf({ ...actor, dealer: null })).toBeNull()
    expect(cardOwnerOf(null)).toBeNull()
  })
})

test('tokens are sealed, and in no answer, log line or exported row', async () => {
  const { id } = await stored()
  const [row] = await rowsOf()
  const { userKey, cardToken } = openToken(testSecret, row?.token_hash ?? '', row?.token ?? Buffer.of())
  expect(cardToken).toMatch(/^[\w-]{36}$/)
  const answers = [
    await current.buyer.visitor.send('GET', '/api/account/cards'),
    await startStored(id),
    await remove(id),
  ]
  const places = [...answers.map(({ text }) => text), row?.token.toString('latin1') ?? '']
  const tables = ['payments', 'payment_events', 'audit_log', 'outbox', 'stored_cards', 'card_consents']
  for (const table of tables) {
    const rows = await current.card.pool.query<{ text: string }>(`SELECT to_jsonb(t)::text AS text FROM ${table} t`)
    places.push(...rows.map(({ text }) => text))
  }
  for (const place of places) {
    expect(place).not.toContain(cardToken)
    expect(place).not.toContain(userKey)
  }
})

test('the search of a card that only the provider’s list names needs a consent', async () => {
  await findStoredCard(current.card.payments, { paymentId: 1 })
  expect(await bankOf(current.card, 'AAAAAAAAAAAAAAAAAAAA')).toEqual(nothing)
})
