import type { SearchTerms } from '#domain/search/search-terms.ts'
import type { CatalogIndex } from '#server/catalog/index/catalog-index.ts'
import type { Columns } from '#server/catalog/index/columns.ts'
import { familyOf } from '#server/catalog/index/family.ts'
import { createLabels, type LabelRows, type Labels } from '#server/catalog/index/labels.ts'
import { createListPrices, type ListPrices } from '#server/catalog/index/list-prices.ts'
import { createOrders, orderBy } from '#server/catalog/index/order/orders.ts'
import type { Pause } from '#server/catalog/index/pause.ts'
import type { ChangedText } from '#server/catalog/index/text/text-index.ts'
import type { Words } from '#server/catalog/index/text/words.ts'
import type { Numbers, Part, Parts, ReadParts } from './parts.ts'

/**
 * The index as parts. What changes with products is copied, about a quarter of the index; no change may be applied before this
 * resolves. Texts of the build never change and are not copied.
 */
export async function partsOf(index: CatalogIndex, pause: Pause): Promise<Parts> {
  const { columns, labels, text, defaultListId } = index
  const parts: Parts = new Map<string, Part>()
  const copy = async (name: string, numbers: Numbers) => {
    parts.set(name, { numbers: numbers.slice() })
    await pause()
  }
  parts.set('byName', { numbers: orderBy(index, 'name').slots })
  await copy('ids', columns.ids)
  await copy('brands', columns.brands)
  await copy('models', columns.models)
  await copy('categories', columns.categories)
  await copy('taxRates', columns.taxRates)
  await copy('quantities', columns.quantities)
  await copy('costs', columns.costs)
  await copy('costCurrencies', columns.costCurrencies)
  await copy('listCounts', columns.listCounts)
  await copy('campaignShares', columns.campaignShares)
  await copy('textHashes', columns.textHashes)
  await copy('live', columns.live)
  await copy('inStock', columns.inStock)
  await copy('outdated', text.outdated)
  await copy('valueStarts', columns.values.starts)
  await copy('valueItems', columns.values.items.items.subarray(0, columns.values.items.length))
  for (const kind of ['prices', 'currencies'] as const) {
    for (const [id, { few, all }] of columns[kind]) {
      if (few === null) await copy(`${kind} ${id}`, all)
      else {
        await copy(`${kind} ${id} slots`, Int32Array.from(few.keys()))
        await copy(`${kind} ${id}`, Float64Array.from(few.values()))
      }
    }
  }
  const families = [...columns.families].flatMap(([slot, family]) => [slot, family.length, ...family])
  parts.set('families', { numbers: Float64Array.from(families) })
  parts.set('nameKeys', { texts: columns.nameKeys.slice() })
  addWords(parts, 'words', text.words)
  addWords(parts, 'sizes', text.sizes)
  for (const name of ['starts', 'slots', 'edges', 'gramStarts', 'gramCodes'] as const) {
    parts.set(`codes ${name}`, { numbers: text.codes[name] })
  }
  parts.set('codes text', { numbers: text.codes.text })
  const facts: Facts = {
    defaultListId,
    size: columns.size,
    builtSize: columns.builtSize,
    unusedValues: columns.values.unused,
    prices: listFacts(columns.prices),
    currencies: listFacts(columns.currencies),
    currencyCodes: columns.currencyCodes,
    lowestShare: columns.lowestShare,
    listingChanges: columns.listingChanges,
    addedSlots: [...columns.addedSlots],
    changedTexts: [...text.changedTexts].map(([slot, { words, sizes, codes }]) => [slot, words, [...sizes], codes]),
    firstBarcode: text.codes.firstBarcode,
    labels: labelFacts(labels),
  }
  // Made now: it has parts of the index that change.
  parts.set('facts', { facts: JSON.parse(JSON.stringify(facts)) as unknown })
  return parts
}

type ListFacts = { id: number; isFew: boolean }[]
type Facts = Pick<Columns, 'size' | 'builtSize' | 'currencyCodes' | 'lowestShare' | 'listingChanges'> & {
  defaultListId: number
  unusedValues: number
  prices: ListFacts
  currencies: ListFacts
  addedSlots: [id: number, slot: number][]
  changedTexts: [slot: number, words: string, sizes: string[], codes: ChangedText['codes']][]
  firstBarcode: number
  labels: LabelFacts
}

const listFacts = (lists: ReadonlyMap<number, ListPrices>): ListFacts =>
  [...lists].map(([id, { few }]) => ({ id, isFew: few !== null }))

function addWords(parts: Parts, name: string, { words, masks, starts, slots }: Words): void {
  parts.set(name, { texts: words })
  for (const [part, numbers] of Object.entries({ masks, starts, slots })) parts.set(`${name} ${part}`, { numbers })
}

const tables = ['brands', 'models', 'categories', 'attributes', 'values'] as const
/** `ids`: those of all ordinals, from 1, also of rows that were deleted. */
type LabelFacts = { rows: LabelRows; ids: Record<(typeof tables)[number], number[]> }

