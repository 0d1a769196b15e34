import type { Db } from '#server/platform/db/pool.ts'
import { quoteTokensOf } from '#server/offers/quote-links/link-token.ts'
import { tokenHash } from '#server/platform/http/secrets.ts'
import { testSecret, type TestRequest } from './shop.ts'

const seed = 'a-seed-of-a-quote'
const [token] = quoteTokensOf(testSecret, seed)

/** An open offer with a request that waits for the store, and an open public link, made again after requests changed them. */
export async function restoreOffer(db: Db, offerId: number): Promise<void> {
  await db.execute('DELETE FROM quote_links WHERE offer_id = $1', [offerId])
  await db.execute('DELETE FROM offer_rounds WHERE offer_id = $1', [offerId])
  await db.execute(
    `UPDATE offers SET is_cancel = false, cancelled_at = NULL, accepted_at = NULL, negotiation = 'asked', agreed_until = NULL
      WHERE id = $1`,
    [offerId],
  )
  await db.execute(
    `INSERT INTO offer_rounds (offer_id, number, kind, user_id, note)
     SELECT id, 1, 'request', user_id, 'Daha ucuz olur mu?' FROM offers WHERE id = $1`,
    [offerId],
  )
  await addQuoteLink(db, offerId)
}

/** An open public link of an offer; returns its token. */
export async function addQuoteLink(db: Db, offerId: number | string): Promise<string> {
  await db.execute(
    `INSERT INTO quote_links (offer_id, user_id, token_hash, seed, locale, has_reminder, expires_at)
     SELECT id, user_id, $2, $3, 'tr', false, '2100-01-01' FROM offers WHERE id = $1`,
    [offerId, tokenHash(token), seed],
  )
  return token
}

type People = { offer: { id: number } }

/** A valid request for every call about negotiations and public links of offers. */
export const offerRequests: Record<string, (people: People) => TestRequest> = {
  'GET /api/catalog/offer/rounds/:id': ({ offer }) => ({ url: `/api/catalog/offer/rounds/${offer.id}` }),
  'POST /api/catalog/offer/rounds/:id': ({ offer }) => ({
    url: `/api/catalog/offer/rounds/${offer.id}`,
    body: { round: 1, note: 'Kampanya fiyatı', lines: [{ line: 1, price: 90, note: '' }] },
  }),
  'POST /api/catalog/offer/rounds/:id/accept': ({ offer }) => ({
    url: `/api/catalog/offer/rounds/${offer.id}/accept`,
    body: { round: 1 },
  }),
  'POST /api/catalog/offer/rounds/:id/decline': ({ offer }) => ({
    url: `/api/catalog/offer/rounds/${offer.id}/decline`,
    body: { round: 1, note: '' },
  }),
  'POST /api/catalog/offer/link/:id': ({ offer }) => ({
    url: `/api/catalog/offer/link/${offer.id}`,
    body: { sendEmail: false, hasReminder: false },
  }),
  'GET /api/catalog/offer/link/:id': ({ offer }) => ({ url: `/api/catalog/offer/link/${offer.id}` }),
  'PATCH /api/catalog/offer/link/:id': ({ offer }) => ({
    url: `/api/catalog/offer/link/${offer.id}`,
    body: { hasReminder: true },
  }),
  'DELETE /api/catalog/offer/link/:id': ({ offer }) => ({ url: `/api/catalog/offer/link/${offer.id}` }),
  'GET /api/quotes/:token': () => ({ url: `/api/quotes/${token}` }),
  'POST /api/quotes/:token': () => ({
    url: `/api/quotes/${token}`,
    body: { answer: 'declined', mark: 'another content', name: '', note: '' },
  }),
}

/** The same for the store's answers. */
export const adminOfferRequests: Record<string, (people: People) => TestRequest> = {
  'POST /yonetim/offers/:id/versions': ({ offer }) => ({
    url: `/yonetim/offers/${offer.id}/versions`,
    body: {
      round: 1,
      note: '',
      lines: [{ line: 1, price: 95, note: '' }],
      until: '2099-12-31',
      locksRates: false,
    },
  }),
  'POST /yonetim/offers/:id/refusal': ({ offer }) => ({
    url: `/yonetim/offers/${offer.id}/refusal`,
    body: { round: 1, note: 'Bu fiyata olmaz' },
  }),
}
