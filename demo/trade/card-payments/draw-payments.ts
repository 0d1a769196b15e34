import { decimal } from '#domain/money/money.ts'
import { chargeOf, type PaymentState } from '#domain/payments/payment.ts'
import { createRandom, type Random } from '#demo/random.ts'
import { workingMoment } from '#demo/trade/working-hours.ts'

/** Who pays by card, and with which name. */
export type Payer = { dealer_id: number; user_id: number; name: string; email: string; dealer: string }

/** An order that was paid by card. */
export type PaidOrder = { id: number; order_no: string; dealer_id: number; user_id: number; total: string; at: Date }

/** A POS account of the demo store with its commissions by number of installments. */
export type CardAccount = { id: number; clientId: string; commissions: ReadonlyMap<number, string> }

export type DrawnPayment = {
  id: number
  reference: string
  payer: Payer
  order: PaidOrder | null
  account: CardAccount
  card: { first6: string; last4: string; bank: string; scheme: string; family: string }
  installment: number
  base: string
  feePercent: string
  fee: string
  amount: string
  state: PaymentState
  /** The bank's code and text of a decline. */
  decline: { code: string; text: string } | null
  /** What was refunded, without what is left. */
  refunded: string
  at: Date
}

export type DrawPlan = {
  count: number
  seed: number
  today: Date
  payers: readonly Payer[]
  orders: readonly PaidOrder[]
  accounts: { arti: CardAccount; kule: CardAccount }
}

type Outcome = Pick<DrawnPayment, 'state' | 'decline'> & { last4?: string }

const captured: Outcome = { state: 'captured', decline: null }
const declined = (code: string, text: string, last4: string): Outcome => ({
  ...{ state: 'declined', decline: { code, text }, last4 },
})
const noLimit = declined('51', 'Kart limiti / bakiye yetersiz', '0051')
const expiredCard = declined('54', 'Kartın son kullanma tarihi geçmiş', '0054')
const closedCard = declined('57', 'Kart sahibi bu işlemi yapamaz', '0057')
const wrongCode = declined('3D-0', '3-D Secure doğrulaması başarısız', '1100')
/** The sandbox bank has taken the money, and finds it at the fourth inquiry. */
const unanswered: Outcome = { state: 'unknown', decline: null, last4: '1401' }

/** The newest payments; older ones repeat `pattern`. */
const latest: readonly Outcome[] = [captured, noLimit, captured, unanswered, captured]
const pattern: readonly Outcome[] = [
  ...[captured, wrongCode, captured, noLimit, captured, { state: 'expired', decline: null }, captured, captured],
  ...[{ state: 'cancelled', decline: null }, captured, captured, captured, captured, captured, captured, expiredCard],
  ...[captured, captured, captured, closedCard],
] as const
/** The hours before now at which the newest payments were made. */
const hoursAgo = [0.7, 2.2, 2.4, 3.1, 20]
const spanInDays = 29
/** The payment, from the newest, that was refunded in part. */
const refundedAt = 7
const refundedShare = 0.25
/** A dealer without special terms. */
const refundedPayer = 1

const cards = {
  arti: [
    { first6: '499990', bank: 'Demo Bankası', scheme: 'VISA', family: 'Artı' },
    { first6: '526599', bank: 'Demo Bankası', scheme: 'MASTERCARD', family: 'Artı' },
  ],
  kule: [{ first6: '979299', bank: 'Örnek Bank', scheme: 'TROY', family: 'Kule' }],
} as const
const installments = { arti: [1, 1, 3, 6, 9, 12], kule: [1, 2, 3, 6] } as const

/** Draws card payments of the last month, oldest first. */
export function drawPayments(plan: DrawPlan): DrawnPayment[] {
  const random = createRandom(plan.seed + 31)
  const drawn = Array.from({ length: plan.count }, (_, n) => drawPayment(plan, n, random))
  const paid = plan.orders.map((order) =>
    drawOf(plan, random, { outcome: captured, bank: 'arti', at: order.at, order }),
  )
  return [...drawn, ...paid]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map((payment, index) => ({ ...payment, id: index + 1 }))
}

/** `n`: from the newest. */
function drawPayment(plan: DrawPlan, n: number, random: Random): DrawnPayment {
  const outcome = latest[n] ?? pattern[(n - latest.length) % pattern.length] ?? captured
  const bank = n % 3 === 0 ? 'kule' : 'arti'
  const payment = drawOf(plan, random, { outcome, bank, at: momentOf(plan, n, random), order: null })
  if (n !== refundedAt) return payment
  const refunded = decimal(payment.amount).times(refundedShare).toDecimalPlaces(2).toFixed(2)
  return { ...payment, payer: plan.payers[refundedPayer] ?? payment.payer, state: 'partially_refunded', refunded }
}

function momentOf({ today, count }: DrawPlan, n: number, random: Random): Date {
  const hours = hoursAgo[n]
  if (hours !== undefined) return new Date(today.getTime() - hours * 3_600_000)
  const daysAgo = 2 + ((n - hoursAgo.length) * (spanInDays - 2)) / Math.max(count - hoursAgo.length, 1)
  return workingMoment(today, daysAgo, random.whole(0, 60))
}

/** Card numbers with these endings pay at the sandbox bank. */
const payingEndings = [2_000, 9_999] as const

type Drawn = { outcome: Outcome; bank: 'arti' | 'kule'; at: Date; order: PaidOrder | null }

function drawOf({ accounts, payers }: DrawPlan, random: Random, { outcome, bank, at, order }: Drawn): DrawnPayment {
  const { state, decline } = outcome
  const last4 = outcome.last4 ?? String(random.whole(...payingEndings))
  const account = accounts[bank]
  const installment = random.pick<number>(installments[bank])
  const base = order?.total ?? decimal(random.whole(1_200_00, 21_000_00)).dividedBy(100).toFixed(2)
  const feePercent = account.commissions.get(installment) ?? '0'
  const { fee, total } = chargeOf(base, feePercent)
  const payer = payers.find((each) => each.user_id === order?.user_id) ?? random.pick(payers)
  return {
    ...{ id: 0, reference: drawReference(random), payer, order, account, installment, base, feePercent },
    ...{ fee: fee.toFixed(2), amount: total.toFixed(2), state, decline, refunded: '0', at },
    card: { ...random.pick<(typeof cards)['arti' | 'kule'][number]>(cards[bank]), last4 },
  }
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

function drawReference(random: Random): string {
  return Array.from({ length: 20 }, () => letters[random.whole(0, letters.length - 1)]).join('')
}
