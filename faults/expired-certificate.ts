import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openShop } from '#e2e/support/shop.ts'
import { LeftOutError, type Run } from './campaign/check.ts'
import type { Figures } from './campaign/figures.ts'
import { countWaiting, expectDelivered, openMailSink, skipPauses } from './mail-queue.ts'
import { openStream } from './order-crash.ts'
import { expectKept } from './order-stream.ts'

const tries = 3
/** Milliseconds for a try of the queue. */
const tryTime = 3_000

/** The mail server's certificate has expired: emails wait with the reason, and leave once it is renewed. */
export async function expireCertificate(_run: Run): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), `toptan-test-${process.pid}-`))
  const { key, expired, valid, trusted } = await makeCertificates(folder)
  const mail = await openMailSink({ secure: true, key, cert: expired })
  const env = { SMTP_URL: `smtps://localhost:${mail.port}`, NODE_EXTRA_CA_CERTS: trusted }
  const shop = await openShop({ demo: 'small', env })
  try {
    await shop.start()
    const stream = await openStream(shop)
    await stream.more(10)
    await stream.end()
    const database = await shop.database()
    const { pool } = database
    try {
      for (let turn = 0; turn < tries; turn += 1) {
        await sleep(tryTime)
        await skipPauses(pool)
      }
      const reasons = await pool.query<{ reason: string }>(
        "SELECT output::text AS reason FROM pgboss.job WHERE name = 'order-mail' AND output::text ILIKE '%certificate has expired%' LIMIT 1",
      )
      if (mail.received.length > 0) throw new Error('An email was sent to a server whose certificate has expired.')
      if (reasons.length === 0) throw new Error('No waiting email has the expired certificate as its reason.')
      const waiting = await countWaiting(pool)
      mail.server.updateSecureContext({ key, cert: valid })
      const emails = await expectDelivered(pool, mail)
      await expectKept(database, stream.acknowledged)
      return { counts: { orders: stream.acknowledged.size, 'emails that waited': waiting, emails } }
    } finally {
      await database.close()
    }
  } finally {
    await shop.remove()
    await mail.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const authority = `[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
copy_extensions = copy
[any]
commonName = supplied
`

/** Two certificates of one new key for localhost, one of which has expired. */
async function makeCertificates(folder: string) {
  await writeFile(join(folder, 'ca.cnf'), authority)
  await writeFile(join(folder, 'index.txt'), '')
  const openssl = (...args: string[]) => {
    const { status, error, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' })
    if (error !== undefined) throw new LeftOutError('needs openssl, to make certificates')
    if (status !== 0) throw new Error(`openssl ended with code ${status}: ${stderr}`)
  }
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  openssl(
    'req',
    '-new',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    'key.pem',
    '-out',
    'request.pem',
    ...names,
  )
  const sign = (name: string, from: string, to: string) =>
    openssl(
      'ca',
      '-selfsign',
      '-batch',
      '-notext',
      '-config',
      'ca.cnf',
      '-keyfile',
      'key.pem',
      '-in',
      'request.pem',
      '-out',
      name,
      '-startdate',
      from,
      '-enddate',
      to,
    )
  sign('expired.pem', '20200101000000Z', '20200201000000Z')
  sign('valid.pem', '20200101000000Z', '20700101000000Z')
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const [key, expired, valid] = [await read('key.pem'), await read('expired.pem'), await read('valid.pem')]
  const trusted = join(folder, 'trusted.pem')
  await writeFile(trusted, expired + valid)
  return { key, expired, valid, trusted }
}
