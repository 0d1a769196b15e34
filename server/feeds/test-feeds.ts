import type { FeedValues, ListedFeed } from '#contract/shop/feeds.ts'
import { type FeedPresetName, feedPresets } from '#domain/feeds/feed-presets.ts'
import type { Answer, TestShop, TestVisitor } from '#testing/shop.ts'

/** The values of a feed with the columns of a preset. */
export function feedOf(preset: FeedPresetName = 'standard', parts: Partial<FeedValues> = {}): FeedValues {
  const { formats, root, item, taxIncluded, columns } = feedPresets[preset]
  return {
    name: 'Sitem',
    preset,
    format: formats[0] ?? 'xml',
    root,
    item,
    delimiter: ',',
    columns: columns.map((each) => ({ ...each })),
    price: 'own',
    percent: '0',
    rounding: '0.01',
    currency: 'TRY',
    taxIncluded,
    brands: [],
    categories: [],
    ...parts,
  }
}

/** Makes a feed and returns it as listed. */
export async function makeFeed(visitor: TestVisitor, values: FeedValues = feedOf()): Promise<ListedFeed> {
  const answer = await visitor.send('POST', '/api/account/feeds', { body: values })
  const feed = (answer.body as { items?: ListedFeed[] }).items?.at(-1)
  if (feed === undefined) throw new Error(`The feed was refused: ${answer.text}`)
  return feed
}

export const pathOf = ({ url }: Pick<ListedFeed, 'url'>): string => new URL(url ?? '').pathname

/** Fetches a feed as a program does. */
export async function fetchFeed(
  { app }: Pick<TestShop, 'app'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<Pick<Answer, 'status' | 'text' | 'headers'> & { bytes: Buffer }> {
  const response = await app.inject({ method: 'GET', url: path, headers, remoteAddress: '192.0.2.20' })
  return { status: response.statusCode, text: response.body, headers: response.headers, bytes: response.rawPayload }
}

/** The products of a JSON feed by their code. */
export async function fetchItems(
  shop: Pick<TestShop, 'app'>,
  path: string,
): Promise<Map<string, Record<string, unknown>>> {
  const { text } = await fetchFeed(shop, path)
  const { items } = JSON.parse(text) as { items: Record<string, unknown>[] }
  return new Map(items.map((item) => [String(item['code']), item]))
}
