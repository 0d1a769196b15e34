import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankOf } from '#testing/paying-shop.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import type { Card, Charge } from '#server/payments/gateways/gateway.ts'
import { openGateway } from '#server/payments/gateways/gateways.ts'
import { charge as anyCharge, posted } from '#server/payments/gateways/test-bank.ts'
import { payAtBank } from '#server/sandbox-bank/test-payer.ts'
import type { Dialect, TamperFault } from './dialect.ts'
import { kuveytturk } from './kuveytturk/kuveytturk.ts'
import { param } from './param/param.ts'
import { vakifkatilim } from './vakifkatilim/vakifkatilim.ts'

const dialects: [string, Dialect][] = [kuveytturk, param, vakifkatilim].map((dialect) => [dialect.name, dialect])

let shop: TestShop
let visits = 0
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const cardOf = (number: string): Card => ({ number, cvc: '123', month: '12', year: '30', holder: 'IŞIK ÇAĞRI' })

/** Starts a payment at the shop's own sandbox bank, confirms it on the bank's pages, and reads the return. */
async function visit(dialect: Dialect, number: string) {
  const terms = { id: 1, adapter: dialect.name, mode: 'own_form', environment: 'sandbox' } as const
  const account = dialect.accounts.own_form ?? { settings: {}, secrets: {} }
  const gateway = openGateway(
    { ...terms, ...account },
    bankOf(() => shop.app),
    () => new Date(),
  )
  visits += 1
  const reference = `VISIT${String(visits).padStart(15, '0')}`
  const started = await gateway.start({ ...anyCharge, reference }, cardOf(number))
  if (!started.ok || started.step.kind !== 'form') throw new Error(JSON.stringify(started))
  const charge: Charge = { ...anyCharge, reference, bankReference: started.bankReference ?? null }
  const { action, fields } = started.step
  const back = await payAtBank(shop.app, { action, fields: fields.map(([name, value]) => [name, value]) })
  return { gateway, charge, result: await gateway.readCallback(posted(back.fields), charge) }
}

describe.each(dialects)('the sandbox bank speaks %s', (_, dialect) => {
  test('from the card to the money and back, through its pages and database', async () => {
    const { gateway, charge, result } = await visit(dialect, '4999900000060000')
    if (result.kind !== 'authenticated') throw new Error(JSON.stringify(result))
    const outcome = await gateway.capture(charge, result.proof)
    if (outcome.kind !== 'captured') throw new Error(JSON.stringify(outcome))
    expect(await gateway.refund(charge, outcome.receipt, '34.50')).toMatchObject({ kind: 'done' })
    const found = { kind: 'captured', amount: '1234.50', refunded: '34.50' }
    expect(await gateway.inquire(charge, outcome.receipt)).toMatchObject(found)
  })

  test('and reports the bank’s decline', async () => {
    const { gateway, charge, result } = await visit(dialect, '4999900000040051')
    if (result.kind !== 'authenticated') throw new Error(JSON.stringify(result))
    expect(await gateway.capture(charge, result.proof)).toMatchObject({ kind: 'declined', code: '51' })
  })

  test('and its forged returns are not accepted', async () => {
    const faults: [number: string, fault: TamperFault | null][] = [
      // Signed wrongly, and not at all.
      ['4999900000071304', null],
      ['4999900000061305', null],
      ['4999900000091310', 'callback_amount'],
      ['4999900000081311', 'callback_oid'],
      ['4999900000071312', 'callback_installment'],
      ['4999900000061313', 'callback_clientid'],
      ['4999900000051314', 'callback_currency'],
      ['4999900000041315', 'callback_mdstatus'],
      ['4999900000031316', 'callback_md'],
    ]
    const inProtocol = faults.filter(([, fault]) => fault === null || dialect.tampered[fault] !== undefined)
    for (const [number] of inProtocol) {
      const { result } = await visit(dialect, number)
      expect([number, result.kind]).toEqual([number, 'forged'])
    }
  })
})
