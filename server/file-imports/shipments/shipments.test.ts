import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AdminShipment } from '#contract/admin/shipments.ts'
import type { AdminOrder } from '#contract/admin/orders.ts'
import { importShipments } from '#server/file-imports/file-imports.ts'
import { addBuyer, type Buyer, type Placed, placeOrder, product } from '#server/orders/test-orders.ts'
import { TestFileImports, url } from '#server/file-imports/test-file-imports.ts'
import { makeXlsx } from '#server/platform/xlsx/xlsx.ts'
import { moveTo } from '#server/shipping/test-shipping.ts'

let imports: TestFileImports
let buyer: Buyer
let drill: Awaited<ReturnType<typeof product>>
let saw: Awaited<ReturnType<typeof product>>
let order: Placed

beforeAll(async () => {
  imports = await TestFileImports.open()
  buyer = await addBuyer(imports.shop)
})
afterAll(() => imports.close())
beforeEach(async () => {
  drill = await product(imports.shop, { stock: 50 })
  saw = await product(imports.shop, { stock: 50 })
  order = await confirmed()
})

async function confirmed(who = buyer): Promise<Placed> {
  const placed = await placeOrder(imports.shop, who, { [drill.unitId]: 10, [saw.unitId]: 2 })
  await moveTo(imports.staff, placed, 'received', 'confirmed')
  return placed
}

const head = 'Sipariş No;Kargo;İrsaliye No;Takip No;Stok Kodu;Miktar;Koli;Ağırlık;Tarih'
const file = (...lines: string[]) => `${head}\n${lines.join('\n')}\n`
let lastNote = 0
const newNote = () => `IRS-${(lastNote += 1)}-${order.id}`

const pageOf = async ({ id }: Placed) => (await imports.staff.send('GET', `/yonetim/orders/${id}`)).body as AdminOrder
const shippedOf = async (placed: Placed) => (await pageOf(placed)).orderItems.map(({ shipped }) => shipped)
async function shipmentOf(placed: Placed): Promise<AdminShipment> {
  const [first] = (await pageOf(placed)).shipments
  return (await imports.staff.send('GET', `/yonetim/shipments/${first?.id}`)).body as AdminShipment
}
const numbersUsed = () => imports.pool.one('SELECT last_value FROM shipment_number')

async function applied(content: string) {
  const id = await imports.upload('shipments', content)
  await imports.preview(id)
  return imports.apply(id)
}

test('a preview says what would be shipped and changes nothing; the import ships whole orders and lines', async () => {
  const [other, note] = [await confirmed(), newNote()]
  const id = await imports.upload(
    'shipments',
    file(
      `${order.orderNo};Yurtiçi Kargo;${note};123;;;3;10;15.01.2026`,
      `${other.orderNo};ARAS KARGO;${note}-2;;${drill.code};4;;;`,
      `${other.orderNo};;${note}-2;456;${saw.code};1;;;`,
    ),
  )
  const before = await numbersUsed()
  expect(await imports.preview(id)).toMatchObject({
    state: 'ready',
    hasWork: true,
    summary: { rows: 3, added: 3, shipments: 2, rejected: 0 },
    counts: { shipments: 2, problems: 0 },
  })
  expect(await imports.rows(id, 'shipments')).toEqual([
    ['2', order.orderNo, expect.any(String), 'Yurtiçi Kargo · 123', note, '12', 'Sevk edilecek'],
    ['3, 4', other.orderNo, expect.any(String), 'Aras Kargo · 456', `${note}-2`, '5', 'Sevk edilecek'],
  ])
  expect(await numbersUsed()).toEqual(before)
  expect([await shippedOf(order), await shippedOf(other)]).toEqual([
    [0, 0],
    [0, 0],
  ])
  expect(await imports.apply(id)).toMatchObject({ state: 'applied', summary: { added: 3, shipments: 2 } })
  expect([await shippedOf(order), await shippedOf(other)]).toEqual([
    [10, 2],
    [4, 1],
  ])
  const shipment = await shipmentOf(order)
  expect(shipment).toMatchObject({
    ...{ carrier: 'yurtici', trackingNo: '123', deliveryNoteNo: note, shippedOn: '2026-01-15', weight: 10 },
    parcels: [{ weight: 3.334 }, { weight: 3.333 }, { weight: 3.333 }],
  })
  expect((await imports.rows(id, 'shipments'))[0]?.at(-1)).toBe(`Sevk edildi: ${shipment.shipmentNo}`)
})

