import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { ListedList, ListLine, WholeList } from '#contract/shop/lists.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import { tokenHash } from '#server/platform/http/secrets.ts'
import { loadNews, type ShownOn } from './follows.ts'
import { loadListLines } from './line-rows.ts'
import { type DealerActor, findLinkedList, findList, loadLists, presentHead } from './list-rows.ts'
import { loadLineProducts, presentLines } from './present-lines.ts'

type Reader = { actor: DealerActor; view: View }
const onPage: ShownOn = 'page'

/** A list with its lines at today's prices and stock, and what is new for a follower. */
export async function readList(db: Db, id: number, { actor, view }: Reader): Promise<WholeList | Refusal> {
  const row = await findList(db, actor, id)
  if (row === undefined) return refuse('list_not_found')
  const rows = await loadListLines(db, [id])
  const products = await loadLineProducts(db, rows, view)
  const follower = { userId: actor.userId, shown: onPage }
  const news = row.has_emails === null ? new Map() : await loadNews(db, follower, rows, products)
  const lines = await presentLines(db, rows, products, { view, news })
  return { ...presentHead(row, actor), hasLink: row.has_link, lines }
}

/** The user's lists; those that it follows with the number of lines that have news. */
export async function readLists(db: Db, { actor, view }: Reader): Promise<ListedList[]> {
  const rows = await loadLists(db, actor)
  const followed = rows.filter(({ has_emails }) => has_emails !== null)
  const lines = await loadListLines(
    db,
    followed.map(({ id }) => id),
  )
  const products = await loadLineProducts(db, lines, view)
  const news = await loadNews(db, { userId: actor.userId, shown: onPage }, lines, products)
  const counts = Map.groupBy(
    lines.filter(({ id }) => news.has(id)),
    (line) => line.list_id,
  )
  return rows.map((row) => ({ ...presentHead(row, actor), newsCount: counts.get(row.id)?.length ?? 0 }))
}

/** A list by the link that a colleague has sent. */
export async function readLinkedList(
  db: Db,
  token: string,
  { actor, view }: Reader,
): Promise<{ name: string; owner: string; lines: ListLine[] } | Refusal> {
  const list = await findLinkedList(db, actor, tokenHash(token))
  if (list === undefined) return refuse('list_link_unknown')
  const rows = await loadListLines(db, [list.id])
  const products = await loadLineProducts(db, rows, view)
  const { name, owner } = list
  return { name, owner, lines: await presentLines(db, rows, products, { view, news: new Map() }) }
}
