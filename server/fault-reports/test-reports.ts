import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { AllFaultReports, FaultReportDetail, FaultReportList } from '#contract/shop/fault-reports.ts'
import { addAdmin, addColleague, addDealer, addProduct, type TestProduct } from '#testing/store-rows.ts'
import { findBroken } from '#faults/invariants.ts'
import type { Mail } from '#server/platform/email/mail.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { faultMailJob, sendFaultMail } from './fault-reports.ts'
import { blankPhoto } from './test-photos.ts'

export let shop: TestShop
export let people: Record<'dealer' | 'colleague' | 'other' | 'admin', Actor>
export let dealer: TestVisitor
export let other: TestVisitor
export let admin: TestVisitor
export let product: TestProduct

/** Opens a shop with users of all kinds for the file's tests. Each test starts without reports. */
export function useTestReports(): void {
  beforeAll(async () => {
    shop = await openTestShop()
    const { pool } = shop.database
    const own = await addDealer(pool)
    if (own.dealer === null) throw new Error('A dealer’s user belongs to a dealer.')
    const colleague = await addColleague(pool, own.dealer, {})
    people = { dealer: own, colleague, other: await addDealer(pool), admin: await addAdmin(pool) }
    product = await addProduct(pool)
    await shop.setSetting('storeEmail', 'satis@toptan.example')
    await shop.settle()
    dealer = await shop.signedIn(people.dealer)
    other = await shop.signedIn(people.other)
    admin = await shop.signedIn(people.admin)
  })
  beforeEach(async () => {
    await shop.database.pool.execute('DELETE FROM outbox')
    await shop.database.pool.execute('DELETE FROM fault_reports')
  })
  afterAll(async () => {
    expect(await findBroken(shop.database.pool)).toEqual([])
    await shop.close()
  })
}

export const validInput = () => ({
  productCode: product.code,
  serialNo: 'SN-İ 1',
  description: 'Motor çalışmıyor',
  photos: [] as string[],
  contactName: 'Çiğdem Işık',
  contactPhone: '0532 000 00 00',
  contactEmail: 'cigdem@ornek.com.tr',
})
export type Report = ReturnType<typeof validInput>

export const send = (change: Partial<Record<keyof Report, unknown>> = {}, visitor = dealer, key?: string) =>
  visitor.send('POST', '/api/catalog/fault-reports', {
    body: { ...validInput(), ...change },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })

export async function reported(change: Partial<Report> = {}, visitor = dealer): Promise<string> {
  const { status, body } = await send(change, visitor)
  expect(status).toBe(200)
  return (body as { reportNo: string }).reportNo
}

export async function photo(visitor = dealer): Promise<string> {
  const content = await blankPhoto(9, 9).png().toBuffer()
  const { body } = await visitor.send('POST', '/api/catalog/fault-report-photos', { body: content })
  return (body as { file: string }).file
}

export const list = async (query = '', visitor = dealer) =>
  (await visitor.send('GET', `/api/catalog/fault-reports${query}`)).body as FaultReportList
export const all = async (query = '') =>
  (await admin.send('GET', `/yonetim/fault-reports${query}`)).body as AllFaultReports
export const detail = async (id: number) =>
  (await admin.send('GET', `/yonetim/fault-reports/${id}`)).body as FaultReportDetail
export const change = (id: number, body: object) => admin.send('PATCH', `/yonetim/fault-reports/${id}`, { body })

/** Sends the queued emails and returns them. */
export async function sentEmails(): Promise<Mail[]> {
  const sent: Mail[] = []
  const rows = await shop.database.pool.query<{ data: object }>('DELETE FROM outbox WHERE name = $1 RETURNING data', [
    faultMailJob,
  ])
  const mailer = { send: async (mail: Mail) => void sent.push(mail) }
  const deps = { pool: shop.database.pool, mailer, publicUrl: 'https://toptan.example' }
  for (const { data } of rows) await sendFaultMail(deps, data, 'key')
  return sent
}
