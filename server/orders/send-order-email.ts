import * as z from 'zod/mini'
import { locale, type Locale } from '#contract/core/visitor.ts'
import { isMailAddress } from '#server/platform/email/address.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { loadStoreRow, logoOf, settingsOf } from '#server/settings/settings.ts'
import { cancelEmail } from './cancel-email.ts'
import { orderEmail } from './order-email.ts'
import { findOrderById } from './order-rows.ts'
import { transferAccounts } from './transfer-accounts.ts'
import { presentOrder } from './present-order.ts'
import { findBuyer } from './queries.ts'

export const orderMailJob = 'order-mail'

/** `isCancelled`: not that it was placed, but that staff cancelled it. */
const jobData = z.object({
  orderId: z.number(),
  reader: z.enum(['dealer', 'store']),
  locale,
  isCancelled: z.optional(z.boolean()),
})

/** In the order's own transaction. A job for each reader: the failure of one letter never repeats the other. */
export async function enqueueOrderMail(db: Db, orderId: number, buyersLocale: Locale): Promise<void> {
  await enqueue(db, orderMailJob, { orderId, reader: 'dealer', locale: buyersLocale })
  await enqueue(db, orderMailJob, { orderId, reader: 'store', locale: 'tr' })
}

/** Tells who placed the order that staff cancelled it; in the cancelling's own transaction. */
export async function enqueueCancelMail(db: Db, orderId: number): Promise<void> {
  const buyer = await findBuyer(db, orderId)
  const buyersLocale = buyer?.locale === 'en' ? 'en' : 'tr'
  await enqueue(db, orderMailJob, { orderId, reader: 'dealer', locale: buyersLocale, isCancelled: true })
}

export type OrderMailDeps = { pool: Pool; mailer: Mailer; publicUrl: string }

/** Sends one letter about an order; throws where it could not be handed over. Who has no usable address gets none. */
export async function sendOrderMail(
  { pool, mailer, publicUrl }: OrderMailDeps,
  data: object,
  key: string,
): Promise<void> {
  const { orderId, reader, locale, isCancelled } = jobData.parse(data)
  const [row, storeRow] = [await findOrderById(pool, orderId, null), await loadStoreRow(pool)]
  if (row === undefined) return
  const settings = settingsOf(storeRow.settings, () => {})
  const { orderMailTo, storeEmail, storeName, storeLogo } = settings
  const buyer = (await findBuyer(pool, orderId))?.email
  const to = reader === 'store' ? orderMailTo || storeEmail : buyer
  if (to === undefined || !isMailAddress(to)) return
  const logo = logoOf({ storeLogo, storeName }, publicUrl)
  const order = presentOrder(row, { locale, seesPrices: reader === 'store' || settings.showPriceStatus === '1' })
  const bankAccounts = transferAccounts(order, settings)
  const facts = { order, reader, locale, storeName, publicUrl, logo, bankAccounts }
  const letter = isCancelled === true ? cancelEmail(facts) : orderEmail(facts)
  await mailer.send({
    ...letter,
    to,
    key,
    from: { name: storeName, address: storeEmail },
    replyTo: reader === 'store' ? buyer : undefined,
  })
}
