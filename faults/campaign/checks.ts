import { faultOrders } from '#faults/faulted-orders.ts'
import { jumpClock } from '#faults/clock-jumps.ts'
import { killDatabaseUnderLoad, killOwners } from '#faults/database-kill.ts'
import { killAroundErp } from '#faults/erp-kills.ts'
import { fillDisk } from '#faults/full-disk.ts'
import { fillPool, slowDisk } from '#faults/held-database.ts'
import { cutNetwork, failNames, halfOpen, slowNetwork } from '#faults/network-faults.ts'
import { killDatabases, killServers } from '#faults/order-crash.ts'
import { expireCertificate } from '#faults/expired-certificate.ts'
import { failOver } from '#faults/failovers.ts'
import { limitMemory } from '#faults/memory-limit.ts'
import { soakPayments } from '#faults/payment-faults.ts'
import { loseServices } from '#faults/services-away.ts'
import { soak } from '#faults/soak/soak.ts'
import { floodAsStranger } from '#faults/stranger-flood.ts'
import type { Check, Run } from './check.ts'
import { addFigures, type Figures } from './figures.ts'
import { testsOfThreat, type TestRef } from './test-refs.ts'

const files = (...names: string[]): TestRef[] => names.map((file) => ({ file }))

/** Programs one after the other, each with an equal part of the time. */
const inTurn =
  (...programs: readonly ((run: Run) => Promise<Figures>)[]) =>
  async ({ budget, log }: Run): Promise<Figures> => {
    let figures: Figures = {}
    const part = budget / programs.length
    for (const program of programs) {
      const end = performance.now() + part
      figures = addFigures(figures, await program({ budget: part, log, isOver: () => performance.now() >= end }))
    }
    return figures
  }

