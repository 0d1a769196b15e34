import { describe, expect, test } from 'vitest'
import { fingerprintLines } from '#contract/shop/cart.ts'
import { addDealer, setPrice, setStock } from '#testing/store-rows.ts'
import { cartFingerprint } from '#domain/cart/cart-fingerprint.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import {
  actAs,
  add,
  cart,
  change,
  openCartCalls,
  pool,
  product,
  remove,
  run,
  set,
  statementsOf,
} from './test-cart-calls.ts'

openCartCalls()

type Check = { isCurrent: boolean; revision: string }

async function check(shown: { fingerprint: string; revision?: string }): Promise<Check> {
  const answer = await run('GET', '/api/catalog/cart/revision', { query: shown })
  if (!answer?.ok) throw new Error('Could not check the revision.')
  return answer.body as Check
}

/**
 * Opens a page as browsers do: checks the revision, then reads the cart. While any transaction of the server is open,
 * in another database too, changes made since it started count as new: tests poll `isCurrent` where a change should be
 * over.
 */
async function openPage() {
  const { revision } = await check({ fingerprint: '' })
  let shown = { fingerprint: cartFingerprint(fingerprintLines(await cart())), revision }
  return {
    async isCurrent(): Promise<boolean> {
      const next = await check(shown)
      shown = { fingerprint: cartFingerprint(fingerprintLines(await cart())), revision: next.revision }
      return next.isCurrent
    },
  }
}

describe('checking the revision of a cart', () => {
  test('returns isCurrent while the cart is unchanged, also after a check, and when other products change', async () => {
    const [{ id, unitId }, other] = [await product(), await product()]
    await add(id, 2, unitId)
    const page = await openPage()
    await expect.poll(page.isCurrent).toBe(true)
    await setStock(pool, other.id, 3)
    await setPrice(pool, other.unitId, 3)
    expect(await page.isCurrent()).toBe(true)
  })

  test('returns not current without an earlier revision', async () => {
    const { id, unitId } = await product()
    await add(id, 2, unitId)
    const mark = cartFingerprint(fingerprintLines(await cart()))
    let revision = ''
    const looksAgain = async () => {
      revision = (await check({ fingerprint: mark })).revision
      return check({ fingerprint: mark, revision })
    }
    await expect.poll(looksAgain).toMatchObject({ isCurrent: true })
    for (const nonsense of [
      undefined,
      '',
      '1',
      '1.2',
      `9${revision}`,
      `${revision}x`,
      'a.b.c',
      `${'9'.repeat(18)}.9.x`,
    ]) {
      expect(await check({ fingerprint: mark, ...(nonsense !== undefined && { revision: nonsense }) })).toMatchObject({
        isCurrent: false,
      })
    }
    // Changes are stored for an hour; the check trusts a revision for half of that.
    const [floor, seconds, ...state] = revision.split('.')
    const old = [floor, Number(seconds) - 1801, ...state].join('.')
    expect(await check({ fingerprint: mark, revision: old })).toMatchObject({ isCurrent: false })
  })

  test.each<[string, (of: { id: number; unitId: number }) => unknown]>([
    ['a line was added', async () => product().then(({ id, unitId }) => add(id, 1, unitId))],
    ['a quantity was changed', ({ id }) => change(id, { quantity: 5 })],
    ['a line was removed', ({ id }) => remove(id)],
    ['a price changed', ({ unitId }) => setPrice(pool, unitId, 77)],
    ['the stock changed', ({ id }) => setStock(pool, id, 1)],
    [
      'the product went off sale',
      ({ id }) => pool.execute('UPDATE products SET is_active = false WHERE id = $1', [id]),
    ],
    ['a campaign started', ({ id }) => startCampaign(id)],
    ['prices were hidden', () => set('showPriceStatus', '0')],
    ['labels changed', () => pool.execute("UPDATE cache_versions SET version = version + 1 WHERE name = 'catalog'")],
  ])('returns not current where %s', async (_what, happen) => {
    const made = await product()
    await add(made.id, 2, made.unitId)
    const page = await openPage()
    await happen(made)
    expect(await page.isCurrent()).toBe(false)
    await expect.poll(page.isCurrent).toBe(true)
  })

  test('returns not current where the parent of a variant changed', async () => {
    const parent = await product({ variantNames: ['Renk'] })
    const child = await product({ parentId: parent.id, variantValues: ['Kırmızı'] })
    await add(child.id, 1, child.unitId)
    const page = await openPage()
    await pool.execute("UPDATE products SET name = name || '!' WHERE id = $1", [parent.id])
    expect(await page.isCurrent()).toBe(false)
  })

  test('includes a transaction that started before the earlier check and committed after it', async () => {
    const { id, unitId } = await product()
    await add(id, 2, unitId)
    const started = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const slow = transaction(pool, async (db) => {
      await setPrice(db, unitId, 55)
      started.resolve()
      await mayEnd.promise
    })
    await started.promise
    const page = await openPage()
    mayEnd.resolve()
    await slow
    expect(await page.isCurrent()).toBe(false)
    await expect.poll(page.isCurrent).toBe(true)
  })

  test('belongs to the cart’s owner: another dealer’s check does not affect it', async () => {
    const { id, unitId } = await product()
    await add(id, 2, unitId)
    const mark = cartFingerprint(fingerprintLines(await cart()))
    const { revision } = await check({ fingerprint: mark })
    actAs(await addDealer(pool))
    expect(await check({ fingerprint: mark, revision })).toMatchObject({ isCurrent: false })
  })

  test('takes two statements', async () => {
    const { id, unitId } = await product()
    await add(id, 2, unitId)
    expect(await statementsOf(() => check({ fingerprint: '' }))).toBe(2)
  })
})

async function startCampaign(productId: number): Promise<void> {
  await pool.execute(
    `WITH campaign AS (INSERT INTO campaigns (name, position, discount) VALUES ('Bahar', 1, 10) RETURNING id)
     INSERT INTO campaign_products (campaign_id, product_id, position) SELECT id, $1, 1 FROM campaign`,
    [productId],
  )
  await pool.execute('SELECT refresh_campaign_discounts()')
}
