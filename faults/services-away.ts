import { setTimeout as sleep } from 'node:timers/promises'
import { openShop } from '#e2e/support/shop.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Run } from './campaign/check.ts'
import type { Figures } from './campaign/figures.ts'
import { connectErp, startConnector } from './erp-connector.ts'
import { findMisbooked } from './erp-invariants.ts'
import { openLink } from './link.ts'
import { expectDelivered, openMailSink, skipPauses } from './mail-queue.ts'
import { openStream, timeOf } from './order-crash.ts'
import { expectKept } from './order-stream.ts'

/** Seconds for which the services are dead, as the queues count: their pauses are skipped. */
const awayFor = 3_600
/** Milliseconds for a try of the queues, and until all was booked. */
const tryTime = 3_000
const longestBooking = 240_000

/**
 * Mail server and ERP are dead for an hour while dealers order. The pauses of the queues are skipped, so that an hour takes
 * as long as its tries. Afterwards each email and each document must arrive once.
 */
export async function loseServices({ log }: Run): Promise<Figures> {
  const mail = await openMailSink()
  const mailLink = await openLink(mail.port)
  const erp = await openShop({ demo: 'small' })
  const shop = await openShop({ demo: 'small', env: { SMTP_URL: `smtp://127.0.0.1:${mailLink.port}` } })
  try {
    await erp.start()
    const erpLink = await openLink(Number(new URL(erp.url).port))
    await shop.start()
    const key = await connectErp(shop.url, `http://127.0.0.1:${erpLink.port}/sandbox-erp/logo`)
    const connector = startConnector(shop.url, key)
    const books = { shop: await shop.database(), erp: await erp.database() }
    const { pool } = books.shop
    try {
      for (const link of [mailLink, erpLink]) link.set({ kind: 'cut' })
      const stream = await openStream(shop)
      await stream.more(20)
      await stream.end()
      let [skipped, tries] = [0, 0]
      while (skipped < awayFor) {
        await sleep(tryTime)
        await skipErpPauses(pool)
        skipped += await skipPauses(pool)
        tries += 1
        if (tries > 60) throw new Error(`After ${tries} tries only ${Math.round(skipped)} seconds have passed.`)
      }
      if (mail.received.length > 0) throw new Error('An email arrived at a dead server.')
      log(`${tries} tries in ${Math.round(skipped)} seconds`)
      for (const link of [mailLink, erpLink]) link.set({ kind: 'open' })
      const emails = await expectDelivered(pool, mail)
      const booking = await timeOf(() => settleErp(pool))
      const problems = await findMisbooked(pool, books.erp.pool)
      if (problems.length > 0) throw new Error(problems.join('\n'))
      await expectKept(books.shop, stream.acknowledged)
      return {
        counts: { 'minutes away': Math.round(skipped / 60), orders: stream.acknowledged.size, emails, tries },
        longest: { 'until all was booked': booking },
      }
    } finally {
      await connector.end('SIGKILL')
      await books.shop.close()
      await books.erp.close()
      await erpLink.close()
    }
  } finally {
    await shop.remove()
    await erp.remove()
    await mailLink.close()
    await mail.close()
  }
}

const skipErpPauses = (pool: Pool) =>
  pool.execute(`UPDATE erp_outgoing SET next_at = now() WHERE state IN ('unknown', 'waiting') AND next_at > now()`)

async function settleErp(pool: Pool): Promise<void> {
  const deadline = performance.now() + longestBooking
  const open = `SELECT kind, subject_id, state, message FROM erp_outgoing WHERE state IN ('waiting', 'sending', 'unknown')
     UNION ALL SELECT type, subject_id, 'event', '' FROM events WHERE seq IS NULL`
  for (let left = await pool.query(open); left.length > 0; left = await pool.query(open)) {
    if (performance.now() > deadline) throw new Error(`Documents are still open: ${JSON.stringify(left.slice(0, 3))}`)
    await skipErpPauses(pool)
    await sleep(1_000)
  }
}
