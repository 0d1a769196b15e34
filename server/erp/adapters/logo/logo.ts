import type { ErpAdapter, ErpSession } from '#server/erp/adapters/adapter.ts'
import { selectedNames } from '#server/erp/adapters/protocol/selected-names.ts'
import { erpClock, readSqlPages } from '#server/erp/adapters/protocol/sql-pages.ts'
import { settingOf, wholeSetting } from '#server/erp/adapters/protocol/values.ts'
import { openLogoClient } from './logo-client.ts'
import { findInLogo, writeToLogo } from './logo-documents.ts'
import { logoQueries } from './logo-queries.ts'
import { logoTemplate } from './logo-template.ts'

const headFields =
  'DATE ARP_CODE ARP_CODE_SHPM SHIPLOC_CODE SOURCE_WH DIVISION DEPARTMENT DOC_TRACK_NR CUST_ORD_NO AUTH_CODE NOTES1' +
  ' PAYMENT_CODE SALESMAN_CODE TRADING_GRP PROJECT_CODE ORDER_STATUS CURRSEL_TOTAL CURRSEL_DETAILS CURR_TRANSACTIN TC_RATE RC_RATE'
const lineFields =
  'TYPE MASTER_CODE QUANTITY PRICE UNIT_CODE UNIT_CONV1 UNIT_CONV2 VAT_RATE VAT_INCLUDED DISCOUNT_RATE DISCOUNT_RATES DETAIL_LEVEL' +
  ' CALC_TYPE DUE_DATE SOURCE_WH EDT_CURR EDT_PRICE CURR_PRICE PC_PRICE'
const slipFields = 'DATE ARP_CODE BANKACC_CODE AMOUNT NOTES1 AUTH_CODE DIVISION DEPARTMENT SALESMAN_CODE PROJECT_CODE'

const inboundFields = Object.fromEntries(
  Object.entries(logoQueries('001', '01')).map(([resource, { columns }]) => [
    `inbound.${resource}`,
    selectedNames(columns),
  ]),
)

/** Logo Tiger 3 and Wings by Logo Objects REST (docs/erp.md). */
export const logo: ErpAdapter = {
  kind: 'logo',
  settings: [
    { name: 'url', type: 'url', isNeeded: true, isTarget: true },
    { name: 'clientId', type: 'text', isNeeded: true },
    { name: 'clientSecret', type: 'secret', isNeeded: true },
    { name: 'username', type: 'text', isNeeded: true },
    { name: 'password', type: 'secret', isNeeded: true },
    { name: 'firm', type: 'number', isNeeded: true, standard: '1' },
    { name: 'period', type: 'number', isNeeded: true, standard: '1' },
    { name: 'channel', type: 'text', standard: 'TOPTAN' },
    { name: 'bankAccount', type: 'text' },
    { name: 'overlapMinutes', type: 'number', standard: '15' },
    { name: 'timeout', type: 'number', standard: '60' },
  ],
  inbound: {
    products: { changes: 'date' },
    units: { changes: 'date' },
    prices: { changes: 'all' },
    stock: { changes: 'all' },
    dealers: { changes: 'date' },
    balances: { changes: 'all' },
    movements: { changes: 'date' },
    rates: { changes: 'all' },
    rules: { changes: 'all' },
  },
  outbound: ['order', 'cancellation', 'payment', 'refund'],
  template: logoTemplate,
  knownFields: {
    ...inboundFields,
    'outbound.order.head': headFields.split(' '),
    'outbound.order.lines': lineFields.split(' '),
    'outbound.cancellation.head': [],
    'outbound.payment.head': slipFields.split(' '),
    'outbound.refund.head': slipFields.split(' '),
  },
  open(settings, tools): ErpSession {
    const client = openLogoClient(settings, tools)
    const firm = String(wholeSetting(settings, 'firm', 1, 999)).padStart(3, '0')
    const period = String(wholeSetting(settings, 'period', 1, 99)).padStart(2, '0')
    const queries = logoQueries(firm, period)
    const overlap = wholeSetting(settings, 'overlapMinutes', 15)
    const books = {
      client,
      tables: `LG_${firm}_${period}_`,
      channel: settingOf(settings, 'channel', 'TOPTAN'),
      bankAccount: settingOf(settings, 'bankAccount'),
      note: tools.note,
    }
    return {
      async check() {
        const clock = await erpClock(client.query)
        // Fails with the ERP's words if the firm or the period does not exist.
        await client.query(`SELECT TOP 1 D.LOGICALREF FROM ${books.tables}ORFICHE D WHERE D.LOGICALREF > 0`)
        return { firm, period, clock }
      },
      read: (resource, from) => readSqlPages(client.query, queries[resource], from, overlap),
      find: (kind, number) => findInLogo(books, kind, number),
      write: (document) => writeToLogo(books, document),
      close: () => client.close(),
    }
  },
}
