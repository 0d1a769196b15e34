import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Gateway } from '#server/payments/gateways/gateway.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Wraps a gateway so that its calls are counted and timed. `name`: the protocol. */
export type MeasureGateway = (gateway: Gateway, name: string) => Gateway

/**
 * The metrics of card payments: by protocol, step and outcome. They have no personal data: no dealer, card or amount. Calls
 * count per process; open outcomes are read from the database when the metrics are.
 */
export function openPaymentMetrics(registry: Registry, { db, now }: { db: Db; now: () => Date }): MeasureGateway {
  const registers = [registry]
  const results = new Counter({
    name: 'payment_gateway_results_total',
    help: 'Results of calls to banks and of their callbacks, by protocol, step and outcome',
    labelNames: ['gateway', 'step', 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'payment_gateway_seconds',
    help: 'Duration of calls to banks, by protocol and step',
    labelNames: ['gateway', 'step'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30],
    registers,
  })
  addUnknownGauges(registry, db, now)
  addFindingGauges(registry, db)
  addAlertGauge(registry, db)
  return (gateway, name) => {
    const measure = async <Result>(step: string, work: Promise<Result>, outcomeOf: (result: Result) => string) => {
      const stop = seconds.startTimer({ gateway: name, step })
      const outcome = await work.then(outcomeOf, () => 'failed')
      stop()
      results.inc({ gateway: name, step, outcome })
      return work
    }
    const { cards, transactions } = gateway
    const measureStart = <Result extends { ok: true } | { ok: false; kind: string }>(start: Promise<Result>) =>
      measure('start', start, (started) => (started.ok ? 'ok' : started.kind))
    const kindOf = ({ kind }: { kind: string }) => kind
    return {
      ...gateway,
      start: (...of) => measureStart(gateway.start(...of)),
      ...(cards && {
        cards: {
          ...cards,
          startAndStore: (...of) => measureStart(cards.startAndStore(...of)),
          startStored: (...of) => measureStart(cards.startStored(...of)),
        },
      }),
      capture: (...of) => measure('capture', gateway.capture(...of), kindOf),
      inquire: (...of) => measure('inquiry', gateway.inquire(...of), kindOf),
      void: (...of) => measure('void', gateway.void(...of), kindOf),
      refund: (...of) => measure('refund', gateway.refund(...of), kindOf),
      ...(transactions && {
        transactions: (day) => measure('list', transactions(day), (list) => (list.ok ? 'ok' : 'failed')),
      }),
      async readCallback(...of) {
        const result = await gateway.readCallback(...of)
        results.inc({ gateway: name, step: 'callback', outcome: result.kind })
        return result
      },
    }
  }
}

type UnknownPayments = { gateway: string; count: number; oldest: Date }

/** How many payments have no known outcome, and since when the oldest has none. */
function addUnknownGauges(registry: Registry, db: Db, now: () => Date): void {
  const registers = [registry]
  const labelNames = ['gateway']
  let collected = Promise.resolve()
  // Collected first, for both.
  const count = new Gauge({
    name: 'payments_unknown',
    help: 'Payments whose outcome at the bank is unknown',
    labelNames,
    registers,
    collect: () => (collected = collect()),
  })
  const oldest = new Gauge({
    name: 'payments_unknown_oldest_seconds',
    help: 'Age of the oldest payment whose outcome at the bank is unknown',
    labelNames,
    registers,
    collect: () => collected,
  })
  async function collect() {
    // Without the database the other metrics are still served.
    const rows = await unknownPayments(db).catch((): UnknownPayments[] => [])
    count.reset()
    oldest.reset()
    for (const row of rows) {
      count.set({ gateway: row.gateway }, row.count)
      oldest.set({ gateway: row.gateway }, Math.max(0, (now().getTime() - row.oldest.getTime()) / 1000))
    }
  }
}

async function unknownPayments(db: Db): Promise<UnknownPayments[]> {
  return db.query<UnknownPayments>(
    `SELECT a.adapter AS gateway, count(*)::integer AS count, min(coalesce(p.redirected_at, p.created_at)) AS oldest
       FROM payments p JOIN pos_accounts a ON a.id = p.pos_account_id
      WHERE p.state IN ('capturing', 'unknown') GROUP BY a.adapter`,
    [],
    'payments_unknown_metrics',
  )
}

/** What the banks' lists have and the books lack, and how many lists could not be read yet. */
function addFindingGauges(registry: Registry, db: Db): void {
  const registers = [registry]
  let collected = Promise.resolve()
  // Collected first, for both.
  const findings = new Gauge({
    name: 'payment_bank_findings_open',
    help: 'Transactions of the banks’ lists that the books lack and that nobody has settled, by protocol and kind',
    labelNames: ['gateway', 'kind'],
    registers,
    collect: () => (collected = collect()),
  })
  const unread = new Gauge({
    name: 'payment_bank_lists_unread',
    help: 'Days of POS accounts whose list the bank has not given yet',
    labelNames: ['gateway'],
    registers,
    collect: () => collected,
  })
  async function collect() {
    const rows = await openFindings(db).catch((): OpenFindings[] => [])
    findings.reset()
    unread.reset()
    for (const { gateway, kind, count } of rows) {
      if (kind === null) unread.set({ gateway }, count)
      else findings.set({ gateway, kind }, count)
    }
  }
}

/** `kind` null: lists that are not read. */
type OpenFindings = { gateway: string; kind: string | null; count: number }

async function openFindings(db: Db): Promise<OpenFindings[]> {
  return db.query<OpenFindings>(
    `SELECT a.adapter AS gateway, f.kind, count(*)::integer AS count
       FROM bank_findings f JOIN pos_accounts a ON a.id = f.pos_account_id WHERE f.settled_at IS NULL GROUP BY 1, 2
     UNION ALL
     SELECT a.adapter, NULL, count(*)::integer
       FROM payment_reconciliations r JOIN pos_accounts a ON a.id = r.pos_account_id
      WHERE r.list = 'open' AND r.tries > 0 GROUP BY 1`,
    [],
    'payments_finding_metrics',
  )
}

/** What is wrong with banks now. */
function addAlertGauge(registry: Registry, db: Db): void {
  const alerts = new Gauge({
    name: 'payment_bank_alerts',
    help: 'POS accounts whose bank does not answer or declines far more than usual, by protocol and kind',
    labelNames: ['gateway', 'kind'],
    registers: [registry],
    async collect() {
      const rows = await openAlerts(db).catch((): OpenAlerts[] => [])
      alerts.reset()
      for (const { gateway, kind, count } of rows) alerts.set({ gateway, kind }, count)
    },
  })
}

type OpenAlerts = { gateway: string; kind: string; count: number }

async function openAlerts(db: Db): Promise<OpenAlerts[]> {
  return db.query<OpenAlerts>(
    `SELECT a.adapter AS gateway, t.kind, count(*)::integer AS count
       FROM pos_alerts t JOIN pos_accounts a ON a.id = t.pos_account_id WHERE t.closed_at IS NULL GROUP BY 1, 2`,
    [],
    'payments_alert_metrics',
  )
}
