import readWorkbook from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ReportView, reportViewsMax } from '#contract/admin/reports.ts'
import { addBuyer, placeOrder, product } from '#server/orders/test-orders.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Mail } from '#server/platform/email/mail.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin } from '#testing/store-rows.ts'
import { enqueueReportMails, reportMailJob, sendReportMail } from './reports.ts'

let shop: TestShop
let pool: Pool
let staff: TestVisitor
let colleague: TestVisitor
let adminId: number

beforeAll(async () => {
  shop = await openTestShop()
  pool = shop.database.pool
  const admin = await addAdmin(pool)
  adminId = admin.userId
  staff = await shop.signedIn(admin)
  colleague = await shop.signedIn(await addAdmin(pool))
})
beforeEach(async () => {
  await pool.execute('DELETE FROM report_views')
  await pool.execute('DELETE FROM outbox')
})
afterAll(() => shop.close())

const view = { name: 'Bayiler', report: 'sales', query: { by: 'dealer', range: 'lastWeek' }, isWeekly: false }
const save = (body: object = {}, who = staff) =>
  who.send('POST', '/yonetim/report-views', { body: { ...view, ...body } })
const viewsOf = async (who = staff) =>
  ((await who.send('GET', '/yonetim/reports/sales')).body as { views: ReportView[] }).views
const remove = (id: number, who = staff) => who.send('DELETE', `/yonetim/report-views/${id}`)

describe('saved views', () => {
  test('are kept for the administrator who saved them, and replaced by name', async () => {
    expect((await save({ query: { by: 'dealer', dealer: '  ', range: 'lastWeek' } })).status).toBe(200)
    expect(await viewsOf()).toMatchObject([{ ...view }])
    expect(await viewsOf(colleague)).toEqual([])
    await save({ report: 'stock', query: {}, isWeekly: true })
    const [saved, ...others] = await viewsOf()
    expect(others).toEqual([])
    expect(saved).toMatchObject({ name: 'Bayiler', report: 'stock', query: {}, isWeekly: true })
    expect(codeOf(await remove(saved?.id ?? 0, colleague))).toBe('report_view_not_found')
    expect((await remove(saved?.id ?? 0)).status).toBe(200)
    expect(await viewsOf()).toEqual([])
  })

  test('are limited in number, also by requests at once, and refuse unknown filters', async () => {
    await pool.execute(
      `INSERT INTO report_views (user_id, name, report, query, mailed_on)
       SELECT $1, 'Rapor ' || n, 'sales', '{}', current_date FROM generate_series(1, $2::integer) AS n`,
      [adminId, reportViewsMax - 1],
    )
    const answers = await Promise.all([save({ name: 'A' }), save({ name: 'B' })])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.map(codeOf)).toContain('report_views_full')
    expect((await save({ name: 'Rapor 1' })).status).toBe(200)
    expect((await save({ name: 'C', query: { drop: '1' } })).status).toBe(422)
    expect((await save({ name: '' })).status).toBe(422)
  })
})

describe('the email of a week', () => {
  const monday = '2031-06-02'
  const jobs = () =>
    pool.query<{ data: { viewId: number } }>(`DELETE FROM outbox WHERE name = '${reportMailJob}' RETURNING data`)

  async function mailed(data: object): Promise<Mail[]> {
    const sent: Mail[] = []
    const mailer = { send: async (mail: Mail) => void sent.push(mail) }
    await sendReportMail({ pool, mailer, publicUrl: 'https://shop.example', today: monday }, data, 'key')
    return sent
  }

  test('is enqueued once a week for weekly views, also when the shop was off on Monday', async () => {
    await save({ isWeekly: true })
    await save({ name: 'Sessiz' })
    await pool.execute("UPDATE report_views SET mailed_on = '2031-05-26'")
    await Promise.all([enqueueReportMails(pool, '2031-06-04'), enqueueReportMails(pool, '2031-06-04')])
    expect(await jobs()).toHaveLength(1)
    await enqueueReportMails(pool, '2031-06-08')
    expect(await jobs()).toEqual([])
    await enqueueReportMails(pool, '2031-06-09')
    expect(await jobs()).toHaveLength(1)
  })

  test('has the first rows, the sums, and a workbook with all rows', async () => {
    const buyer = await addBuyer(shop)
    const { id } = await placeOrder(shop, buyer, { [(await product(shop)).unitId]: 1 })
    await pool.execute("UPDATE orders SET created_at = '2031-05-28 12:00+03' WHERE id = $1", [id])
    await pool.execute('UPDATE order_lines SET amount = 1234.5 WHERE order_id = $1', [id])
    await save({ isWeekly: true })
    const [{ id: viewId } = { id: 0 }] = await viewsOf()
    const [mail] = await mailed({ viewId })
    expect(mail?.subject).toBe('Haftalık rapor: Bayiler (26.05.2031 – 01.06.2031)')
    expect(mail?.text).toContain('₺1.234,50')
    expect(mail?.text).toContain('https://shop.example/yonetim/raporlar/satis?by=dealer&range=lastWeek')
    const [attachment] = mail?.attachments ?? []
    expect(attachment?.filename).toBe('bayiler-2031-06-01.xlsx')
    const [sheet] = await readWorkbook(attachment?.content ?? Buffer.of())
    expect(sheet?.data[1]?.slice(0, 3)).toEqual([buyer.actor.dealer?.code, buyer.actor.dealer?.name, 1234.5])
  })

  test('is not sent for a view that was removed, or whose owner is no longer an administrator or may not see reports', async () => {
    await save({ isWeekly: true })
    const [{ id: viewId } = { id: 0 }] = await viewsOf()
    await pool.execute('UPDATE users SET disabled_at = now() WHERE id = $1', [adminId])
    expect(await mailed({ viewId })).toEqual([])
    await pool.execute('UPDATE users SET disabled_at = NULL WHERE id = $1', [adminId])
    await pool.execute("UPDATE users SET user_role = 'catalog' WHERE id = $1", [adminId])
    expect(await mailed({ viewId })).toEqual([])
    await pool.execute("UPDATE users SET user_role = 'full' WHERE id = $1", [adminId])
    expect(await mailed({ viewId })).toHaveLength(1)
    expect(await mailed({ viewId: 0 })).toEqual([])
  })
})
