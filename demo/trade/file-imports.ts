import { defaultFileImportOptions, type FileImportKind } from '#contract/admin/imports/file-import-options.ts'
import { defaultImportOptions } from '#contract/admin/imports/import-options.ts'
import { type ImportFileInspection } from '#contract/admin/imports/import-inspection.ts'
import { shapeOf } from '#server/catalog/import/import.ts'
import type { Db } from '#server/platform/db/pool.ts'

type Column = readonly [name: string, use: string | null, ...samples: string[]]
type Problem = {
  level: 'error' | 'warning'
  line: number
  /** What the row is about, where the line alone says little. */
  entry?: string
  code: string
  facts: Readonly<Record<string, string>>
}
type DemoImport = {
  kind: Exclude<FileImportKind, 'pictures'>
  file: string
  bytes: number
  daysAgo: number
  /** Lines above the header. */
  titles: number
  columns: readonly Column[]
  summary: Readonly<Record<string, number>>
  problems: readonly Problem[]
}

const movements: readonly Column[] = [
  ['Cari Hesap Kodu', 'dealer', '120.01.001', '120.01.002'],
  ['Tarih', 'posted_on', '05.01.2026', '06.01.2026'],
  ['Fiş No', 'document_no', '00000412', '00000413'],
  ['Fiş Türü', 'kind', 'Toptan Satış Faturası', 'Gelen Havale'],
  ['Borç', 'debit', '12.500,50', '3.240,00'],
  ['Alacak', 'credit', '5.000,00', '18.250,00'],
  ['İşyeri', null, 'Merkez'],
]

/** Finished imports, one of each kind of rows. */
const demoImports: readonly DemoImport[] = [
  {
    ...{
      kind: 'movements',
      file: 'logo-cari-hareketler.csv',
      bytes: 18_422,
      daysAgo: 3,
      titles: 2,
      columns: movements,
    },
    summary: { rows: 214, added: 9, changed: 1, unchanged: 202, rejected: 2, warned: 1 },
    problems: [
      { level: 'error', line: 57, code: 'dealer_unknown', facts: { value: '120.09.114' } },
      { level: 'error', line: 131, code: 'amount_missing', facts: {} },
      { level: 'warning', line: 198, code: 'document_exists', facts: { value: '00000398' } },
    ],
  },
  {
    ...{ kind: 'balances', file: 'bakiye-listesi.xlsx', bytes: 11_264, daysAgo: 2, titles: 0 },
    columns: [
      ['Cari Kodu', 'dealer', '120.01.001', '120.01.002'],
      ['Ünvan', null, 'Örnek Elektrik', 'Örnek Yapı'],
      ['Bakiye', 'balance', '12500.5', '750'],
      ['B/A', 'side', 'B', 'A'],
      ['Vadesi Geçen Bakiye', 'overdue_balance', '2500'],
    ],
    summary: { rows: 4, added: 0, changed: 3, unchanged: 0, rejected: 1, warned: 0 },
    problems: [{ level: 'error', line: 4, code: 'dealer_unknown', facts: { value: '120.09.114' } }],
  },
  {
    ...{ kind: 'serials', file: 'seri-hareketleri.csv', bytes: 2_310, daysAgo: 1, titles: 1 },
    columns: [
      ['Seri No', 'serial_no', 'TPT-2041-0007', 'TPT-1987-0042'],
      ['Stok Kodu', 'product_code', 'TPT-2041', 'TPT-1987'],
      ['Tarih', 'moved_on', '12.03.2025', '14.03.2025'],
      ['Durum', 'status', 'Satış', 'Servis'],
      ['Garanti (Ay)', 'warranty_months', '24'],
    ],
    summary: { rows: 8, added: 8, changed: 0, unchanged: 0, rejected: 0, dealers: 0, warned: 1 },
    problems: [{ level: 'warning', line: 7, code: 'product_unknown', facts: { value: 'TPT-1900' } }],
  },
  {
    ...{ kind: 'shipments', file: 'kargo-cikislari.xlsx', bytes: 9_840, daysAgo: 1, titles: 0 },
    columns: [
      ['Sipariş No', 'order_no', 'S2026000004', 'S2026000007'],
      ['Kargo Firması', 'carrier', 'Yurtiçi Kargo', 'Aras Kargo'],
      ['Takip No', 'tracking_no', '123456789012', '987654321'],
      ['İrsaliye No', 'delivery_note_no', 'IRS2026000000101', 'IRS2026000000102'],
      ['Koli Adedi', 'parcels', '2', '1'],
      ['Plaka', null, '34 TPT 01'],
    ],
    summary: { rows: 4, added: 3, changed: 0, unchanged: 0, rejected: 1, warned: 0, shipments: 3 },
    problems: [{ level: 'error', line: 5, entry: 'S2026000999', code: 'order_not_found', facts: {} }],
  },
]

