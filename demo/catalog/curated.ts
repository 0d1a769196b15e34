import { eanBarcode } from './barcode.ts'
import type { Counters, Draft, UnitDraft } from './draft.ts'
import { nextNumber } from './draft.ts'
import type { Kind } from './kind.ts'
import { makeFamily } from './make-family.ts'
import { findBrand, imagesOf, makeProduct } from './make-product.ts'
import { kinds } from '#demo/plan.ts'
import type { Random } from '#demo/random.ts'
import { describe } from './texts.ts'

type Pack = readonly [name: string, multiplier: number, factor: number | null]

/** A hand-written product: prices include 20 % tax, stock is the sum over all warehouses. */
type Curated = {
  kind: string
  code: string
  name: string
  model: string
  leaf: string
  shelf: string
  sale: number | null
  list?: number
  stock: number
  packs?: readonly Pack[]
  /** Technical data besides those of its kind. */
  facts?: readonly (readonly [string, string])[]
}

const curated: readonly Curated[] = [
  {
    kind: 'drill',
    code: 'MKR-DDF485',
    model: 'DDF Serisi',
    leaf: 'Darbesiz Akülü Matkap',
    shelf: 'A-1204',
    name: '18V Kömürsüz Akülü Darbesiz Matkap 2×5,0 Ah, çantalı',
    sale: 8077,
    list: 9850,
    stock: 1240,
    facts: [['Gerilim', '18 V']],
  },
  {
    kind: 'grinder',
    code: 'MKR-AG125-1400',
    model: 'AG125',
    leaf: '125 mm Taşlama',
    shelf: 'A-1211',
    name: 'Avuç Taşlama 125 mm 1400 W, devir ayarlı',
    sale: 2796.5,
    list: 3290,
    stock: 318,
    facts: [
      ['Güç', '1,4 kW'],
      ['Çap', '125 mm'],
    ],
  },
  {
    kind: 'breaker',
    code: 'VLT-B3C25',
    model: 'B3 Serisi',
    leaf: '3 Kutup Sigorta',
    shelf: 'E-0325',
    name: 'Otomatik Sigorta 3×25 A C tipi 6 kA',
    sale: 428.68,
    list: 612.4,
    stock: 2860,
    facts: [
      ['Kutup', '3 Kutup'],
      ['Akım', '25 A'],
    ],
    packs: [['KOLİ', 4, 0.98]],
  },
  {
    kind: 'cable',
    code: 'BRG-NYAF-2.5-SYH',
    model: 'NYAF',
    leaf: 'NYAF Kablo',
    shelf: 'K-2501',
    name: 'NYAF Kablo 1×2,5 mm² siyah, 100 m kangal',
    sale: 2108,
    list: 2480,
    stock: 0,
    facts: [['Damar', '1×2,5 mm²']],
    packs: [['KOLİ', 5, 0.98]],
  },
  {
    kind: 'ladder',
    code: 'KVR-MRD-07',
    model: 'MRD',
    leaf: 'A Tipi Merdiven',
    shelf: 'H-7001',
    name: 'Profesyonel Alüminyum Merdiven 6+1 basamak, 150 kg',
    sale: null,
    stock: 46,
  },
  {
    kind: 'reel',
    code: 'BRG-MKR-50M-3X2.5',
    model: 'Makara Seti',
    leaf: 'Metal Makara',
    shelf: 'K-5003',
    name: 'Kablolu Makara 50 m 3×2,5 TTR, termik korumalı',
    sale: 3569,
    list: 4150,
    stock: 0,
    facts: [['Uzunluk', '50 m']],
  },
  {
    kind: 'pliers',
    code: 'KVR-PNS-180',
    model: 'PNS 1000V',
    leaf: 'Kombine Pense',
    shelf: 'H-0180',
    name: 'İzoleli Kombine Pense 180 mm 1000 V VDE',
    sale: 412.25,
    list: 485,
    stock: 764,
  },
  {
    kind: 'socket',
    code: 'VLT-ELT-PRZ-TPR',
    model: 'Elit',
    leaf: 'Topraklı Priz',
    shelf: 'E-1102',
    name: 'Elit Topraklı Priz, çocuk korumalı, beyaz (çerçevesiz)',
    sale: 74.3,
    list: 96.5,
    stock: 12_400,
    packs: [['KOLİ', 120, 0.97]],
  },
  {
    kind: 'bulb',
    code: 'LMR-A60-12W-E27',
    model: 'A60',
    leaf: 'E27 Ampul',
    shelf: 'D-0012',
    name: 'LED Ampul A60 12 W E27 6500 K 1.250 lm',
    sale: 34.23,
    list: 48.9,
    stock: 8640,
    facts: [
      ['Güç', '12 W'],
      ['Duy', 'E27'],
      ['Işık rengi', '6500 K beyaz'],
      ['Işık akısı', '1.250 lm'],
    ],
    packs: [['PAKET', 10, null]],
  },
  {
    kind: 'tape-measure',
    code: 'KVR-MTR-08',
    model: 'MTR',
    leaf: 'Şerit Metreler',
    shelf: 'H-0008',
    name: 'Şerit Metre 8 m × 25 mm, mıknatıslı uç',
    sale: 189.9,
    stock: 8,
  },
  {
    kind: 'bits',
    code: 'MKR-BITS-SDS-17',
    model: 'SDS-Plus',
    leaf: 'SDS-Plus Uçlar',
    shelf: 'A-2217',
    name: 'SDS-Plus Matkap Ucu Seti 17 parça, beton',
    sale: 1054,
    list: 1240,
    stock: 205,
    packs: [['PAKET', 5, 0.97]],
  },
  {
    kind: 'hammer',
    code: 'KVR-CKC-500',
    model: 'CKC',
    leaf: 'Makinist Çekici',
    shelf: 'H-0500',
    name: 'Çekiç 500 g fiber saplı, mıknatıslı',
    sale: 292,
    list: 365,
    stock: 431,
  },
  {
    kind: 'screwdriver',
    code: 'KVR-TRN-PH2-150',
    model: 'TRN',
    leaf: 'Yıldız Tornavida',
    shelf: 'H-0215',
    name: 'Yıldız Tornavida PH2×150 mm, izoleli',
    sale: 118.4,
    list: 148,
    stock: 1975,
    packs: [['PAKET', 12, 0.97]],
  },
  {
    kind: 'switch',
    code: 'VLT-ELT-ANH-TK',
    model: 'Elit',
    leaf: 'Tekli Anahtar',
    shelf: 'E-1101',
    name: 'Elit Anahtar tekli, beyaz (çerçevesiz)',
    sale: 63.14,
    list: 82,
    stock: 9310,
    packs: [['KOLİ', 120, 0.97]],
  },
  {
    kind: 'contactor',
    code: 'VLT-KNT-18A-220',
    model: 'KNT',
    leaf: 'Güç Kontaktör',
    shelf: 'E-0518',
    name: 'Kontaktör 18 A 220 V AC bobin, 1NA+1NK',
    sale: 944,
    list: 1180,
    stock: 152,
  },
  {
    kind: 'power-strip',
    code: 'VLT-GRP-5-3M',
    model: 'GRP',
    leaf: 'Anahtarlı Grup Priz',
    shelf: 'E-2053',
    name: 'Grup Priz 5’li anahtarlı 3 m kablolu, akım korumalı',
    sale: 336,
    list: 420,
    stock: 688,
    packs: [['KOLİ', 24, 0.97]],
  },
]

