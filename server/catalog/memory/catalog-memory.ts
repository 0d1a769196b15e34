import * as z from 'zod/mini'
import { product as productShape, type Product } from '#contract/shop/product.ts'
import { createLruCache } from '#server/catalog/index/lru-cache.ts'
import { loadProducts } from '#server/catalog/product/load-products.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import { type ClockOptions, openProductClock, type ProductClock } from './product-clock.ts'
import { kindOf } from './visitor-kind.ts'

/**
 * A product as one kind of visitor sees it: its JSON, checked; null = not on sale. No other fragment of this process has the
 * same `serial`.
 */
type Fragment = { json: Buffer | null; isParent: boolean; serial: number }
export type ShownFragment = Fragment & { json: Buffer }

/** Presented products and replies of this process (docs/decisions/096-what-a-process-remembers.md). */
export type CatalogMemory = {
  clock: ProductClock
  /** The products of these ids in their order, without those that are not on sale. */
  fragments(ids: readonly number[], view: View): Promise<ShownFragment[]>
  products(ids: readonly number[], view: View): Promise<Map<number, Product>>
  /** What was made under this key at this version. */
  find(key: string, version: string): object | undefined
  /** `bytes`: what the value takes. */
  store(key: string, version: string, value: object, bytes: number): void
  /** What the value takes now, if it is still stored under this key. */
  grow(key: string, value: object, bytes: number): void
  /** What it takes. */
  bytes(): number
}

type Entry = { bytes: number; value: object; at: number; version: string }

/** Bytes of an entry besides its value: objects, keys, positions. */
const overhead = 300
/** Kinds of visitors whose products are found; after more, those of the former are forgotten. */
const maxKinds = 10_000

export function openCatalogMemory(db: Pool, maxBytes: number, options: ClockOptions = {}): CatalogMemory {
  const clock = openProductClock(db, options)
  const kinds = new Map<string, number>()
  let lastKind = 0
  let lastSerial = 0
  const cache = createLruCache<Entry>({
    entries: Number.POSITIVE_INFINITY,
    bytes: maxBytes,
    bytesOf: ({ bytes }) => bytes + overhead,
  })

  /** A short name of the visitor's kind. */
  function numberOf(view: View): number {
    const kind = kindOf(view)
    const known = kinds.get(kind)
    if (known !== undefined) return known
    if (kinds.size >= maxKinds) kinds.clear()
    kinds.set(kind, ++lastKind)
    return lastKind
  }

  async function load(ids: readonly number[], view: View): Promise<Fragment[]> {
    await clock.settled()
    const kind = numberOf(view)
    const found = new Map<number, Fragment>()
    for (const id of ids) {
      const entry = cache.get(`${kind} ${id}`)
      if (entry !== undefined && entry.at >= clock.changedAt(id)) found.set(id, entry.value as Fragment)
    }
    const missing = ids.filter((id) => !found.has(id))
    if (missing.length > 0) {
      // A change that is counted while the rows are read makes what they show outdated at once.
      const at = clock.now()
      const products = await loadProducts(db, missing, view)
      for (const id of missing) {
        const fragment = { ...fragmentOf(products.get(id)), serial: ++lastSerial }
        found.set(id, fragment)
        cache.set(`${kind} ${id}`, { bytes: fragment.json?.length ?? 0, value: fragment, at, version: '' })
      }
    }
    return ids.flatMap((id) => found.get(id) ?? [])
  }

  const onSale = async (ids: readonly number[], view: View) =>
    (await load(ids, view)).filter((fragment): fragment is ShownFragment => fragment.json !== null)
  return {
    clock,
    fragments: onSale,
    async products(ids, view) {
      const products = (await onSale(ids, view)).map(({ json }) => JSON.parse(json.toString()) as Product)
      return new Map(products.map((each) => [each.id, each]))
    },
    find(key, version) {
      const entry = cache.get(key)
      return entry?.version === version ? entry.value : undefined
    },
    bytes: cache.bytes,
    store: (key, version, value, bytes) => cache.set(key, { bytes, value, at: 0, version }),
    grow(key, value, bytes) {
      const entry = cache.get(key)
      if (entry?.value === value) cache.set(key, { ...entry, bytes })
    },
  }
}

function fragmentOf(product: Product | undefined): Omit<Fragment, 'serial'> {
  if (product === undefined) return { json: null, isParent: false }
  return { json: encode(z.parse(productShape, product)), isParent: product.varyantx === 0 }
}

/** In memory of its own: a slice of a shared block would keep the whole block. */
export function encode(value: unknown): Buffer {
  const text = JSON.stringify(value)
  const json = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  json.write(text)
  return json
}
