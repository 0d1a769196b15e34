/** Rows of a made-up ERP: a product of every kind that an initial load has. */
export const batchSize = 5_000

const kinds = ['Matkap', 'Vida', 'Kablo', 'Boya', 'Anahtar', 'Rulman', 'Lamba', 'Hortum', 'Priz', 'Conta']
const places = ['MERKEZ', 'ŞUBE'] as const

const codeOf = (n: number) => `ERP-${String(n).padStart(7, '0')}`

/** The numbers from `from` on, at most a request of them and none above `end`. */
const numbers = (from: number, end: number) =>
  Array.from({ length: Math.min(batchSize, end - from) }, (_, i) => from + i)

export const productRows = (from: number, end: number) =>
  numbers(from, end).map((n) => ({
    code: codeOf(n),
    name: `${kinds[n % 10] ?? ''} ${n % 997} x ${n % 89} mm seri ${n % 4001}`,
    brand: `Marka ${n % 400}`,
    category: [`Bölüm ${n % 20}`, `Grup ${n % 300}`],
    unit: 'ADET',
    barcode: String(8_690_000_000_000 + n),
    taxRate: n % 10 === 0 ? 10 : 20,
    price: `${10 + (n % 5000)}.${10 + (n % 90)}`,
    listPrice: 6000 + (n % 5000),
    stock: { [places[0]]: n % 250, [places[1]]: n % 40 },
  }))

/** A larger unit with its barcode and price. */
export const unitRows = (from: number, end: number) =>
  numbers(from, end).map((n) => ({
    code: codeOf(n),
    unit: 'KOLİ',
    multiplier: 12,
    barcode: String(18_690_000_000_000 + n),
    price: 100 + (n % 50_000),
  }))

export const stockRows = (from: number, end: number) =>
  numbers(from, end).map((n) => ({ code: codeOf(n), warehouse: places[n % 2], quantity: 300 + (n % 100) }))

/** Each run has other products, and prices above those of all earlier runs. */
export const priceRows = (count: number, run: number) =>
  numbers(0, count).map((n) => ({ code: codeOf(n * 7 + run), price: run * 1_000_000 + n }))
