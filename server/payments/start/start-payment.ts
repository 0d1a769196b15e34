import { randomInt } from 'node:crypto'
import pg from 'pg'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import { findRepeated, repeatStart, startHashesOf } from './repeated-start.ts'
import { parseAmount } from '#domain/money/amount-text.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { type Decimal, decimal } from '#domain/money/money.ts'
import { chargeOf, pendingStates } from '#domain/payments/payment.ts'
import { isIdempotencyKey } from '#server/account/account.ts'
import { isRetryable } from '#server/platform/db/failure.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import type { CallContext } from '#server/visitor/visitor.ts'
import { cardKeysOf, checkAttempts } from './attempt-limits.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { cancelUnauthenticated } from '#server/payments/payment/end-payment.ts'
import type { Card } from '#server/payments/gateways/gateway.ts'
import { insertPayment, type NewPayment } from './insert-payment.ts'
import { insertConsent } from '#server/payments/cards/consents.ts'
import { infoOf } from '#server/payments/cards/present-card.ts'
import { addSeconds, abandonedAfter } from '#server/payments/payment/inquiry-schedule.ts'
import { findPaymentById, paymentColumns, type PaymentRow } from '#server/payments/payment/payment-rows.ts'
import type { ChosenPlan } from '#server/payments/pos/pos-accounts.ts'
import { type PreparedPayment, sendToBank, type StartedPayment } from './send-to-bank.ts'
import { type ParsedStart, parseStart, type StartBody } from './parse-start.ts'
import { type ChosenCard, findChosenCard, meansOf } from './payment-means.ts'
import type { OpenedSubject } from '#server/payments/subject.ts'

/**
 * Starts an attempt to pay (decisions, "Payments") with the server's own amount and plan. The attempt is recorded before
 * anything is sent to the bank. An older attempt of the same intent is cancelled, unless it may have moved money. The card is
 * passed to the gateway only.
 */
export async function startPayment(
  deps: PaymentDeps,
  body: StartBody,
  context: CallContext,
): Promise<StartedPayment | Refusal> {
  const { idempotencyKey } = context
  if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey)) return refuse('bad_request')
  const parsed = parseStart(body, dayInTurkey(deps.now()))
  if (!parsed.ok) return parsed
  failpoint('payment.before_start')
  const prepared = await preparePayment(deps, parsed, body, context)
  if (isRefusal(prepared)) return prepared
  if ('repeated' in prepared) {
    const { repeated, chosen } = prepared
    return repeatStart(deps, repeated, { card: parsed.card, chosen, body, context })
  }
  failpoint('payment.after_start_commit')
  return sendToBank(deps, prepared, context.origin)
}

const concurrentAttempt = new Set(['payments_one_under_way', 'payments_intent_start_key_key'])

/** A start that was sent before. */
type RepeatedStart = { repeated: PaymentRow; chosen: ChosenCard | null }

async function preparePayment(
  deps: PaymentDeps,
  parsed: ParsedStart,
  body: StartBody,
  context: CallContext,
): Promise<PreparedPayment | RepeatedStart | Refusal> {
  try {
    return await transactionOrRefusal(deps.pool, (db) => prepareOnce(db, deps, parsed, body, context))
  } catch (error) {
    if (isRetryable(error)) return refuse('unavailable')
    // A concurrent attempt of the same intent, or with the same key, was inserted first.
    if (error instanceof pg.DatabaseError && concurrentAttempt.has(error.constraint ?? ''))
      return refuse('payment_pending')
    throw error
  }
}

async function prepareOnce(
  db: Db,
  deps: PaymentDeps,
  { kind, card, stored, amount, request }: ParsedStart,
  body: StartBody,
  context: CallContext,
): Promise<PreparedPayment | RepeatedStart> {
  const at = deps.now()
  const userId = context.actor?.userId ?? null
  const chosen = await findChosenCard(db, deps, { stored, request }, context)
  const cardText = chosen === null ? card?.number : `stored ${chosen.hash}`
  const cardKeys = cardText === undefined ? [] : cardKeysOf(deps.secret, cardText)
  const { network } = context
  const payer = { userId, network, cardKeys, linkToken: request.linkToken }
  const startHashes = startHashesOf(deps.secret, body, cardKeys)
  // The limits let one start of a payer run at a time, so that the first of two with one key is seen by the second.
  const limited = await checkAttempts(db, payer, at)
  const repeated = await findRepeated(db, payer, { key: context.idempotencyKey, hashes: startHashes })
  if (repeated !== null) return { repeated, chosen }
  if (limited !== null) abortTransaction(limited)
  const subject = deps.subjects[kind]
  const opened = await subject.open(db, request, context)
  if (!opened.ok) return abortTransaction(opened)
  if (!decimal(amount).equals(opened.amount)) abortTransaction('amount_changed')
  const plan = await choosePlan(db, deps, opened, chosen ?? card, body)
  if (hasTotalChanged(body.total, chargeOf(opened.amount, plan.feePercent).total)) abortTransaction('amount_changed')
  await cancelOlderAttempts(db, deps, opened.intent, at)
  const hashes = { cardKey: cardKeys[0] ?? null, startHash: startHashes[0] ?? null }
  const id = await insertPayment(db, newPayment({ kind, card, chosen, ...hashes, opened, plan, context, at }))
  failpoint('payment.after_insert')
  const held = await subject.hold(db, { id, snapshot: opened.snapshot })
  if (held !== null) abortTransaction(held)
  const gateway = await deps.gatewayOf(db, plan.posAccountId)
  const ownCard = plan.mode === 'own_form' ? card : null
  const parts = { gateway, posAccountId: plan.posAccountId, chosen, card: ownCard }
  const means = await meansOf(db, deps, parts, body, context)
  if (means.kind === 'typed' && means.storage !== null) {
    const { version, address } = { version: body.storeCard ?? '', address: context.address }
    await insertConsent(db, { paymentId: id, version, address, at, card: means.card, info: plan.card })
  }
  return { payment: await findPaymentById(db, id), basket: opened.basket, means, gateway }
}

