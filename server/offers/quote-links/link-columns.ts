import type { QuoteLink, QuoteLinkState } from '#contract/shop/quote-links.ts'

/** A link as JSON; moments are texts. */
export type QuoteLinkRow = {
  created_at: string
  expires_at: string
  withdrawn_at: string | null
  has_reminder: boolean
  reminded_at: string | null
  answer: 'accepted' | 'declined' | null
  answered_at: string | null
  answer_name: string
  answer_note: string
}

/** The newest link of offer `o`, as JSON; null without one. */
export const newestLink = `(SELECT jsonb_build_object('created_at', k.created_at, 'expires_at', k.expires_at,
     'withdrawn_at', k.withdrawn_at, 'has_reminder', k.has_reminder, 'reminded_at', k.reminded_at, 'answer', k.answer,
     'answered_at', k.answered_at, 'answer_name', k.answer_name, 'answer_note', k.answer_note)
    FROM quote_links k WHERE k.offer_id = o.id ORDER BY k.id DESC LIMIT 1)`

type LinkFacts = { answer: QuoteLinkRow['answer']; withdrawn_at: unknown; expires_at: string | Date }

/** An answer stays; a link that was withdrawn, or has expired without an answer, leads nowhere. */
export function linkStateOf({ answer, withdrawn_at, expires_at }: LinkFacts, now: Date): QuoteLinkState {
  if (answer !== null) return answer
  if (withdrawn_at !== null) return 'withdrawn'
  return new Date(expires_at) <= now ? 'expired' : 'open'
}

const momentOf = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString())

export function presentLink(row: QuoteLinkRow, now: Date): QuoteLink {
  return {
    state: linkStateOf(row, now),
    date: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    hasReminder: row.has_reminder,
    remindedAt: momentOf(row.reminded_at),
    answeredAt: momentOf(row.answered_at),
    name: row.answer_name,
    note: row.answer_note,
  }
}