function labelFacts(labels: Labels): LabelFacts {
  const perTable = <Value>(read: (table: (typeof tables)[number]) => Value) =>
    Object.fromEntries(tables.map((table) => [table, read(table)]))
  const rows = perTable((table) => labels[table].rows.filter((row) => row !== undefined))
  const ids = perTable((table) => [...labels[table].ordinals.keys()])
  return { rows: { version: labels.version, ...rows } as LabelRows, ids: ids as LabelFacts['ids'] }
}

/** The index that the parts were made of. */
export function indexOf(parts: ReadParts, searchTerms: () => SearchTerms): CatalogIndex {
  const facts = parts.facts('facts') as Facts
  const columns = columnsOf(parts, facts)
  const text = parts.numbers('codes text', Uint8Array)
  return {
    columns,
    labels: labelsOf(facts.labels),
    defaultListId: facts.defaultListId,
    searchTerms,
    text: {
      words: wordsOf(parts, 'words'),
      sizes: wordsOf(parts, 'sizes'),
      codes: {
        text: Buffer.from(text.buffer, text.byteOffset, text.length),
        starts: parts.numbers('codes starts', Int32Array),
        slots: parts.numbers('codes slots', Int32Array),
        edges: parts.numbers('codes edges', Int32Array),
        gramStarts: parts.numbers('codes gramStarts', Uint32Array),
        gramCodes: parts.numbers('codes gramCodes', Uint8Array),
        firstBarcode: facts.firstBarcode,
      },
      outdated: parts.numbers('outdated', Uint32Array),
      changedTexts: new Map(
        facts.changedTexts.map(([slot, words, sizes, codes]) => [slot, { words, sizes: new Set(sizes), codes }]),
      ),
    },
    orders: createOrders(parts.numbers('byName', Int32Array)),
    versions: { listing: 1, stock: 1, price: 1, text: 1 },
    version: 1,
  }
}

function columnsOf(parts: ReadParts, facts: Facts): Columns {
  const { size, builtSize, currencyCodes, lowestShare, listingChanges } = facts
  const items = parts.numbers('valueItems', Int32Array)
  return {
    size,
    builtSize,
    currencyCodes,
    lowestShare,
    listingChanges,
    ids: parts.numbers('ids', Int32Array),
    brands: parts.numbers('brands', Int32Array),
    models: parts.numbers('models', Int32Array),
    categories: parts.numbers('categories', Int32Array),
    taxRates: parts.numbers('taxRates', Float64Array),
    quantities: parts.numbers('quantities', Float64Array),
    costs: parts.numbers('costs', Float64Array),
    costCurrencies: parts.numbers('costCurrencies', Uint8Array),
    listCounts: parts.numbers('listCounts', Uint16Array),
    campaignShares: parts.numbers('campaignShares', Float64Array),
    textHashes: parts.numbers('textHashes', Int32Array),
    live: parts.numbers('live', Uint32Array),
    inStock: parts.numbers('inStock', Uint32Array),
    values: {
      starts: parts.numbers('valueStarts', Int32Array),
      items: { items, length: items.length },
      unused: facts.unusedValues,
    },
    prices: listsOf(parts, 'prices', facts.prices),
    currencies: listsOf(parts, 'currencies', facts.currencies),
    families: familiesOf(parts.numbers('families', Float64Array)),
    nameKeys: parts.texts('nameKeys'),
    addedSlots: new Map(facts.addedSlots),
  }
}

function listsOf(parts: ReadParts, kind: 'prices' | 'currencies', lists: ListFacts): Map<number, ListPrices> {
  const found = new Map<number, ListPrices>()
  for (const { id, isFew } of lists) {
    const values = parts.numbers(`${kind} ${id}`, Float64Array)
    const slots = isFew ? parts.numbers(`${kind} ${id} slots`, Int32Array) : null
    const few = slots && new Map(Array.from(slots, (slot, i) => [slot, values[i]!]))
    found.set(id, few === null ? { few, all: values } : { ...createListPrices(), few })
  }
  return found
}

/** Of each family its slot, its length and its numbers. */
function familiesOf(numbers: Float64Array): Columns['families'] {
  const families: Columns['families'] = new Map()
  for (let at = 0; at < numbers.length; ) {
    const start = at + 2
    const end = start + numbers[at + 1]!
    families.set(numbers[at]!, familyOf(numbers.subarray(start, end)))
    at = end
  }
  return families
}

function wordsOf(parts: ReadParts, name: string): Words {
  return {
    words: parts.texts(name),
    masks: parts.numbers(`${name} masks`, Int32Array),
    starts: parts.numbers(`${name} starts`, Int32Array),
    slots: parts.numbers(`${name} slots`, Int32Array),
  }
}

function labelsOf({ rows, ids }: LabelFacts): Labels {
  const ordinals = Object.fromEntries(
    tables.map((table) => [table, { ordinals: new Map(ids[table].map((id, i) => [id, i + 1])) }]),
  )
  return createLabels(rows, ordinals as Parameters<typeof createLabels>[1])
}