test('the same file again ships nothing and names the shipments of the first time', async () => {
  const content = file(`${order.orderNo};UPS;${newNote()};;${drill.code};4;;;`)
  await applied(content)
  const { shipmentNo } = await shipmentOf(order)
  const again = await imports.upload('shipments', content)
  expect(await imports.preview(again)).toMatchObject({
    hasWork: false,
    summary: { added: 0, unchanged: 1, shipments: 0, rejected: 0 },
  })
  expect((await imports.rows(again, 'shipments'))[0]?.at(-1)).toBe(`Daha önce sevk edilmiş: ${shipmentNo}`)
  expect(await shippedOf(order)).toEqual([4, 0])
})

test('two previews of one file that are both applied ship once', async () => {
  const content = file(`${order.orderNo};UPS;${newNote()};;${drill.code};4;;;`)
  const [first, second] = [await imports.upload('shipments', content), await imports.upload('shipments', content)]
  await imports.preview(first)
  await imports.preview(second)
  expect(await imports.apply(first)).toMatchObject({ summary: { added: 1 } })
  expect(await imports.apply(second)).toMatchObject({ summary: { added: 0, unchanged: 1 } })
  expect(await shippedOf(order)).toEqual([4, 0])
})

test('good rows go through, each bad row is listed with its order and reason', async () => {
  const [unconfirmed, note] = [await placeOrder(imports.shop, buyer, { [drill.unitId]: 1 }), newNote()]
  const { id } = await applied(
    file(
      `${order.orderNo};UPS;${note};;${drill.code};4;;;`,
      'S1999000001;UPS;;;;;;;',
      `${unconfirmed.orderNo};UPS;;;;;;;`,
      `${order.orderNo};UPS;${note}-2;;${drill.code};7;;;`,
      `${order.orderNo};UPS;${note}-3;;YOK;1;;;`,
      `${order.orderNo};UPS;${note}-4;;${saw.code};1,5;;;`,
      `${order.orderNo};UPS;${note}-4;;${drill.code};1;;;`,
      `${order.orderNo};;${note}-5;;${saw.code};1;;;`,
      `${order.orderNo};UPS;${note}-6;;${saw.code};;;;`,
      `${order.orderNo};UPS;${note}-7;;;;;;31.12.2999`,
      ';UPS;;;;;;;',
    ),
  )
  expect(await imports.rows(id, 'problems')).toEqual([
    ['3', 'S1999000001', 'Sipariş bulunamadı.'],
    ['4', unconfirmed.orderNo, expect.stringContaining('onaylanmamış')],
    ['5', order.orderNo, `${drill.code} kodlu üründen en çok 6 birim sevk edilebilir.`],
    ['6', order.orderNo, 'Siparişte böyle bir satır yok.'],
    ['7', order.orderNo, 'Miktar 1 ile 1.000.000 arasında bir tam sayı olmalıdır: 1,5'],
    ['8', order.orderNo, 'Aynı sevkiyatın 7. satırı alınamadığı için bu satır da sevk edilmedi.'],
    ['9', order.orderNo, 'Kargo firması boş.'],
    ['10', order.orderNo, 'Ürün yazılmış ama miktar boş.'],
    ['11', order.orderNo, 'Sevk tarihi bugünden sonra olamaz.'],
    ['12', '', 'Sipariş numarası boş.'],
  ])
  expect(await shippedOf(order)).toEqual([4, 0])
})

