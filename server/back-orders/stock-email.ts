import * as z from 'zod/mini'
import { isMailAddress } from '#contract/core/mail-address.ts'
import { backOrdersPath } from '#contract/core/record-paths.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { showStock } from '#domain/stock/stock.ts'
import { isOnSale } from '#server/catalog/catalog.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import { translate } from '#server/platform/http/words.ts'
import { loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'
import { resumeWatches } from './watches.ts'

const jobData = z.object({ userId: z.number(), productIds: z.array(z.number()) })

type MailDeps = { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string }

/**
 * Sends a user the email about watched products that are in stock again. Products that ran out since are watched again;
 * if none is left, no email is sent. Throws if it could not be delivered.
 */
export async function sendStockMail({ pool, mailer, publicUrl }: MailDeps, data: object, key: string): Promise<void> {
  const { userId, productIds } = jobData.parse(data)
  const user = await findReader(pool, userId)
  if (user === undefined || !isMailAddress(user.email)) return
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const rows = await loadArrived(pool, productIds)
  const arrived = rows.filter(
    ({ is_on_sale, quantity }) => is_on_sale && !showStock(Number(quantity), settings.stockInfoStatus).isOutOfStock,
  )
  const gone = productIds.filter((id) => !arrived.some((row) => row.id === id))
  if (gone.length > 0) await resumeWatches(pool, userId, gone)
  const [first] = arrived
  if (first === undefined) return
  const locale: Locale = user.locale === 'en' ? 'en' : 'tr'
  const facts = { count: arrived.length, product: first.name, name: user.name }
  const words = (name: string) => translate(locale, `stockMail.${name}`, facts)
  const email = renderEmail({
    locale,
    sender: storeSender(settings, publicUrl, locale),
    subject: words('subject'),
    paragraphs: [words('text')],
    lines: {
      heads: [words('product'), words('code')],
      rows: arrived.map(({ name, code }) => ({ name, details: [], quantity: code })),
    },
    button: { url: `${publicUrl}${backOrdersPath}`, label: words('open') },
  })
  await mailer.send({ ...email, to: user.email, key, from: { name: settings.storeName, address: settings.storeEmail } })
}

async function findReader(db: Db, userId: number) {
  return db.one<{ email: string; name: string; locale: string | null }>(
    `SELECT email, name, choices ->> 'locale' AS locale FROM users WHERE id = $1 AND disabled_at IS NULL`,
    [userId],
    'stock_mail_user',
  )
}

type ArrivedRow = { id: number; code: string; name: string; is_on_sale: boolean; quantity: string }

async function loadArrived(db: Db, productIds: readonly number[]): Promise<ArrivedRow[]> {
  return db.query<ArrivedRow>(
    `SELECT p.id, p.code, p.name, ${isOnSale('p')} AS is_on_sale,
            (SELECT coalesce(sum(i.quantity), 0) FROM inventory i WHERE i.product_id = p.id) AS quantity
       FROM products p WHERE p.id = ANY ($1) ORDER BY p.name, p.id`,
    [productIds],
    'stock_mail_products',
  )
}
