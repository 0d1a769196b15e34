import type { EntryContext, ServerBuild } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtPages } from '#cli/built.ts'
import { buildIfNeeded } from '#cli/tools/build.ts'
import { pages } from '#contract/core/pages.ts'
import { loadDemo } from '#demo/load-demo.ts'
import {
  type DealerRole,
  dealerRoles,
  type Permission,
  permissionsOf,
  representativePermissions,
  staffRoles,
} from '#domain/people/permissions.ts'
import { loadBuiltPages } from '#server/platform/http/pages.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { addPageRecords, unknownRecords } from '#testing/page-records.ts'
import { type PageAnswer, type PageRecords, pageRights } from '#testing/page-rights.ts'
import { openTestShop, testSecret, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addColleague } from '#testing/store-rows.ts'
import routes from '#web/routes.ts'

type Visitor = {
  name: string
  kind: 'guest' | 'dealer' | 'staff'
  permissions: ReadonlySet<Permission>
  /** Whether the records of dealers belong to its dealer. */
  isOwn: boolean
  browser: TestVisitor
}

const ownRights: Record<'dealer' | 'admin', Permission[]> = { dealer: ['stock'], admin: ['orders:read'] }

let shop: TestShop
let records: PageRecords
const visitors: Visitor[] = []

/**
 * The built pages without their rendering: the answer has the errors that the page would be made of. Rendering thousands of
 * pages takes minutes, and decides nothing about access.
 */
async function loadPages(): Promise<ServerBuild> {
  await buildIfNeeded()
  const build = await loadBuiltPages(builtPages)
  const answer = (_: Request, status: number, headers: Headers, { staticHandlerContext: { errors } }: EntryContext) =>
    new Response(JSON.stringify(errors), { status, headers })
  return { ...build, entry: { module: { ...build.entry.module, default: answer } } }
}

beforeAll(async () => {
  const build = await loadPages()
  shop = await openTestShop({ pages: { loadBuild: () => Promise.resolve(build), files: null, mode: 'production' } })
  const { pool } = shop.database
  await loadDemo(pool, { size: 'small', secret: testSecret })
  const [dealer, other] = await pool.query<NonNullable<Actor['dealer']>>(
    `SELECT id, code, name, NULL AS "priceListId", '0' AS discount FROM dealers WHERE code IN ('B1001', 'B1003') ORDER BY id`,
  )
  if (dealer === undefined || other === undefined) throw new Error('The demo store lacks its dealers.')
  records = await addPageRecords(pool, dealer.id)
  await addVisitors(dealer, other)
  await shop.setSetting('signInLinks', '1')
  await shop.settle()
})
afterAll(() => shop.close())

/** Everybody who may visit: of the dealer with the records, of another dealer, and staff. */
async function addVisitors(dealer: NonNullable<Actor['dealer']>, other: NonNullable<Actor['dealer']>) {
  const { pool } = shop.database
  const add = (name: string, kind: Visitor['kind'], permissions: Visitor['permissions'], browser: TestVisitor) =>
    visitors.push({ name, kind, permissions, browser, isOwn: !name.includes('other') })
  add('guest', 'guest', new Set(), await shop.guest())
  const signIn = async (name: string, kind: 'dealer' | 'admin', role: string | null, of = dealer) => {
    const actor = kind === 'dealer' ? await addColleague(pool, of) : await addAdmin(pool)
    if (role === null) {
      await pool.execute(
        `WITH made AS (INSERT INTO user_roles (dealer_id, name, permissions) VALUES ($2, 'Rol', $3) RETURNING id)
         UPDATE users SET user_role = NULL, own_role_id = made.id FROM made WHERE users.id = $1`,
        [actor.userId, kind === 'dealer' ? of.id : null, ownRights[kind]],
      )
    } else await pool.execute('UPDATE users SET user_role = $2 WHERE id = $1', [actor.userId, role])
    const own = role === null ? ownRights[kind] : null
    const permissions = permissionsOf({ kind, role, own, canOrder: true })
    add(name, kind === 'dealer' ? 'dealer' : 'staff', permissions, await shop.signedIn(actor))
    return actor
  }
  for (const role of Object.keys(dealerRoles) as DealerRole[]) await signIn(role, 'dealer', role)
  await signIn('own role', 'dealer', null)
  await signIn('owner of another dealer', 'dealer', 'owner', other)
  for (const role of Object.keys(staffRoles)) await signIn(`staff ${role}`, 'admin', role)
  await signIn('staff own role', 'admin', null)
  for (const [name, of] of [
    ['representative', dealer],
    ['representative of another dealer', other],
  ] as const) {
    const seller = await signIn(name, 'admin', 'representative')
    await pool.execute(
      `INSERT INTO representative_dealers (dealer_id, user_id) VALUES ($1, $2)
           ON CONFLICT (dealer_id) DO UPDATE SET user_id = excluded.user_id`,
      [of.id, seller.userId],
    )
    const acting = await shop.signedIn(seller)
    await acting.send('POST', `/yonetim/own-dealers/${of.id}/act`)
    add(`${name} at work`, 'dealer', new Set(representativePermissions), acting)
  }
}

async function open({ browser }: Visitor, url: string): Promise<{ answer: PageAnswer; text: string }> {
  const { status, headers, text } = await browser.send('GET', url, { headers: { accept: 'text/html' } })
  if (status !== 302) return { answer: status, text }
  const path = String(headers.location)
  return { answer: path === `${pages.login}?next=${encodeURIComponent(url)}` ? 'sign-in' : path, text }
}

test('the table has every page', () => {
  expect(Object.keys(pageRights).toSorted()).toEqual(routes.map(({ path = '' }) => path).toSorted())
})

test.each(Object.entries(pageRights))('/%s opens for those who may see it, and for nobody else', async (path, page) => {
  const { who, needs, area, at, except } = page
  const url = at?.(records) ?? `/${path}`
  const missingUrl = at?.(unknownRecords(records)) ?? url
  const hasRecord = missingUrl !== url
  const mayOpen = ({ kind, permissions }: Visitor) => {
    if (who === 'staff') return kind === 'staff' && (area === null || permissions.has(`${area}:read`))
    if (who === 'dealer') return kind === 'dealer' && needs.every((need) => permissions.has(need))
    return who === 'everybody' || (who === 'user' && kind !== 'guest')
  }
  const expected = (visitor: Visitor): PageAnswer => {
    if (visitor.name in except) return except[visitor.name] ?? 200
    if (who === 'nobody') return 404
    if (who === 'guest' && visitor.kind !== 'guest') return visitor.kind === 'staff' ? pages.admin : pages.home
    if (who === 'everybody' || who === 'guest') return 200
    if (visitor.kind === 'guest') return 'sign-in'
    if (!mayOpen(visitor)) return 403
    const isOfDealer = hasRecord && who !== 'staff'
    return isOfDealer && !(visitor.kind === 'dealer' && visitor.isOwn) ? 404 : 200
  }
  const found: Record<string, PageAnswer> = {}
  for (const visitor of visitors) {
    const { answer, text } = await open(visitor, url)
    found[visitor.name] = answer
    if (!hasRecord || !mayOpen(visitor)) continue
    const unknown = await open(visitor, missingUrl)
    found[`${visitor.name}, unknown`] = unknown.answer
    // Foreign records are answered exactly like unknown ones.
    if (answer === 404) expect(text).toBe(unknown.text)
  }
  const wanted = Object.entries(found).map(([name]) => {
    const visitor = visitors.find((each) => name === each.name)
    return [name, visitor === undefined ? 404 : expected(visitor)]
  })
  expect(found).toEqual(Object.fromEntries(wanted))
})