test('rows of one delivery note are one shipment of several orders; rows that contradict each other are none', async () => {
  const [other, note] = [await confirmed(), newNote()]
  await applied(file(`${order.orderNo};UPS;${note};;;;;;`, `${other.orderNo};UPS;${note};;;;2;;`))
  expect(await shipmentOf(order)).toMatchObject({
    orders: [{ orderNo: order.orderNo }, { orderNo: other.orderNo }],
    parcels: [{}, {}],
  })
  const third = await confirmed()
  const id = await imports.upload(
    'shipments',
    file(
      `${third.orderNo};UPS;${note}-2;;${drill.code};1;;;`,
      `${third.orderNo};Aras;${note}-2;;${saw.code};1;;;`,
      `${third.orderNo};UPS;${note}-3;;${drill.code};1;;;`,
      `${third.orderNo};UPS;${note}-3;;;;;;`,
    ),
  )
  expect(await imports.preview(id)).toMatchObject({ hasWork: false, summary: { rejected: 4 } })
  const { body } = await imports.staff.send('GET', url(id, '/rows?tab=problems'))
  expect((body as { kinds: { kind: string }[] }).kinds.map(({ kind }) => kind).toSorted()).toEqual([
    'shipment_row_left',
    'shipment_rows_differ',
    'shipment_rows_mixed',
  ])
})

test('the preview counts rows of one order together: what the first takes is not left for the next', async () => {
  const note = newNote()
  const id = await imports.upload(
    'shipments',
    file(`${order.orderNo};UPS;${note};;${drill.code};6;;;`, `${order.orderNo};UPS;${note}-2;;${drill.code};6;;;`),
  )
  expect(await imports.preview(id)).toMatchObject({ summary: { added: 1, rejected: 1 } })
})

test('a shipment that was withdrawn is not made again by its file', async () => {
  const content = file(`${order.orderNo};UPS;${newNote()};;${drill.code};4;;;`)
  await applied(content)
  const { id, shipmentNo } = await shipmentOf(order)
  await imports.staff.send('POST', `/yonetim/shipments/${id}/withdraw`, { body: { reason: 'Araç döndü' } })
  const again = await imports.upload('shipments', content)
  expect(await imports.preview(again)).toMatchObject({ hasWork: false, summary: { rejected: 1 } })
  expect((await imports.rows(again, 'problems'))[0]?.at(-1)).toContain(`geri alınmış (${shipmentNo})`)
})

test('a delivery note that was shipped by hand is not shipped again', async () => {
  const note = newNote()
  await applied(file(`${order.orderNo};UPS;${note};;${drill.code};4;;;`))
  const id = await imports.upload('shipments', file(`${order.orderNo};UPS;${note};;${drill.code};5;;;`))
  expect(await imports.preview(id)).toMatchObject({ hasWork: false, summary: { rejected: 1 } })
  expect(await shippedOf(order)).toEqual([4, 0])
})

test('a workbook is read like a CSV file', async () => {
  const columns = (['Sipariş No', 'Kargo', 'Sevk Tarihi', 'Koli'] as const).map((title, at) => {
    return { title, kind: at === 2 ? ('day' as const) : at === 3 ? ('number' as const) : ('text' as const), width: 16 }
  })
  const rows = [[order.orderNo, 'Horoz Lojistik', '2026-01-20', 3]]
  const id = await imports.upload('shipments', await makeXlsx({ name: 'Sevkiyat', columns, rows }), 'sevk.xlsx')
  expect(await imports.preview(id)).toMatchObject({ summary: { added: 1, rejected: 0 } })
  await imports.apply(id)
  expect(await shipmentOf(order)).toMatchObject({ carrier: 'horoz', shippedOn: '2026-01-20', parcels: [{}, {}, {}] })
})

test('an import that is stopped keeps what was shipped and lists the rest', async () => {
  const path = join(imports.shop.dataDir, 'stopped.csv')
  const other = await confirmed()
  await writeFile(path, file(`${order.orderNo};UPS;${newNote()};;;;;;`, `${other.orderNo};UPS;${newNote()};;;;;;`))
  const stop = new AbortController()
  const result = await importShipments(imports.pool, {
    ...{ file: { path, name: 'stopped.csv' }, dryRun: false, today: '2026-12-31', signal: stop.signal },
    onProgress: (done) => {
      if (done === 1) stop.abort()
    },
  })
  expect(result).toMatchObject({
    ok: true,
    summary: { added: 1, rejected: 1, issues: [{ line: 3, entry: other.orderNo, code: 'shipment_stopped' }] },
  })
  expect([await shippedOf(order), await shippedOf(other)]).toEqual([
    [10, 2],
    [0, 0],
  ])
})
