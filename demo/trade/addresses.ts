import type { OrderDelivery } from '#domain/orders/delivery.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** The dealer of bayi@example.com. */
const dealerId = 1

const addresses = [
  {
    name: 'Merkez depo',
    recipient: 'Depo sorumlusu Kemal Aydın',
    phone: '0212 555 10 20',
    address: 'Atatürk Mah. İkitelli OSB Metal-İş Sitesi 12. Blok No: 8',
    district: 'Başakşehir',
    city: 'İstanbul',
    postal_code: '34490',
    erp_code: 'SEVK-01',
    is_default: true,
  },
  {
    name: 'Şantiye Gebze',
    recipient: 'Şantiye şefi Serdar Polat',
    phone: '0532 555 30 40',
    address: 'Barış Mah. Koşuyolu Cad. No: 41',
    district: 'Gebze',
    city: 'Kocaeli',
    postal_code: '41400',
    erp_code: 'SEVK-02',
    is_default: false,
  },
  {
    name: 'Ankara şube',
    recipient: 'Ankara şube',
    phone: '0312 555 50 60',
    address: 'Ostim OSB Mah. 1234. Cad. No: 17',
    district: 'Yenimahalle',
    city: 'Ankara',
    postal_code: '06374',
    erp_code: '',
    is_default: false,
  },
] as const

/** Delivery addresses of the first dealer, a user who is bound to one of them, and orders with addresses and wishes. */
export async function loadAddresses(db: Db): Promise<void> {
  const ids: number[] = []
  for (const each of addresses) {
    const row = await db.one<{ id: number }>(
      `INSERT INTO dealer_addresses (dealer_id, name, recipient, phone, address, district, city, postal_code, erp_code, is_default)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
      [
        dealerId,
        each.name,
        each.recipient,
        each.phone,
        each.address,
        each.district,
        each.city,
        each.postal_code,
        each.erp_code,
        each.is_default,
      ],
    )
    ids.push(row?.id ?? 0)
  }
  await db.execute(
    `INSERT INTO user_addresses (user_id, dealer_id, address_id)
     SELECT id, dealer_id, $1 FROM users WHERE email = 'gebze@example.com'`,
    [ids[1]],
  )
  const orders = await db.query<{ id: number; created_at: Date }>(
    'SELECT id, created_at FROM orders WHERE dealer_id = $1 ORDER BY id',
    [dealerId],
  )
  const chosen = orders.flatMap((order) => deliveryOf(order, ids))
  await db.execute(
    `UPDATE orders o SET delivery_address_id = r.address_id, delivery = r.delivery
       FROM jsonb_to_recordset($1::jsonb) AS r (id bigint, address_id integer, delivery jsonb) WHERE o.id = r.id`,
    [JSON.stringify(chosen)],
  )
}

type Chosen = { id: number; address_id: number; delivery: OrderDelivery }

/** Every fourth order goes to the dealer's own address, as all did before there were others. */
function deliveryOf({ id, created_at }: { id: number; created_at: Date }, ids: readonly number[]): Chosen[] {
  const at = id % 4
  const [address, addressId] = [addresses[at], ids[at]]
  if (address === undefined || addressId === undefined) return []
  const { postal_code: postalCode, erp_code: erpCode, is_default: _default, ...place } = address
  const isSite = at === 1
  return [
    {
      id,
      address_id: addressId,
      delivery: {
        address: { ...place, postalCode, erpCode },
        requestedOn: isSite ? addDays(dayInTurkey(created_at), 7) : null,
        partDelivery: !isSite,
        carrier: at === 2 ? 'aras' : null,
      },
    },
  ]
}
