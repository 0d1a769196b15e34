import { addDays, type Day, dayInTurkey } from '#domain/text/calendar-day.ts'
import { serialKey } from '#domain/after-sales/serial-number.ts'
import { warrantyEnd } from '#domain/after-sales/warranty.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { insertRows } from '#demo/catalog/bulk.ts'

type DemoMovement = { daysAgo: number; status: string; document: string; months?: number }
type DemoSerial = { serial: string; dealer: string; movements: readonly DemoMovement[] }

/** One serial number for each possible answer to an inquiry; the README lists them. */
const demoSerials: readonly DemoSerial[] = [
  {
    serial: 'TPT-2041-0007',
    dealer: 'bayi@example.com',
    movements: [{ daysAgo: 150, status: 'SATIŞ', document: 'FTR-S-0007', months: 24 }],
  },
  {
    serial: 'TPT-1987-0042',
    dealer: 'bayi@example.com',
    movements: [
      { daysAgo: 1_100, status: 'SATIŞ', document: 'FTR-S-0042', months: 24 },
      { daysAgo: 500, status: 'SERVİS', document: 'SRV-0042' },
    ],
  },
  {
    serial: 'TPT-2093-0200',
    dealer: 'bayi@example.com',
    movements: [
      { daysAgo: 420, status: 'SATIŞ', document: 'FTR-S-0200', months: 24 },
      { daysAgo: 405, status: 'İADE', document: 'IAD-S-0200' },
      { daysAgo: 390, status: 'SATIŞ', document: 'FTR-S-0211', months: 24 },
    ],
  },
  {
    serial: 'TPT-2075-0113',
    dealer: 'bayi@example.com',
    movements: [{ daysAgo: 30, status: 'SERVİS', document: 'SRV-0113' }],
  },
  {
    serial: 'TPT-2055-0321',
    dealer: 'bayi2@example.com',
    movements: [{ daysAgo: 60, status: 'SATIŞ', document: 'FTR-S-0321', months: 36 }],
  },
]

type Thing = { id: number; code: string; name: string }

/** Inserts serial numbers of products that demo dealers bought. */
export async function insertSerials(db: Db, moment: Date): Promise<void> {
  const today = dayInTurkey(moment)
  const buyers = await db.query<{ email: string; dealer_id: number | null }>(
    'SELECT email, dealer_id FROM users WHERE email = ANY ($1)',
    [demoSerials.map(({ dealer }) => dealer)],
  )
  const products = await db.query<Thing>(
    `SELECT id, code, name FROM products WHERE is_active AND parent_id IS NULL AND variant_names IS NULL
      ORDER BY id LIMIT $1`,
    [demoSerials.length],
  )
  const rows = demoSerials.flatMap((thing, i) => {
    const dealer = buyers.find(({ email }) => email === thing.dealer)?.dealer_id ?? null
    return thing.movements.map((movement) => serialRow(thing.serial, movement, products[i], dealer, today))
  })
  await insertRows(db, 'serial_movements', columns, rows)
}

const columns = {
  serial_no: 'text',
  serial_key: 'text',
  product_id: 'integer',
  product_code: 'text',
  product_name: 'text',
  dealer_id: 'integer',
  moved_on: 'date',
  status: 'text',
  document_no: 'text',
  warranty_until: 'date',
  reference: 'text',
}

function serialRow(
  serial: string,
  { daysAgo, status, document, months }: DemoMovement,
  product: Thing | undefined,
  dealer_id: number | null,
  today: Day,
): object {
  const moved_on = addDays(today, -daysAgo)
  return {
    serial_no: serial,
    serial_key: serialKey(serial),
    dealer_id,
    moved_on,
    status,
    document_no: document,
    product_id: product?.id ?? null,
    product_code: product?.code ?? '',
    product_name: product?.name ?? '',
    warranty_until: months === undefined ? null : warrantyEnd(moved_on, months),
    reference: `DEMO-${document}`,
  }
}