/** How many dealers a demo import of accounts names. */
const dealersShown = 3

/** Inserts finished imports of movements, balances, serial numbers and pictures, and profiles of files. */
export async function insertFileImports(db: Db, today: Date): Promise<void> {
  const admin = await db.one<{ id: number }>(`SELECT id FROM users WHERE role = 'admin' ORDER BY id LIMIT 1`)
  if (admin === undefined) return
  const profile = await insertProfiles(db, admin.id, today)
  for (const one of demoImports) {
    const id = await insertImport(db, {
      ...one,
      admin: admin.id,
      today,
      profile: one.kind === 'movements' ? profile : null,
    })
    await db.execute(
      `INSERT INTO file_import_problems (import_id, level, line, entry, code, facts)
       SELECT $1, level, line, coalesce(entry, ''), code, facts
         FROM jsonb_to_recordset($2) AS p (level text, line int, entry text, code text, facts jsonb)`,
      [id, JSON.stringify(one.problems)],
    )
    if (one.kind === 'serials') continue
    if (one.kind === 'shipments') {
      await insertShipments(db, id)
      continue
    }
    const accounts = await db.execute(
      `INSERT INTO file_import_accounts (import_id, dealer_id, currency, before, after)
       SELECT $1, dealer_id, currency, round(balance * 0.92, 2), balance FROM dealer_balances
        WHERE currency = 'TRY' AND balance > 0 ORDER BY dealer_id LIMIT $2`,
      [id, dealersShown],
    )
    await db.execute(
      `UPDATE file_imports SET summary = summary || jsonb_build_object('dealers', $2::int) WHERE id = $1`,
      [id, accounts],
    )
  }
  await insertPictures(db, admin.id, today)
}

/** The last shipments of the demo store, as if this import had made them. */
async function insertShipments(db: Db, id: number): Promise<void> {
  await db.execute(
    `INSERT INTO file_import_shipments (import_id, lines, order_nos, carrier, tracking_no, delivery_note_no, quantity,
            shipment_no, is_existing)
     SELECT $1, ARRAY[1 + row_number() OVER (ORDER BY s.id)]::int[],
            ARRAY(SELECT DISTINCT o.order_no FROM shipment_lines l JOIN orders o ON o.id = l.order_id
                   WHERE l.shipment_id = s.id ORDER BY o.order_no),
            s.carrier, s.tracking_no, s.delivery_note_no,
            (SELECT sum(l.quantity) FROM shipment_lines l WHERE l.shipment_id = s.id), s.shipment_no, false
       FROM (SELECT * FROM shipments WHERE withdrawn_at IS NULL ORDER BY id DESC LIMIT 3) s`,
    [id],
  )
}

type ImportRow = Omit<DemoImport, 'problems'> & { admin: number; today: Date; profile: number | null }