/** Whether the commission changed after the payer saw the total. */
function hasTotalChanged(shown: string | undefined, total: Decimal): boolean {
  return shown !== undefined && parseAmount(shown)?.equals(total) !== true
}

async function choosePlan(
  db: Db,
  { choosePlan, store, hasSandbox, now }: PaymentDeps,
  { amount, currency, categoryIds }: OpenedSubject,
  card: Card | ChosenCard | null,
  { installment, plan: planId }: StartBody,
): Promise<ChosenPlan> {
  const isStored = card !== null && 'row' in card
  const chosen = await choosePlan(db, {
    bin8: card === null || isStored ? null : card.number.slice(0, 8),
    stored: isStored ? { posAccountId: card.row.pos_account_id, card: infoOf(card.row) } : null,
    installment,
    planId,
    amount,
    currency,
    categoryIds,
    today: dayInTurkey(now()),
    installmentLimit: store.facts().settings.installmentLimit,
    hasSandbox,
  })
  if (!chosen.ok) return abortTransaction(isStored && chosen.code === 'card_payment_off' ? 'stored_card_off' : chosen)
  if (chosen.mode === 'own_form' && card === null) abortTransaction('card_number_invalid')
  return chosen
}

/** Cancels older attempts of the intent. One that may have moved money rejects this attempt instead. */
async function cancelOlderAttempts(db: Db, deps: PaymentDeps, intent: string, at: Date): Promise<void> {
  const openStates = ['created', 'redirected', ...pendingStates]
  const older = await db.query<PaymentRow>(
    `SELECT ${paymentColumns} FROM payments p WHERE p.intent = $1 AND p.state = ANY ($2) ORDER BY p.id FOR UPDATE`,
    [intent, openStates],
    'payments_older',
  )
  if (older.some(({ state }) => pendingStates.includes(state))) abortTransaction('payment_pending')
  for (const payment of older) await cancelUnauthenticated(db, deps, payment, { cause: 'replaced', at })
}

function newPayment(parts: {
  kind: ParsedStart['kind']
  card: Card | null
  chosen: ChosenCard | null
  cardKey: string | null
  startHash: string | null
  opened: OpenedSubject
  plan: ChosenPlan
  context: CallContext
  at: Date
}): NewPayment {
  const { kind, chosen, opened, plan, context, at } = parts
  const card = plan.mode === 'own_form' ? parts.card : null
  const { base, fee, total } = chargeOf(opened.amount, plan.feePercent)
  return {
    kind,
    reference: newReference(),
    startKey: context.idempotencyKey ?? null,
    startHash: context.idempotencyKey === undefined ? null : parts.startHash,
    intent: opened.intent,
    dealerId: opened.dealerId,
    userId: opened.userId,
    paymentLinkId: opened.paymentLinkId,
    posAccountId: plan.posAccountId,
    posRuleId: plan.posRuleId,
    installment: plan.installment,
    feePercent: plan.feePercent,
    baseAmount: base.toFixed(2),
    fee: fee.toFixed(2),
    amount: total.toFixed(2),
    currency: opened.currency,
    description: opened.description,
    locale: context.locale,
    snapshot: opened.snapshot,
    buyer: opened.buyer,
    cardFirst6: chosen?.row.first6 ?? card?.number.slice(0, 6) ?? null,
    cardLast4: chosen?.row.last4 ?? card?.number.slice(-4) ?? null,
    cardHolder: card?.holder ?? '',
    cardKey: parts.cardKey,
    cardBank: chosen?.row.bank ?? plan.bank,
    cardScheme: chosen?.row.scheme ?? plan.scheme,
    cardFamily: chosen === null ? plan.family : chosen.row.family,
    isCardCommercial: plan.isCommercial,
    extraInstallments: plan.extraInstallments,
    address: context.address,
    network: context.network,
    at,
    inquireAt: addSeconds(at, abandonedAfter),
  }
}

const referenceAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** The payment's order number at the bank: 103 random bits. */
function newReference(): string {
  return Array.from({ length: 20 }, () => referenceAlphabet[randomInt(referenceAlphabet.length)]).join('')
}
