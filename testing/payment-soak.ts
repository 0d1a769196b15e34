import { createRandom, type Random } from '#demo/random.ts'
import { addAdmin } from './store-rows.ts'
import { reconcile } from '#server/payments/payments.ts'
import { demoBins, demoCardNumber } from '#server/sandbox-bank/demo-cards.ts'
import { type SandboxFault, sandboxFaults } from '#server/sandbox-bank/faults.ts'
import { type BankReturn, payAtBank, type Payer, returnToShop } from '#server/sandbox-bank/test-payer.ts'
import {
  addBuyer,
  type Buyer,
  type CardShop,
  letTimePass,
  newAddress,
  refillCart,
  setFault,
  start,
  type Started,
  type StartParts,
} from './card-shop.ts'
import type { TestVisitor } from './shop.ts'

type Soak = {
  card: CardShop
  random: Random
  buyers: Buyer[]
  staff: TestVisitor
  /** Returns from the bank that are posted later, or never. */
  late: BankReturn[]
  references: string[]
}

/** `accounts`: codes of the POS accounts that take the payments; the first one is the default. */
type SoakOptions = { payments: number; seed: number; accounts?: readonly string[] }

const demoAccounts = ['demo-arti', 'demo-kule', 'demo-pusula']

/** How many payers pay at a time. They are replaced from time to time, since declines lock them out. */
const payers = 6
const paymentsOfAPayer = 12

/**
 * Makes payments of all kinds with random faults, several at a time, under the shop's clock, and runs them all to their
 * end. Returns their references.
 */
export async function soakPayments(
  card: CardShop,
  { payments, seed, accounts = demoAccounts }: SoakOptions,
): Promise<string[]> {
  const staff = await card.shop.signedIn(await addAdmin(card.pool))
  const soak: Soak = { card, random: createRandom(seed), buyers: [], staff, late: [], references: [] }
  await useAccounts(card, accounts)
  for (let made = 0; made < payments; made += payers) {
    if (made % (payers * paymentsOfAPayer) === 0) soak.buyers = await newPayers(soak)
    // Each payment has numbers of its own, so that the order in which payments proceed does not change them.
    await Promise.all(
      soak.buyers.map((buyer, i) => payOnce({ ...soak, random: createRandom(seed + made + i + 1) }, buyer)),
    )
    await Promise.all([sendLateReturns(soak), actAsStaff(soak)])
    await passTime(soak)
  }
  await finishPayments(soak)
  return soak.references
}

async function useAccounts({ pool }: CardShop, codes: readonly string[]): Promise<void> {
  await pool.execute('UPDATE pos_accounts SET is_default = false, is_active = (code = ANY ($1))', [codes])
  await pool.execute('UPDATE pos_accounts SET is_default = true WHERE code = $1', [codes[0]])
  await pool.execute("UPDATE cache_versions SET version = version + 1 WHERE name = 'settings'")
}

async function newPayers({ card }: Soak): Promise<Buyer[]> {
  const buyers: Buyer[] = []
  for (let i = 0; i < payers; i += 1) buyers.push(await addBuyer(card, 100_000))
  return buyers
}

/** Chooses what a payment is for and its card. */
async function planPayment(
  soak: Soak,
  buyer: Buyer,
): Promise<{ payer: Pick<Buyer, 'visitor' | 'address'>; parts: StartParts; at: Payer }> {
  const { random } = soak
  const isHosted = random.chance(0.2)
  const bin = random.pick([
    demoBins.arti,
    demoBins.commercial,
    demoBins.kule,
    demoBins.debit,
    demoBins.prepaid,
    demoBins.foreign,
  ]).bin
  const installment = !isHosted && bin === demoBins.arti.bin ? random.pick([1, 3, 6]) : 1
  const last4 = random.pick(['0000', '0000', '0000', '0000', '1000', '0051', '0014', '1105', '1302', '1306', '1207'])
  const bare = isHosted ? { ccno: '', ccv: '', expiry: '', holder: '' } : {}
  const typed = { number: demoCardNumber(isHosted ? demoBins.pusula.bin : bin, last4), expiry: '12/30', cvc: '123' }
  const at: Payer = { card: typed, ...(random.chance(0.05) && { code: '000000' }), givesUp: random.chance(0.05) }
  const body = { ...bare, installment, ...(await choosePurpose(soak, buyer)) }
  const payer = 'link' in body ? { visitor: await soak.card.shop.guest(), address: newAddress() } : buyer
  return { payer, parts: { bin, last4, body, address: newAddress() }, at }
}