async function insertImport(db: Db, row: ImportRow): Promise<number> {
  const { kind, file, bytes, daysAgo, titles, columns, summary, admin, today, profile } = row
  const isText = file.endsWith('.csv')
  const inspection: ImportFileInspection = {
    file,
    rows: summary['rows'] ?? 0,
    encoding: isText ? 'windows-1254' : null,
    separator: isText ? ';' : null,
    headerLine: titles + 1,
    repeatedHeaders: 0,
    sheet: null,
    sheets: [],
    columns: columns.map(([name, use, ...samples]) => ({ name, use, samples, isEmpty: false, certainty: 'sure' })),
  }
  const added = await db.one<{ id: number }>(
    `INSERT INTO file_imports (kind, state, created_by, created_at, asked_by, file, options, summary, inspection, shape,
                               profile_id, applied_at, changed_at)
     SELECT $1, 'applied', $2, at, $2, $3, $4, $5, $6, $7, $8, at + interval '2 minutes', at + interval '2 minutes'
       FROM (SELECT $9::timestamptz - make_interval(days => $10) AS at) t RETURNING id`,
    [
      kind,
      admin,
      JSON.stringify({ name: file, bytes, stored: '' }),
      JSON.stringify(defaultFileImportOptions),
      JSON.stringify(summary),
      JSON.stringify(inspection),
      shapeOf(columns.map(([name]) => name)),
      profile,
      today,
      daysAgo,
    ],
  )
  return added?.id ?? 0
}

/** A profile of product files, which the demo source uses, and one of movements; returns the id of the latter. */
async function insertProfiles(db: Db, admin: number, today: Date): Promise<number | null> {
  const { units: _units, ...options } = { ...defaultImportOptions, units: null, prices: 'net', inStock: '10' }
  const voltan = [
    { name: 'StokKodu', use: 'code' },
    { name: 'StokAdi', use: 'name' },
    { name: 'Marka', use: 'brand' },
    { name: 'Kategori', use: 'category' },
    { name: 'SatisFiyati1', use: 'price' },
    { name: 'DovizCinsi', use: 'currency' },
    { name: 'KDV', use: 'tax_rate' },
    { name: 'StokDurumu', use: 'stock' },
    { name: 'Resim1', use: 'image' },
  ]
  const rows = await db.query<{ id: number }>(
    `INSERT INTO import_profiles (kind, name, shape, options, columns, created_by, created_at, used_at) VALUES
       ('products', 'Voltan XML', $1, $2, $3, $7, $8, $8),
       ('movements', 'Logo cari hareketler', $4, $5, $6, $7, $8, $8) RETURNING id`,
    [
      shapeOf(voltan.map(({ name }) => name)),
      JSON.stringify(options),
      JSON.stringify(voltan),
      shapeOf(movements.map(([name]) => name)),
      JSON.stringify({}),
      JSON.stringify(movements.map(([name, use]) => ({ name, use }))),
      admin,
      today,
    ],
  )
  await db.execute('UPDATE import_sources SET profile_id = $1', [rows[0]?.id])
  return rows[1]?.id ?? null
}

async function insertPictures(db: Db, admin: number, today: Date): Promise<void> {
  const added = await db.one<{ id: number }>(
    `INSERT INTO file_imports (kind, state, created_by, created_at, asked_by, file, options, summary, applied_at, changed_at)
     SELECT 'pictures', 'applied', $1, at, $1, $2, $3, $4, at + interval '1 minute', at + interval '1 minute'
       FROM (SELECT $5::timestamptz - interval '4 days' AS at) t RETURNING id`,
    [
      admin,
      JSON.stringify({ name: 'urun-gorselleri.zip', bytes: 4_812_330, stored: '' }),
      JSON.stringify(defaultFileImportOptions),
      JSON.stringify({ files: 4, pictures: 3, repeated: 0, added: 0, changed: 3, rejected: 1 }),
      today,
    ],
  )
  await db.execute(
    `INSERT INTO file_import_pictures (import_id, product_id, entries, before, after)
     SELECT $1, id, ARRAY[replace(code, '/', '-') || '.jpg'], cardinality(images) - 1, cardinality(images) FROM products
      WHERE parent_id IS NULL AND is_active AND images <> '{}' ORDER BY id LIMIT 3`,
    [added?.id],
  )
  await db.execute(
    `INSERT INTO file_import_problems (import_id, entry, code) VALUES ($1, 'bilinmeyen-urun.jpg', 'unmatched')`,
    [added?.id],
  )
}
