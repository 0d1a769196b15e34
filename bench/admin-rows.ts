import type { Pool } from '#server/platform/db/pool.ts'
import { fillRecords, recordCounts } from './fill-records.ts'
import { measure } from './load.ts'
import type { Shot } from './send.ts'
import type { BenchRow, RunOptions } from './report.ts'
import type { BenchShop } from './shop.ts'
import { headersOf, signInAdmin } from './visitors.ts'

type Kinds = Record<string, (i: number) => string>

const words = ['çelik', 'yapı', 'elektrik', 'yıldız', 'gökçe'] as const
const word = (i: number) => encodeURIComponent(words[i % words.length] ?? '')
const daysBack = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const month = (i: number) => `from=${daysBack(30 * (i % 20) + 30)}&to=${daysBack(30 * (i % 20))}`
const first = (i: number) => `page=${1 + (i % 20)}`
const lastOf = (rows: number, limit: number) => (i: number) => `page=${Math.ceil(rows / limit) - (i % 20)}`

/** The requests of each list; `i` runs through its pages and search words. */
const lists: Record<string, { path: string; asked: Kinds }> = {
  products: {
    path: '/yonetim/products',
    asked: {
      'first pages': first,
      'last pages': lastOf(190_000, 25),
      ...sorts(['-name', 'price', '-price', 'brand', 'quantity', '-quantity']),
      'in stock': (i) => `state=stocked&${first(i)}`,
      'out of the shop': (i) => `state=inactive&${first(i)}`,
      'out of the shop, text': (i) => `state=inactive&q=${word(i)}`,
      'of a brand': (i) => `brand=${1 + (i % 30)}`,
      'of a category': (i) => `category=${1 + (i % 30)}`,
      text: (i) => `q=${['matkap', 'vida', 'kablo', 'boya'][i % 4] ?? ''}`,
    },
  },
  categories: { path: '/yonetim/categories', asked: { 'first pages': () => '', text: (i) => `q=${word(i)}` } },
  brands: { path: '/yonetim/brands', asked: { 'first pages': () => '', text: (i) => `q=${word(i)}` } },
  orders: {
    path: '/yonetim/orders',
    asked: {
      'first pages': first,
      'last pages': lastOf(recordCounts.orders, 25),
      ...sorts(['date', 'number', '-number', 'total', '-total']),
      ...states('state', ['open', 'sent', 'cancelled', 'card']),
      'of a dealer': (i) => `dealer=OLC${String(1 + i).padStart(5, '0')}`,
      "a dealer's words": (i) => `dealer=${word(i)}`,
      'a month': month,
      text: (i) => `q=${1000 + i}`,
    },
  },
  offers: {
    path: '/yonetim/offers',
    asked: {
      'first pages': first,
      'last pages': lastOf(recordCounts.offers, 25),
      ...sorts(['date', 'customer', '-customer']),
      ...states('status', ['open', 'cancelled']),
      'of a dealer': (i) => `dealer=OLC${String(1 + i).padStart(5, '0')}`,
      "a dealer's words": (i) => `dealer=${word(i)}`,
      'a month': month,
      text: (i) => `q=${word(i)}`,
      'text found rarely': (i) => `q=${encodeURIComponent(`müşteri ${2000 + i}`)}`,
      'text found nowhere': () => 'q=zzzz',
    },
  },
  payments: {
    path: '/yonetim/payments',
    asked: {
      'first pages': first,
      'last pages': lastOf(recordCounts.payments, 25),
      ...states('state', ['captured', 'declined', 'attention']),
      ...states('kind', ['order', 'account']),
      'a month': month,
      text: (i) => `q=${word(i)}`,
      'a reference': (i) => `q=OLCUM${String(1000 + i).padStart(15, '0')}`,
    },
  },
  'bank lines': {
    path: '/yonetim/bank-lines',
    asked: {
      'open, with suggestions': first,
      ...states('state', ['ignored', 'outgoing']),
      text: (i) => `state=ignored&q=${word(i)}`,
      'a receipt number': (i) => `state=ignored&q=DK${1000 + i}`,
      'a month': (i) => `state=ignored&${month(i % 10)}`,
    },
  },
  dealers: {
    path: '/yonetim/dealers',
    asked: {
      'first pages': first,
      'last pages': lastOf(recordCounts.dealers, 50),
      ...sorts(['code', 'city', '-balance', '-limit']),
      ...states('show', ['active', 'disabled', 'over']),
      text: (i) => `q=${word(i)}`,
    },
  },
  users: {
    path: '/yonetim/users',
    asked: {
      'first pages': first,
      'last pages': lastOf(recordCounts.people, 50),
      ...sorts(['email', 'dealer', '-seen']),
      ...states('show', ['active', 'disabled', 'admin', 'no_order', 'invited']),
      text: (i) => `q=${word(i)}`,
    },
  },
  'fault reports': {
    path: '/yonetim/fault-reports',
    asked: {
      'first pages': first,
      'last pages': lastOf(recordCounts.faultReports, 25),
      ...states('state', ['new', 'closed']),
      text: (i) => `q=${word(i)}`,
      'a serial number': (i) => `q=SN${1000 + i}`,
    },
  },
  'audit log': {
    path: '/yonetim/audit',
    asked: {
      'first pages': first,
      'its furthest pages': lastOf(10_000, 25),
      'by the command line': () => 'user=system',
      'of a noun': () => 'noun=order',
      'of one thing': (i) => `noun=order&id=OLC0${1000 + i}`,
      'of an action': () => 'action=create',
      'a month': month,
      text: (i) => `q=${['corum', 'eski', 'yeni+ad+77'][i % 3] ?? ''}`,
    },
  },
  carts: { path: '/yonetim/carts', asked: { 'first pages': first, 'last pages': lastOf(recordCounts.carts, 20) } },
  'carts’ state': { path: '/yonetim/carts/state', asked: { asked: () => '' } },
  'people online': { path: '/yonetim/online-users', asked: { asked: () => '' } },
  currencies: { path: '/yonetim/currencies', asked: { asked: () => '' } },
  'payment plans': { path: '/yonetim/payment-plans', asked: { asked: () => '' } },
  settings: { path: '/yonetim/settings', asked: { asked: () => '' } },
}

