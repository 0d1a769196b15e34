import * as z from 'zod/mini'
import { locale, type Locale } from '#contract/core/visitor.ts'
import { isMailAddress } from '#contract/core/mail-address.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { type WritePart, writeTogether } from '#server/platform/db/together.ts'
import { enqueue, enqueueAll, enqueuePart } from '#server/platform/jobs/outbox.ts'
import { companyName, loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'
import { cancelEmail } from './cancel-email.ts'
import { orderEmail } from './order-email.ts'
import { findOrderById } from './order-rows.ts'
import { presentOrder, transferAccounts } from './present-order.ts'
import { findStep, isStepMailed, stepEmail } from './life/step-email.ts'
import { findBuyer, findBuyersLocales } from './queries.ts'

export const orderMailJob = 'order-mail'

/** `isCancelled`: the email reports that staff cancelled the order, not that it was placed. */
const jobData = z.object({
  orderId: z.number(),
  reader: z.enum(['dealer', 'store']),
  locale,
  isCancelled: z.optional(z.boolean()),
  /** The step of the order's history that the email reports. */
  stepId: z.optional(z.number()),
})

/**
 * Enqueues the emails in the order's transaction. Each recipient has a job, so that a failed email never repeats the
 * other.
 */
export async function enqueueOrderMail(db: Db, orderId: number, buyersLocale: Locale): Promise<void> {
  await writeTogether(db, [orderMailPart(orderId, buyersLocale)])
}

/** The same with other changes. */
export function orderMailPart(orderId: number, buyersLocale: Locale): WritePart {
  return enqueuePart(orderMailJob, [
    { orderId, reader: 'dealer', locale: buyersLocale },
    { orderId, reader: 'store', locale: 'tr' },
  ])
}

/** Enqueues the emails to the buyers about steps of their orders, in the same transaction. */
export async function enqueueStepMails(db: Db, steps: readonly { id: number; history_id: number }[]): Promise<void> {
  const locales = await findBuyersLocales(
    db,
    steps.map(({ id }) => id),
  )
  const data = steps.map(({ id, history_id: stepId }) => {
    return { orderId: id, reader: 'dealer', locale: locales.get(id) ?? 'tr', stepId }
  })
  await enqueueAll(db, orderMailJob, data)
}

/** Enqueues the email about changed lines to the buyer, or about a refused change to the store, in the same transaction. */
export async function enqueueChangeMail(
  db: Db,
  orderId: number,
  stepId: number,
  reader: 'dealer' | 'store',
): Promise<void> {
  const locale = (await findBuyersLocales(db, [orderId])).get(orderId) ?? 'tr'
  await enqueue(db, orderMailJob, { orderId, reader, locale: reader === 'store' ? 'tr' : locale, stepId })
}

/** Enqueues the email to the buyer about an order cancelled by staff, in the same transaction. */
export async function enqueueCancelMail(db: Db, orderId: number): Promise<void> {
  const buyer = await findBuyer(db, orderId)
  const buyersLocale = buyer?.locale === 'en' ? 'en' : 'tr'
  await enqueue(db, orderMailJob, { orderId, reader: 'dealer', locale: buyersLocale, isCancelled: true })
}

export type OrderMailDeps = { pool: Pool; mailer: Mailer; publicUrl: string }

/**
 * Sends one email about an order. Throws if it could not be delivered. A recipient without a valid address gets none.
 */
export async function sendOrderMail(
  { pool, mailer, publicUrl }: OrderMailDeps,
  data: object,
  key: string,
): Promise<void> {
  const { orderId, reader, locale, isCancelled, stepId } = jobData.parse(data)
  const [row, storeRow] = [await findOrderById(pool, orderId, null), await loadStoreRow(pool)]
  if (row === undefined) return
  const settings = settingsOf(storeRow.settings, () => {})
  const { orderMailTo, storeEmail, storeName } = settings
  const step = stepId === undefined ? undefined : await findStep(pool, stepId)
  if (stepId !== undefined && (step === undefined || !isStepMailed(step, settings))) return
  const buyer = (await findBuyer(pool, orderId))?.email ?? undefined
  const to = reader === 'store' ? orderMailTo || storeEmail : buyer
  if (to === undefined || !isMailAddress(to)) return
  const order = presentOrder(row, { locale, seesPrices: reader === 'store' || settings.showPriceStatus === '1' })
  const payable = { bankAccounts: transferAccounts(order, settings), accountHolder: companyName(settings) }
  const sender = storeSender(settings, publicUrl, locale)
  const approvalReasons = row.state === 'awaiting_approval' ? row.approval_reasons : []
  const facts = { order, reader, locale, publicUrl, sender, contact: row.contact, ...payable, approvalReasons }
  const email =
    step !== undefined ? stepEmail(facts, step) : isCancelled === true ? cancelEmail(facts) : orderEmail(facts)
  await mailer.send({
    ...email,
    to,
    key,
    from: { name: storeName, address: storeEmail },
    replyTo: reader === 'store' ? buyer : undefined,
  })
}
