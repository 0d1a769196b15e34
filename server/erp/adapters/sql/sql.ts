import { inboundResources, type InboundResource } from '#domain/erp/mapping.ts'
import { ownError } from '#server/erp/adapters/protocol/own-error.ts'
import type { ErpAdapter, SettingField, Settings } from '#server/erp/adapters/adapter.ts'
import { plainTemplate, withDeliveryNote } from '#server/erp/adapters/protocol/plain-template.ts'
import { settingOf, textAt, wholeSetting } from '#server/erp/adapters/protocol/values.ts'
import { openMssql } from './mssql-link.ts'
import { clockSql, columnsOf } from './sql-columns.ts'
import { findInSql, type SqlTargets, writeToSql } from './sql-documents.ts'
import type { OpenSql, SqlLink, SqlTarget } from './sql-link.ts'
import { objectName } from './sql-names.ts'
import { readView, type SqlView } from './sql-views.ts'

/** What the views are called where the settings say nothing else, and the column that is unique in each. */
const usualViews: Readonly<Record<InboundResource, { view: string; key: string }>> = {
  products: { view: 'TOPTAN_PRODUCTS', key: 'code' },
  units: { view: 'TOPTAN_UNITS', key: 'rowKey' },
  prices: { view: 'TOPTAN_PRICES', key: 'rowKey' },
  stock: { view: 'TOPTAN_STOCK', key: 'rowKey' },
  dealers: { view: 'TOPTAN_DEALERS', key: 'code' },
  balances: { view: 'TOPTAN_BALANCES', key: 'rowKey' },
  movements: { view: 'TOPTAN_MOVEMENTS', key: 'reference' },
  rates: { view: 'TOPTAN_RATES', key: 'currency' },
  rules: { view: 'TOPTAN_RULES', key: 'code' },
}

const usualTargets = {
  ordersTo: 'TOPTAN_ORDERS',
  orderLinesTo: 'TOPTAN_ORDER_LINES',
  cancellationsTo: 'TOPTAN_CANCELLATIONS',
  paymentsTo: 'TOPTAN_PAYMENTS',
  refundsTo: 'TOPTAN_REFUNDS',
  documentsView: 'TOPTAN_DOCUMENTS',
} as const

const fields: readonly SettingField[] = [
  { name: 'server', type: 'text', isNeeded: true, isTarget: true },
  { name: 'port', type: 'number', standard: '1433', isTarget: true },
  { name: 'database', type: 'text', isNeeded: true },
  { name: 'username', type: 'text', isNeeded: true },
  { name: 'password', type: 'secret', isNeeded: true },
  { name: 'timeout', type: 'number', standard: '60' },
  { name: 'overlapMinutes', type: 'number', standard: '15' },
  { name: 'encryption', type: 'choice', choices: ['checked', 'any', 'none'], standard: 'checked', isTarget: true },
  { name: 'certificate', type: 'area' },
  ...inboundResources.flatMap((group): SettingField[] => [
    { name: `${group}View`, type: 'text', standard: usualViews[group].view, group },
    { name: `${group}Key`, type: 'text', standard: usualViews[group].key, group },
    { name: `${group}Changed`, type: 'text', standard: 'CHANGED_AT', group },
  ]),
  { name: 'writeBy', type: 'choice', choices: ['tables', 'procedures'], standard: 'tables', group: 'writing' },
  ...Object.entries(usualTargets).map(
    ([name, standard]): SettingField => ({ name, type: 'text', standard, group: 'writing' }),
  ),
]

const viewOf = (settings: Settings, resource: InboundResource): SqlView => ({
  view: settingOf(settings, `${resource}View`, usualViews[resource].view),
  key: settingOf(settings, `${resource}Key`, usualViews[resource].key),
  changed: settingOf(settings, `${resource}Changed`),
})

/** Any SQL Server by views and staging tables (docs/erp.md). */
export const sqlAdapter = (openSql: OpenSql): ErpAdapter => ({
  kind: 'sql',
  settings: fields,
  inbound: Object.fromEntries(inboundResources.map((resource) => [resource, { changes: 'date' }])),
  outbound: ['order', 'cancellation', 'payment', 'refund'],
  template: withDeliveryNote(plainTemplate('number')),
  knownFields: { 'outbound.cancellation.lines': [], 'outbound.payment.lines': [], 'outbound.refund.lines': [] },
  open(settings) {
    const link = openSql(targetOf(settings))
    const overlap = wholeSetting(settings, 'overlapMinutes', 15)
    const targets = targetsOf(settings, link)
    return {
      check: () => check(link, settings),
      read: (resource, from) => readView(link, viewOf(settings, resource), from, overlap),
      find: (kind, number) => findInSql(targets, kind, number),
      write: (document) => writeToSql(targets, document),
      close: () => link.close(),
    }
  },
})

export const sql = sqlAdapter(openMssql)

/** The version, the clock, and which of the views are there. */
async function check(link: SqlLink, settings: Settings): Promise<Record<string, string>> {
  const [row] = await link.query({
    sql: "SELECT CONVERT(varchar(60), SERVERPROPERTY('ProductVersion')) AS [version], DB_NAME() AS [database]",
    values: [],
  })
  const [clock] = await link.query({ sql: clockSql, values: [] })
  const found: string[] = []
  const missing: string[] = []
  for (const resource of inboundResources) {
    const { view } = viewOf(settings, resource)
    const columns = await columnsOf(link, objectName(view))
    ;(columns.length > 0 ? found : missing).push(view)
  }
  return {
    version: textAt(row, 'version'),
    database: textAt(row, 'database'),
    clock: textAt(clock, 'now').slice(0, 19),
    ...(found.length > 0 && { views: found.join(', ') }),
    ...(missing.length > 0 && { missingViews: missing.join(', ') }),
  }
}

function targetOf(settings: Settings): SqlTarget {
  const server = settingOf(settings, 'server')
  const [, host = '', instance = ''] = /^([\w.-]{1,253}|\[?[\da-fA-F:]+\]?)(?:\\([\w$]{1,64}))?$/.exec(server) ?? []
  const port = wholeSetting(settings, 'port', 1433, 65_535)
  if (host === '') throw ownError('notServer', { server })
  const encryption = settingOf(settings, 'encryption', 'checked')
  return {
    host: host.replaceAll(/[[\]]/g, ''),
    port,
    instance,
    database: settingOf(settings, 'database'),
    user: settingOf(settings, 'username'),
    password: settings['password'] ?? '',
    isEncrypted: encryption !== 'none',
    trustsAny: encryption === 'any',
    certificate: pemOf(settingOf(settings, 'certificate')),
    timeout: wholeSetting(settings, 'timeout', 60, 600) * 1000,
  }
}

/** A certificate whose line ends a form may have lost. */
function pemOf(text: string): string {
  if (text === '') return ''
  const [, body] = /^-----BEGIN CERTIFICATE-----([A-Za-z\d+/=\s]+)-----END CERTIFICATE-----$/.exec(text) ?? []
  if (body === undefined) throw ownError('notCertificate')
  const lines = body.replaceAll(/\s+/g, '').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

function targetsOf(settings: Settings, link: SqlLink): SqlTargets {
  const name = (field: keyof typeof usualTargets) => settingOf(settings, field, usualTargets[field])
  return {
    link,
    isProcedure: settingOf(settings, 'writeBy', 'tables') === 'procedures',
    names: {
      order: name('ordersTo'),
      cancellation: name('cancellationsTo'),
      payment: name('paymentsTo'),
      refund: name('refundsTo'),
    },
    linesTable: name('orderLinesTo'),
    documentsView: name('documentsView'),
  }
}
