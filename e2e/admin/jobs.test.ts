import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor, openBrowser, phone, signIn } from '#e2e/support/browser.ts'
import { people } from '#e2e/support/demo-shop.ts'
import { openShop, type Shop, waitForQueue } from '#e2e/support/shop.ts'
import { t } from '#e2e/support/words.ts'
import type { Database } from '#server/platform/db/database.ts'

let browser: Browser
let shop: Shop
let database: Database
beforeAll(async () => {
  ;[browser, shop] = await Promise.all([openBrowser(), openShop()])
  await shop.start()
  database = await shop.database()
  await waitForQueue(database)
})
afterAll(async () => {
  await database?.close()
  await shop?.remove()
  await browser?.close()
})

const words = (key: string, facts = {}) => t(`administration.jobs.${key}`, facts)

/** Puts a job into the queue of the program, in a state that it would take hours to reach. */
const addJob = (name: string, state: string, more: { output?: string; tries?: number } = {}) =>
  database.pool.withClient((client) =>
    client.query(
      `INSERT INTO pgboss.job (id, name, data, state, retry_count, retry_limit, started_on, completed_on, output)
       VALUES ($1, $2, '{}', $3::text::pgboss.job_state, $4, 14, now() - interval '90 seconds',
               CASE WHEN $3::text = 'failed' THEN now() END, $5)`,
      [randomUUID(), name, state, more.tries ?? 0, more.output ?? null],
    ),
  )

async function open(screen?: typeof phone) {
  const visitor = await newVisitor(browser, shop.url, screen ? { screen } : {})
  await signIn(visitor.page, people.admin, 'demo1234', '/yonetim/isler')
  return visitor
}

const rowOf = (page: Page, name: string) => page.getByTestId('job').filter({ hasText: name })

test('what runs, what failed and why are listed; a failed job is run again, another one removed by keyboard', async () => {
  const message = 'connect ECONNREFUSED 127.0.0.1:25 for ayse@example.com'
  await addJob('card.find', 'active')
  await addJob('offers.mask-cards', 'failed', { tries: 14, output: JSON.stringify({ message }) })
  await addJob('export', 'failed', { tries: 14, output: '{"message": "The call timed out"}' })
  const { page, context, problems } = await open()

  const running = rowOf(page, words('kinds.card-find'))
  await running.getByText(words('states.running')).waitFor()
  // A step at a bank cannot be repeated by hand, and a running job not at all.
  expect(await running.getByRole('button').count()).toBe(0)

  const failed = rowOf(page, words('kinds.offers-mask-cards'))
  await failed.getByText(words('reasons.connection')).waitFor()
  expect(await failed.innerText()).toContain(words('givenUp'))
  expect(await failed.innerText()).not.toContain('ayse@example.com')
  await failed.getByRole('button', { name: words('retryOf', { name: words('kinds.offers-mask-cards') }) }).click()
  // The page refreshes itself: the job succeeds now and disappears from the list.
  await failed.waitFor({ state: 'detached' })

  const other = rowOf(page, words('kinds.export'))
  await other.getByText(words('reasons.timeout')).waitFor()
  await other.getByRole('button', { name: words('removeOf', { name: words('kinds.export') }) }).focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: words('remove'), exact: true })
    .click()
  await other.waitFor({ state: 'detached' })

  // Repeated work and the process that does it.
  await page
    .getByTestId('schedule')
    .filter({ hasText: words('kinds.purge') })
    .waitFor()
  await page.getByTestId('process').first().waitFor()
  await page.goto(`${shop.url}/yonetim/isler?state=done`)
  await failed.getByText(words('finished')).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('on a phone, the page shows how far an update of the database is, and that it has ended', async () => {
  await database.pool.execute(
    "INSERT INTO migration_progress (version, moved_table, total, moved, milliseconds) VALUES (9001, 'orders', 1000, 250, 30000)",
  )
  const { page, context, problems } = await open(phone)
  const migration = page.getByTestId('migration')
  await migration.getByText('250').waitFor()
  expect(await migration.getByRole('progressbar').getAttribute('value')).toBe('25')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await database.pool.execute('UPDATE migration_progress SET moved = 750, milliseconds = 90000')
  await migration.getByText('750').waitFor()
  await database.pool.execute('DELETE FROM migration_progress')
  await migration.waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await context.close()
})
