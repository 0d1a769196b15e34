import { describe, expect, test } from 'vitest'
import { isOpenLink } from './payment-links.ts'
import { day, useTestLinks } from './test-payment-links.ts'

const links = useTestLinks()

const credits = () =>
  links.pool.query('SELECT kind, credit FROM account_movements WHERE dealer_id = $1', [links.actor.dealer?.id])

describe('paying a link', () => {
  test('credits the dealer’s account once, and the paid link accepts no further payment', async () => {
    const token = await links.made({ amount: '250' })
    expect(await isOpenLink(links.pool, token, links.moment)).toBe(true)
    await links.pay(token)
    expect(await credits()).toEqual([{ kind: 'payment', credit: '250.00' }])
    expect(await links.find(token)).toMatchObject({ body: { state: 'paid' } })
    expect(await links.start(token)).toEqual({ ok: false, code: 'link_closed' })
    expect(await isOpenLink(links.pool, token, links.moment)).toBe(false)
  })

  test('settles one of two concurrent payments and returns the other', async () => {
    const token = await links.made()
    const [first, second] = [await links.started(token), await links.started(token)]
    const settled = await Promise.all([links.driver.capture(first.id), links.driver.capture(second.id)])
    expect(settled.map(({ kind }) => kind).toSorted()).toEqual(['movement', 'return'])
    expect(settled.find(({ kind }) => kind === 'return')?.attention).toBe('paid_twice')
    expect(await credits()).toHaveLength(1)
  })

  test('does not capture a payment if the link has been paid since it started', async () => {
    const token = await links.made()
    const late = await links.started(token)
    await links.pay(token)
    expect(await links.driver.confirm(late.id)).toEqual({ ok: false, code: 'link_closed' })
  })

  test('is refused after paymentLinkDays, seven days by default', async () => {
    await links.set('paymentLinkDays', 2)
    const token = await links.made()
    links.moment = new Date(links.moment.getTime() + 2 * day - 1)
    expect(await links.find(token)).toMatchObject({ body: { state: 'open' } })
    const payment = await links.started(token)
    links.moment = new Date(links.moment.getTime() + 1)
    expect(await links.find(token)).toMatchObject({ body: { state: 'expired' } })
    expect(await links.start(token)).toEqual({ ok: false, code: 'link_closed' })
    // A payment that reached the bank before the link expired still counts.
    expect(await links.driver.confirm(payment.id)).toBeNull()
    expect(await links.driver.capture(payment.id)).toMatchObject({ kind: 'movement' })
    expect(await links.find(token)).toMatchObject({ body: { state: 'paid' } })
    await links.set('paymentLinkDays', 7)
  })

  test('is locked after ten failed attempts', async () => {
    const token = await links.made()
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const { id } = await links.started(token)
      await links.driver.end(id, attempt % 2 === 0 ? 'declined' : 'expired')
    }
    expect(await links.find(token)).toMatchObject({ body: { state: 'locked' } })
    expect(await links.start(token)).toEqual({ ok: false, code: 'link_closed' })
  })

  test('shows the link as pending while the bank does not answer', async () => {
    const token = await links.made()
    const { id } = await links.started(token)
    await links.driver.setState(id, 'unknown')
    expect(await links.find(token)).toMatchObject({ body: { state: 'open', isPending: true } })
  })

  test('is reversed in the account by a refund, and the link stays paid', async () => {
    const token = await links.made({ amount: '100' })
    const id = await links.pay(token)
    await links.driver.refund(id, '100.00')
    const sums = await links.pool.one(
      'SELECT sum(debit) AS debit, sum(credit) AS credit FROM account_movements WHERE dealer_id = $1',
      [links.actor.dealer?.id],
    )
    expect(sums).toEqual({ debit: '100.00', credit: '100.00' })
    expect(await links.find(token)).toMatchObject({ body: { state: 'paid' } })
  })
})