const withoutTax = (price: number): number => Math.round((price / 1.2) * 10_000) / 10_000

export function curatedModels(): (readonly [prefix: string, name: string])[] {
  return curated.map(({ code, model }) => [code.slice(0, 3), model])
}

/** Returns the hand-written products of the first page. */
export function curatedProducts(counters: Counters, random: Random): Draft[] {
  const products = writtenProducts(counters, random)
  return products.toSpliced(3, 0, floodlightFamily(counters, random))
}

/** Returns the parent whose variants have three dimensions: power, light color, body. */
function floodlightFamily(counters: Counters, random: Random): Draft {
  const kind = findKind('floodlight')
  const values = kind.axes.map(({ label, values: all }) => {
    const wanted = all.find(({ text }) => text === 'Dış Mekân' || text === 'IP66')
    return wanted && !kind.variants.includes(label) ? wanted : { text: '', code: '', factor: 1 }
  })
  counters.codes.add('LMR-PRJ50')
  const family = makeFamily({ kind, choice: { brand: 'LMR', series: 0, values }, counters, random })
  return {
    ...family,
    code: 'LMR-PRJ50',
    name: 'LED Projektör IP66 dış mekân, alüminyum gövde',
    ozelkod: 'D-0050',
    ozelkod2: null,
  }
}

function findKind(id: string): Kind {
  const kind = kinds.find((each) => each.id === id)
  if (!kind) throw new RangeError(`No kind is called ${id}.`)
  return kind
}

function writtenProducts(counters: Counters, random: Random): Draft[] {
  return curated.map((product) => {
    const kind = findKind(product.kind)
    const prefix = product.code.slice(0, 3)
    const { brand } = findBrand(prefix)
    const choice = { brand: prefix, series: 0, values: [] }
    counters.codes.add(product.code)
    return {
      ...makeProduct({ kind, choice, counters: { ...counters, codes: new Set() }, random }),
      code: product.code,
      name: product.name,
      model: product.model,
      category: product.leaf,
      currency: 'TRY',
      defaultUnit: 0,
      hasPlans: true,
      isOnDealerList: true,
      taxRate: 20,
      meta: null,
      equivalent: null,
      age: 30,
      units: unitsOf(product, counters),
      description: describe(kind, brand.name, product.name, random),
      attributes: [...(product.facts ?? []), ...kind.facts],
      ozelkod: product.shelf,
      ozelkod2: null,
      images: imagesOf(kind, brand),
      stock: [Math.ceil(product.stock * 0.7), Math.floor(product.stock * 0.3), 0],
    }
  })
}

function unitsOf({ code, sale, list, packs = [] }: Curated, counters: Counters): UnitDraft[] {
  const { number, brand } = findBrand(code.slice(0, 3))
  const barcode = () => eanBarcode(number, nextNumber(counters.barcodes, brand.prefix))
  const price = sale === null ? null : withoutTax(sale)
  const first = { name: 'ADET', multiplier: 1, barcode: barcode(), sale: price, list: list ? withoutTax(list) : null }
  return [
    first,
    ...packs.map(([name, multiplier, factor]) => ({
      name,
      multiplier,
      barcode: barcode(),
      list: null,
      sale: price === null || factor === null ? null : Math.round(price * multiplier * factor * 100) / 100,
    })),
  ]
}