async function choosePurpose({ card, random }: Soak, buyer: Buyer): Promise<Record<string, unknown>> {
  const draw = random.next()
  if (draw < 0.6) {
    await refillCart(card, buyer)
    return { type: 'order' }
  }
  const amount = `${random.whole(1, 5000)}.${random.whole(10, 99)}`
  if (draw < 0.85) return { type: 'pay', amount }
  const made = await buyer.visitor.send('POST', '/api/payment-link', { body: { amount } })
  const { link } = made.body as { link?: string }
  return link === undefined ? { type: 'pay', amount } : { type: 'pay', amount, link: link.split('/').at(-1) }
}

const captureFaults = sandboxFaults.filter((fault) => fault.startsWith('auth_'))
const returnFaults = sandboxFaults.filter((fault) => fault.startsWith('callback_') && fault !== 'callback_late')
const inquiryFaults = sandboxFaults.filter((fault) => fault.startsWith('query_'))
const refundFaults = sandboxFaults.filter((fault) => /^(void|refund)_/.test(fault))

async function payOnce(soak: Soak, buyer: Buyer): Promise<void> {
  const { card, random, late } = soak
  const { payer, parts, at } = await planPayment(soak, buyer)
  const answer = await start(payer, parts)
  // Payers who are locked out, or whose payment is pending, try again later.
  if (answer.status !== 200) return
  const { reference, step } = answer.body as Started
  soak.references.push(reference)
  await injectFaults(soak, reference)
  if (random.chance(0.05)) return
  if (random.chance(0.08)) await start(payer, parts)
  if (random.chance(0.08))
    await payer.visitor.send('POST', `/api/payment/${reference}/cancel`, { body: { link: parts.body?.['link'] } })
  const back = await payAtBank(card.app, step, at)
  if (random.chance(0.08)) await buyer.visitor.send('POST', '/api/catalog/cart', { body: {} })
  if (random.chance(0.15)) late.push(back)
  else await returnToShop(card.app, { ...back, times: back.times * random.pick([1, 1, 1, 2, 10]) })
}

async function injectFaults({ card, random }: Soak, reference: string): Promise<void> {
  const inject = (fault: SandboxFault, times = 1) => setFault(card, fault, reference, times)
  if (random.chance(0.3)) await inject(random.pick(captureFaults))
  if (random.chance(0.2)) await inject(random.pick(inquiryFaults), random.whole(1, 7))
  if (random.chance(0.1)) await inject(random.pick(returnFaults))
  if (random.chance(0.2)) await inject(random.pick(refundFaults), random.whole(1, 2))
}

async function sendLateReturns({ card, random, late }: Soak): Promise<void> {
  const arriving = late.filter(() => random.chance(0.2))
  for (const back of arriving) late.splice(late.indexOf(back), 1)
  await Promise.all(arriving.map((back) => returnToShop(card.app, back)))
}

/** Staff inquire, void and refund, sometimes with a double click. */
async function actAsStaff({ card, random, staff, references }: Soak): Promise<void> {
  const reference = random.pick(references.slice(-40).length > 0 ? references.slice(-40) : [''])
  const row = await card.pool.one<{ id: number }>('SELECT id FROM payments WHERE reference = $1', [reference])
  if (row === undefined) return
  const key = `soak-${random.whole(1, 1_000_000_000)}`
  const [path, body] = random.pick<[string, object | undefined]>([
    ['inquire', undefined],
    ['void', { key }],
    ['refund', { key, amount: random.pick([1, 25.5, 100, '0,05']) }],
  ])
  const send = () => staff.send('POST', `/yonetim/payments/${row.id}/${path}`, { body })
  await Promise.all(random.chance(0.5) ? [send(), send()] : [send()])
}

async function passTime({ card, random }: Soak): Promise<void> {
  const before = card.clock.now
  await letTimePass(card, random.pick([75, 75, 75, 75, 75, 600, 4000]))
  const dayOf = (moment: Date) => Math.floor((moment.getTime() + 3 * 3_600_000) / 86_400_000)
  if (dayOf(before) !== dayOf(card.clock.now)) await reconcile(card.payments)
}

/** Removes all faults and runs three days, after which no payment can be pending. */
async function finishPayments({ card, late }: Soak): Promise<void> {
  await Promise.all(late.map((back) => returnToShop(card.app, back)))
  await letTimePass(card, 4 * 3600)
  await card.pool.execute('UPDATE sandbox_faults SET remaining = 0')
  for (let day = 0; day < 3; day += 1) {
    await letTimePass(card, 86_400)
    await reconcile(card.payments)
  }
  await letTimePass(card, 86_400)
}
