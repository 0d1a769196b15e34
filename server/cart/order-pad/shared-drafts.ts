import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import { sharedDraftDays } from '#contract/shop/shared-drafts.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { DraftLine } from '#domain/cart/draft-line.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { randomToken, tokenHash } from '#server/platform/http/secrets.ts'
import type { DealerContext } from '#server/visitor/visitor.ts'

type DealerActor = Pick<DealerContext['actor'], 'dealer' | 'userId'>

/** The most links of one user that are kept; the oldest end first. */
const linksMax = 100

/** Stores a copy of lines for the users of the actor's dealer; returns the token of its link. */
export async function saveSharedDraft(
  db: Db,
  { dealer, userId }: DealerActor,
  { title, lines }: { title: string; lines: readonly DraftLine[] },
): Promise<string> {
  const token = randomToken(16)
  await db.execute(
    `WITH old AS (
       DELETE FROM shared_drafts WHERE id IN (
         SELECT id FROM shared_drafts WHERE user_id = $2 ORDER BY created_at DESC, id DESC OFFSET ${linksMax - 1})
     )
     INSERT INTO shared_drafts (dealer_id, user_id, title, lines, link_hash) VALUES ($1, $2, $3, $4, $5)`,
    [dealer.id, userId, title, JSON.stringify(lines), tokenHash(token)],
    'shared_draft_save',
  )
  return token
}

type SharedDraft = { title: string; owner: string; lines: DraftLine[]; createdAt: string }

/** The lines of a link, for users of the same dealer. */
export async function loadSharedDraft(db: Db, { dealer }: DealerActor, token: string): Promise<SharedDraft | Refusal> {
  const row = await db.one<{ title: string; owner: string; lines: DraftLine[]; created_at: Date }>(
    `SELECT d.title, u.name AS owner, d.lines, d.created_at FROM shared_drafts d JOIN users u ON u.id = d.user_id
      WHERE d.link_hash = $1 AND d.dealer_id = $2 AND d.created_at > now() - make_interval(days => ${sharedDraftDays})`,
    [tokenHash(token), dealer.id],
    'shared_draft_load',
  )
  if (row === undefined) return refuse('shared_draft_unknown')
  const { title, owner, lines, created_at: createdAt } = row
  return { title, owner, lines, createdAt: createdAt.toISOString() }
}

export async function purgeSharedDrafts(db: Db): Promise<void> {
  await deleteBatches(db, 'shared_drafts', 'created_at < now() - make_interval(days => $1)', {
    params: [sharedDraftDays],
    by: 'created_at',
  })
}
