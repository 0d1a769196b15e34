import { loadLetterhead, loadLogo } from '#server/account/account.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { loadStoreRow, settingsOf } from '#server/settings/settings.ts'
import type { OfferMailData } from './enqueue-email.ts'
import { presentQuote } from './present-offer.ts'
import { findOffer } from './queries.ts'
import { quoteEmail } from './quote-email.ts'
import { makeQuotePdf } from './quote-files.ts'

export type OfferMailDeps = { pool: Pool; mailer: Pick<Mailer, 'send'>; imagesFolder: FileStore; publicUrl: string }

type OfferEmailRow = { dealer_id: number; offer_id: number; sent_to: string; writer: string; is_cancel: boolean }

/** Sends one email: the quote as a PDF, as it is saved now. An offer cancelled since then is not sent. */
export async function sendOfferMail(deps: OfferMailDeps, data: object, key: string): Promise<void> {
  const { pool, mailer } = deps
  const { mailId, locale } = data as OfferMailData
  const email = await findEmail(pool, mailId)
  if (email === undefined || email.is_cancel) return
  const row = await findOffer(pool, email.dealer_id, { id: email.offer_id })
  if (row === undefined) return
  const quote = presentQuote(row, await loadLetterhead(pool, email.dealer_id))
  const logo = await loadLogo(pool, email.dealer_id, deps.imagesFolder)
  const content = await makeQuotePdf(quote, { locale, logo })
  const { storeEmail, brandColor: color } = settingsOf((await loadStoreRow(pool)).settings, () => {})
  await mailer.send({
    to: email.sent_to,
    // The store's mail server sends it in the dealer's name; replies go to the user who sent it.
    from: { name: quote.user_address.name, address: storeEmail },
    replyTo: email.writer,
    ...quoteEmail(quote, { locale, color, logo: quote.user_logo === null ? null : deps.publicUrl + quote.user_logo }),
    attachments: [{ filename: `${quote.orderNo}.pdf`, content, contentType: 'application/pdf' }],
    key,
  })
}

async function findEmail(db: Db, id: number): Promise<OfferEmailRow | undefined> {
  return db.one<OfferEmailRow>(
    `SELECT o.dealer_id, m.offer_id, m.sent_to, u.email AS writer, o.is_cancel
       FROM offer_mails m JOIN offers o ON o.id = m.offer_id JOIN users u ON u.id = m.user_id WHERE m.id = $1`,
    [id],
  )
}
