import { describe, expect, test } from 'vitest'
import { isOpenLink } from './payment-links.ts'
import {
  actor,
  day,
  driver,
  given,
  look,
  made,
  pay,
  pool,
  set,
  start,
  started,
  useTestLinks,
} from './test-payment-links.ts'

useTestLinks()

const credits = () => pool.query('SELECT kind, credit FROM account_movements WHERE dealer_id = $1', [actor.dealer?.id])

describe('paying a link', () => {
  test('credits the dealer’s account once, and the paid link accepts no further payment', async () => {
    const token = await made({ amount: '250' })
    expect(await isOpenLink(pool, token, given.moment)).toBe(true)
    await pay(token)
    expect(await credits()).toEqual([{ kind: 'payment', credit: '250.00' }])
    expect(await look(token)).toMatchObject({ body: { state: 'paid' } })
    expect(await start(token)).toEqual({ ok: false, code: 'link_closed' })
    expect(await isOpenLink(pool, token, given.moment)).toBe(false)
  })

  test('settles one of two concurrent payments and returns the other', async () => {
    const token = await made()
    const [first, second] = [await started(token), await started(token)]
    const settled = await Promise.all([driver.capture(first.id), driver.capture(second.id)])
    expect(settled.map(({ kind }) => kind).toSorted()).toEqual(['movement', 'return'])
    expect(settled.find(({ kind }) => kind === 'return')?.attention).toBe('paid_twice')
    expect(await credits()).toHaveLength(1)
  })

  test('does not capture a payment if the link has been paid since it started', async () => {
    const token = await made()
    const late = await started(token)
    await pay(token)
    expect(await driver.confirm(late.id)).toEqual({ ok: false, code: 'link_closed' })
  })

  test('is refused after paymentLinkDays, seven days by default', async () => {
    await set('paymentLinkDays', 2)
    const token = await made()
    given.moment = new Date(given.moment.getTime() + 2 * day - 1)
    expect(await look(token)).toMatchObject({ body: { state: 'open' } })
    const payment = await started(token)
    given.moment = new Date(given.moment.getTime() + 1)
    expect(await look(token)).toMatchObject({ body: { state: 'expired' } })
    expect(await start(token)).toEqual({ ok: false, code: 'link_closed' })
    // A payment that reached the bank before the link expired still counts.
    expect(await driver.confirm(payment.id)).toBeNull()
    expect(await driver.capture(payment.id)).toMatchObject({ kind: 'movement' })
    expect(await look(token)).toMatchObject({ body: { state: 'paid' } })
    await set('paymentLinkDays', 7)
  })

  test('is locked after ten failed attempts', async () => {
    const token = await made()
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const { id } = await started(token)
      await driver.end(id, attempt % 2 === 0 ? 'declined' : 'expired')
    }
    expect(await look(token)).toMatchObject({ body: { state: 'locked' } })
    expect(await start(token)).toEqual({ ok: false, code: 'link_closed' })
  })

  test('shows the link as pending while the bank does not answer', async () => {
    const token = await made()
    const { id } = await started(token)
    await driver.setState(id, 'unknown')
    expect(await look(token)).toMatchObject({ body: { state: 'open', isPending: true } })
  })

  test('is reversed in the account by a refund, and the link stays paid', async () => {
    const token = await made({ amount: '100' })
    const id = await pay(token)
    await driver.refund(id, '100.00')
    const sums = await pool.one(
      'SELECT sum(debit) AS debit, sum(credit) AS credit FROM account_movements WHERE dealer_id = $1',
      [actor.dealer?.id],
    )
    expect(sums).toEqual({ debit: '100.00', credit: '100.00' })
    expect(await look(token)).toMatchObject({ body: { state: 'paid' } })
  })
})
