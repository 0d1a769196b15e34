import * as z from 'zod/mini'
import { type ListParams, type ProductList, productList } from '#contract/shop/catalog.ts'
import type { Product } from '#contract/shop/product.ts'
import { isRefusal, type Refusal } from '#contract/core/errors.ts'
import type { SearchWords } from '#domain/search/search-words.ts'
import { EncodedReply, PackedReply } from '#server/platform/http/encoded-reply.ts'
import type { CatalogContext } from '#server/catalog/open-catalog.ts'
import { type CatalogMemory, encode, type ShownFragment } from '#server/catalog/memory/catalog-memory.ts'
import { readerOf } from '#server/catalog/memory/visitor-kind.ts'
import { completeList, type FoundList, findList, listProducts } from './product-list.ts'
import { mayBeBarcode } from './scanned-variants.ts'

/** A list without its products, and what the search log records of it. */
type Frame = {
  ids: readonly number[]
  tail: Buffer
  facts: ListFacts
  /** The whole list, compressed, as long as it has these products. */
  packed?: { serials: string; reply: PackedReply }
}
export type ListFacts = Pick<ProductList, 'q' | 'page' | 'total' | 'search'>
export type EncodedList = { reply: EncodedReply; facts: ListFacts }

const withoutItems = z.omit(productList, { items: true })
/** Longer texts are typed once. */
const maxText = 200
const head = Buffer.from('{"items":[')
const comma = Buffer.from(',')
const close = Buffer.from('],')

type ListRequest = {
  memory: CatalogMemory
  /** Of what the index finds; null = it is not remembered. */
  version: string | null
  path: string
  query: ListParams
  searchWords: SearchWords
}

/** `listProducts` as JSON, from memory as far as it is there. */
export async function encodeList(
  context: CatalogContext,
  { memory, version, path, query, searchWords }: ListRequest,
): Promise<EncodedList | Refusal> {
  const { view } = context
  const request = JSON.stringify(['list', readerOf(view), path, query])
  const isCached = version !== null && (query.q ?? '').length <= maxText
  const known = isCached ? (memory.find(request, version) as Frame | undefined) : undefined
  const grow = (frame: Frame, bytes = 0) => memory.grow(request, frame, sizeOf(frame, request) + bytes)
  if (known !== undefined) return encodedList(known, await memory.fragments(known.ids, view), grow)
  const found = await findList(context, path, query, searchWords)
  if (isRefusal(found)) return found
  const fragments = await memory.fragments(found.ids, view)
  // A scanned variant has an address of its own in its parent.
  if (mayBeBarcode(found.q) && fragments.some(({ isParent }) => isParent)) {
    const list = await listProducts(context, path, query, searchWords)
    return isRefusal(list) ? list : { reply: new EncodedReply(encode(z.parse(productList, list))), facts: list }
  }
  const frame = frameOf(found, fragments)
  if (isCached) memory.store(request, version, frame, sizeOf(frame, request))
  return encodedList(frame, fragments, grow)
}

/** Bytes without the compressed list; serials have up to ten digits. */
const sizeOf = ({ ids, tail }: Frame, request: string): number => tail.length + 20 * ids.length + request.length

function frameOf(found: FoundList, fragments: readonly ShownFragment[]): Frame {
  // Only corrected searches name words of their products.
  const items = found.report === undefined ? [] : fragments.map(({ json }) => JSON.parse(json.toString()) as Product)
  const { q, page, total, search, ...others } = completeList(found, items)
  const tail = encode(z.parse(withoutItems, { q, page, total, search, ...others }))
  return { ids: found.ids, tail: tail.subarray(1), facts: { q, page, total, search } }
}

type Grow = (frame: Frame, bytes?: number) => void

function encodedList(frame: Frame, fragments: readonly ShownFragment[], grow: Grow): EncodedList {
  const serials = fragments.map(({ serial }) => serial).join()
  if (frame.packed?.serials !== serials) {
    frame.packed = { serials, reply: packedReplyOf(frame, grow) }
    grow(frame)
  }
  const parts = () => fragments.flatMap(({ json }, i) => (i === 0 ? [json] : [comma, json]))
  const json = () => Buffer.concat([head, ...parts(), close, frame.tail])
  return { reply: new EncodedReply(json, frame.packed.reply), facts: frame.facts }
}

/** Apart from the products of the list, which what it returns would keep in memory. */
function packedReplyOf(frame: Frame, grow: Grow): PackedReply {
  const reply: PackedReply = new PackedReply((bytes) => {
    if (frame.packed?.reply === reply) grow(frame, bytes)
  })
  return reply
}
