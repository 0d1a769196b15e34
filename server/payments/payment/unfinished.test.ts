import { expect, test } from 'vitest'
import { letTimePass, payAtBankPage, setFault, started, useCardShop } from '#testing/card-shop.ts'
import { returnToShop } from '#server/sandbox-bank/test-payer.ts'
import { addDealer } from '#testing/store-rows.ts'

const current = useCardShop()

const unfinished = async (visitor = current.buyer.visitor) => {
  const answer = await visitor.send('GET', '/api/payment/unfinished')
  expect(answer.status).toBe(200)
  return (answer.body as { reference: string | null }).reference
}

test('the unfinished payment of a cart is found in every session of its user, and in no other', async () => {
  const { shop, pool } = current.card
  expect(await unfinished()).toBeNull()
  const { reference } = await started(current.buyer)
  expect(await unfinished(await shop.signedIn(current.buyer.actor))).toBe(reference)
  expect(await unfinished(await shop.signedIn(await addDealer(pool)))).toBeNull()
})

test('a payment is unfinished until its outcome is known, and no longer', async () => {
  const { reference, back } = await payAtBankPage(current.card, current.buyer)
  await setFault(current.card, 'auth_cut_after', reference)
  await returnToShop(current.card.app, back)
  expect(await unfinished()).toBe(reference)
  await letTimePass(current.card, 3600)
  expect(await unfinished()).toBeNull()
})