function sorts(names: readonly string[]): Kinds {
  return Object.fromEntries(names.map((name) => [`by ${name}`, (i: number) => `sort=${name}&${first(i)}`]))
}

function states(key: string, names: readonly string[]): Kinds {
  return Object.fromEntries(names.map((name) => [name, (i: number) => `${key}=${name}&page=${1 + (i % 3)}`]))
}

/** Every administrator list: its first and last pages, its orders, its filters and its search. */
export async function adminRows(
  { shop }: BenchShop,
  pool: Pool,
  secret: string,
  options: RunOptions,
): Promise<BenchRow[]> {
  const wanted = Object.entries(lists).flatMap(([list, { path, asked }]) =>
    Object.entries(asked)
      .map(([kind, queryOf]) => ({ name: `staff: ${list}, ${kind}`, pathOf: (i: number) => `${path}?${queryOf(i)}` }))
      .filter(({ name }) => name.includes(options.only)),
  )
  if (wanted.length > 0) await fillRecords(pool)
  const admin = await signInAdmin(pool, secret)
  const rows: BenchRow[] = []
  for (const { name, pathOf } of wanted) {
    const shots = Array.from({ length: 60 }, (_, i): Shot => {
      return { method: 'GET', path: pathOf(i), headers: headersOf(admin) }
    })
    const figures = await measure(shop, shots, { ...options, seconds: Math.min(2, options.seconds), connections: 1 })
    rows.push({ name, figures })
    options.log(`${name}: ${figures.p50.toFixed(0)} ms, ${figures.databaseCpu.toFixed(1)} ms of the database`)
  }
  return rows
}