/** The checks in their order; a program runs if this process may do what it needs. Tests are those of `npm test`. */
export const checks: readonly Check[] = [
  {
    name: 'server-kills',
    fault: 'kill -9 of the server at each named point of an order and at random, while dealers order',
    holds:
      'each acknowledged order is there once; sent again with its key, it is the same order; open again within 5 s',
    program: killServers,
    share: 3,
    tests: files('server/checkout/crash.test.ts'),
  },
  {
    name: 'database-kills',
    fault: 'kill -9 of PostgreSQL while dealers order and six writers write',
    holds: 'nothing acknowledged is lost, the server goes on, orders succeed within 10 s',
    program: inTurn(killDatabases, killDatabaseUnderLoad),
    share: 3,
    tests: files('server/platform/db/embedded/supervisor.test.ts'),
  },
  {
    name: 'orphans',
    fault: 'the owner of the database is killed, and started again while PostgreSQL goes on',
    holds: 'one PostgreSQL, adopted each time',
    program: killOwners,
    tests: files('server/platform/db/embedded/embedded.test.ts'),
  },
  {
    name: 'database-away',
    fault: 'the network to the database is cut, then PostgreSQL is restarted cleanly',
    holds: 'lists are answered from memory, the rest gets 503; orders go on without a restart of the server',
    program: cutNetwork,
    share: 2,
  },
  {
    name: 'slow-network',
    fault: '200 ms per round trip to the database, 64 kB/s, 2 s per round trip',
    holds: '95 % of the lists within 1.5 s at 200 ms; no answer takes longer than 10 s',
    program: slowNetwork,
  },
  {
    name: 'full-pool',
    fault: 'every connection of the pool waits for a lock, and 80 requests arrive',
    holds: '503 within 2.5 s, /healthz 200, /readyz 503, all goes on once the lock is released',
    program: fillPool,
    tests: [
      {
        file: 'server/platform/db/pool.test.ts',
        title: 'refuses as unavailable when the pool is full, and recovers as soon as a connection is free',
      },
    ],
  },
  {
    name: 'half-open',
    fault: 'the database’s machine vanishes: connections stay open, and nothing arrives',
    holds: 'no answer takes longer than 10 s; orders go on within 30 s of its return',
    program: halfOpen,
    tests: files('server/shop/hung-database.test.ts'),
  },
  {
    name: 'faulted-orders',
    fault: 'each order is dropped by its client, sent twice at once, or loses its connection to the database',
    holds: 'each order is there once; a dealer at its limit never passes it; stock, numbers and emails agree',
    program: faultOrders,
    share: 4,
  },
  {
    name: 'same-order',
    fault: '50 equal orders at once, double clicks, a second key for one cart',
    holds: 'one order, one answer',
    tests: files('server/checkout/same-order.test.ts', 'server/checkout/order-races.test.ts'),
  },
  {
    name: 'same-key',
    fault: 'a key is used again with another body',
    holds: '422, nothing is written',
    tests: [
      {
        file: 'server/cart/input.test.ts',
        title: 'finds an empty cart with a second key, and rejects a used key with another body',
      },
    ],
  },
  {
    name: 'last-unit',
    fault: '200 buyers order the last unit, and 37 units in packs and pieces',
    holds: 'exactly what is in stock is sold',
    tests: files('server/checkout/many-buyers.test.ts', 'server/checkout/order-races.test.ts'),
  },
  {
    name: 'overlapping-carts',
    fault: 'carts with the same products in any order are ordered at once',
    holds: 'no deadlock is seen, no stock is lost',
    tests: [
      { file: 'server/checkout/many-buyers.test.ts', title: 'overlapping carts in any order never deadlock' },
      {
        file: 'server/checkout/order-races.test.ts',
        title: 'overlapping carts in any order neither deadlock nor lose stock',
      },
    ],
  },
  {
    name: 'two-tabs',
    fault: 'two tabs change one cart at the same time',
    holds: 'the cart is the result of some order of the changes',
    tests: files('server/cart/model.test.ts'),
  },
  {
    name: 'risk-limit',
    fault: '50 orders of one dealer at once near its limit',
    holds: 'the sum never passes the limit',
    tests: files('server/checkout/risk-limit.test.ts'),
  },
  {
    name: 'bank-returns',
    fault: 'the bank’s return never arrives, arrives twice, ten times at once, a day late, or the server dies in it',
    holds: 'one settled payment and one order, or the money goes back',
    tests: files(
      'server/payments/bank-return/payment-callbacks.test.ts',
      'server/payments/bank-return/payment-crash.test.ts',
      'server/payments/bank-return/payment-notices.test.ts',
      'server/payments/reconcile/payment-unknown.test.ts',
    ),
  },
  {
    name: 'stock-while-paying',
    fault: 'stock ends while a card is being approved',
    holds: 'it is held from the start of the payment; money without stock is an order on back-order',
    tests: files('server/checkout/paid-orders.test.ts'),
  },
  {
    name: 'mail-server',
    fault: 'the mail server refuses, is slow, or accepts and drops; the server dies while it sends',
    holds: 'orders are not affected; each email is sent again with the same Message-ID',
    tests: files('server/platform/email/mailer.test.ts', 'server/shop/email-crash.test.ts'),
  },
  {
    name: 'full-disk',
    fault: 'the disk of the data folder, then of the log, fills up to the last byte while dealers order',
    holds: 'reads are answered all the time, orders are stored or answer 503, and go on once there is space',
    program: inTurn(
      (run) => fillDisk('data', run),
      (run) => fillDisk('log', run),
    ),
    share: 2,
    tests: files('server/platform/db/embedded/disk-space.test.ts', 'server/shop/read-only-database.test.ts'),
  },
  {
    name: 'clock',
    fault: 'the server’s clock jumps by an hour and by a day in both directions, and to 2038',
    holds: 'sessions, tokens and keys stay valid, people sign in, numbers of orders go on',
    program: jumpClock,
    share: 2,
  },
  {
    name: 'migrations',
    fault: 'a crash in a migration, five processes at once, an older program at a newer database',
    holds: 'all or nothing, one of them migrates, the older one does not start',
    tests: files('server/platform/db/migrate.test.ts'),
  },
  {
    name: 'backups',
    fault: 'backups during orders, kill -9 of backup and restore, damaged, old and newer backups',
    holds: 'what is restored equals what was saved; a bad backup is refused before anything changes',
    tests: files(
      'server/backup/backup.test.ts',
      'server/backup/backup-crash.test.ts',
      'server/backup/after-restore.test.ts',
      'server/backup/point-in-time.test.ts',
    ),
  },
  {
    name: 'soak',
    fault:
      'mixed traffic of guests, dealers and administrators, with orders, workbooks and uploads; SIGTERM at its end',
    holds: 'memory, open files, connections and times stay flat; no request fails; the server ends within 10 s',
    program: soak,
    share: 4,
  },
  ...threats({
    'live-channel': [1, 'foreign origins, floods, slow readers, a server that stops', '403, bounded buffers, pauses'],
    'any-input': [2, 'any input to any call', 'never a 5xx'],
    quantities: [3, 'invalid quantities, foreign units, prices from the browser', 'refused, or the server’s values'],
    discounts: [4, 'discounts out of range, foreign lines, 10,000 keys', 'refused; an order has our price'],
    'settings-call': [5, 'the settings call with every key', 'five choices are accepted, no setting of the store'],
    'sql-injection': [6, 'SQL in every part of a request', 'values are parameters'],
    markup: [7, 'markup in what users type', 'shown as text'],
    'cross-site': [8, 'forms and calls of other sites', '403; a bank’s return needs no cookie'],
    'payment-frame': [9, 'foreign windows, changed amounts; card numbers', 'refused; stored nowhere'],
    'forged-returns': [10, 'forged messages of a bank', 'nothing changes'],
    'outside-addresses': [11, 'addresses in the local network', 'never called'],
    pictures: [12, 'scripts, bombs and foreign paths as pictures', 'refused or encoded anew'],
    workbooks: [13, 'archives and tables that expand', 'refused before they are unpacked'],
    formulas: [14, 'formulas in exported texts', 'texts stay texts'],
  }),
  {
    name: 'floods',
    fault: 'long and deep input, floods of requests, sign-ins, searches and carts',
    holds: '4xx at low cost, 429; what a stranger leaves is bounded; nobody is locked out',
    program: floodAsStranger,
    tests: testsOfThreat(15),
  },
  ...threats({
    sessions: [16, 'planted, used and foreign sessions and links', 'invalid; equal answers; no other site'],
  }),
  {
    name: 'slow-disk',
    fault: 'each commit waits 100 ms for the disk; the disk stalls for 3 s at a time',
    holds: 'orders go on slowly; while it stalls 503, and lists from memory',
    program: slowDisk,
  },
  {
    name: 'names',
    fault: 'the name of the database cannot be resolved',
    holds: 'open connections go on; otherwise as without the database',
    program: failNames,
  },
  {
    name: 'memory',
    fault: 'the server has less and less memory, until it ends; then it starts again',
    holds: 'no acknowledged order is lost',
    program: limitMemory,
    share: 2,
  },
  {
    name: 'failover',
    fault: 'the primary is killed while dealers order, its standby promoted, and a new standby added',
    holds: 'no acknowledged order is lost (synchronous commit); orders succeed within 10 s of the promotion',
    program: failOver,
    share: 3,
    tests: files('server/platform/db/hosts.test.ts', 'server/platform/db/replica.test.ts'),
  },
  {
    name: 'mail-and-erp-away',
    fault: 'the mail server and the ERP are dead for an hour, as the queue counts; dealers order',
    holds: 'orders are not affected; afterwards each email and each document arrives once',
    program: loseServices,
    share: 2,
  },
  {
    name: 'bank-away',
    fault: 'the bank does not answer for hours; payments of which a part fails at random',
    holds: 'nothing is charged twice or forgotten; the books of bank and shop agree',
    program: soakPayments,
    share: 3,
    tests: files(
      'server/payments/reconcile/payment-unknown.test.ts',
      'server/payments/reconcile/payment-jobs.test.ts',
      'server/payments/health/health.test.ts',
    ),
  },
  {
    name: 'certificate',
    fault: 'the certificate of the mail server has expired; then it is renewed',
    holds: 'orders are not affected; nothing is sent before, each email arrives once afterwards',
    program: expireCertificate,
  },
  {
    name: 'erp-kills',
    fault: 'kill -9 of the shop, of the program beside the ERP and of the ERP while they exchange documents',
    holds: 'the ERP has each order, cancellation and payment once, the shop its stock, prices and balances',
    program: killAroundErp,
    share: 3,
  },
]

function threats(rows: Record<string, [number: number, fault: string, holds: string]>): Check[] {
  return Object.entries(rows).map(([name, [number, fault, holds]]) => ({
    name,
    fault,
    holds,
    tests: testsOfThreat(number),
  }))
}
