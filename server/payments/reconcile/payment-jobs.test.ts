import { expect, test, vi } from 'vitest'
import { addBuyer, captured, payAtBankPage, paymentOf, setFault, useCardShop } from '#testing/card-shop.ts'
import { startPaymentJobs } from '#server/payments/payments.ts'
import { demoBins } from '#server/sandbox-bank/demo-cards.ts'
import { returnToShop } from '#server/sandbox-bank/test-payer.ts'

const current = useCardShop()

/** A payment whose capture was cut, by a card of this bank. */
async function unknownPayment(bin: string): Promise<string> {
  const { reference, back } = await payAtBankPage(current.card, await addBuyer(current.card), { bin })
  await setFault(current.card, 'auth_cut_after', reference)
  await returnToShop(current.card.app, back)
  expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'unknown' })
  return reference
}

test('an inquiry that its bank does not answer delays no other bank', async () => {
  const { card } = current
  const silent = await unknownPayment(demoBins.arti.bin)
  card.clock.pass(1)
  const other = await unknownPayment(demoBins.kule.bin)
  const accounts = await card.pool.query('SELECT DISTINCT pos_account_id FROM payments WHERE reference = ANY ($1)', [
    [silent, other],
  ])
  expect(accounts).toHaveLength(2)
  card.clock.pass(10)
  const { send } = card.bankConnection
  const answer = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  card.bankConnection.send = async (request) => {
    if (request.body?.includes(silent)) {
      asked.resolve()
      await answer.promise
    }
    return send(request)
  }
  const jobs = startPaymentJobs(card.payments, 10, () => {})
  await asked.promise
  await vi.waitFor(async () => expect(await paymentOf(card, other)).toMatchObject(captured), 60_000)
  expect(await paymentOf(card, silent)).toMatchObject({ state: 'unknown' })
  // A payment of the other bank that becomes due later is not delayed either.
  const later = await unknownPayment(demoBins.kule.bin)
  card.clock.pass(10)
  await vi.waitFor(async () => expect(await paymentOf(card, later)).toMatchObject(captured), 60_000)
  answer.resolve()
  await jobs.close()
  card.bankConnection.send = send
  expect(await paymentOf(card, silent)).toMatchObject(captured)
})
