import { valueAt } from '#domain/erp/map-record.ts'
import { type ErpAdapter, ErpError, type ErpPage, type ErpSession } from '#server/erp/adapters/adapter.ts'
import { selectedNames } from '#server/erp/adapters/protocol/selected-names.ts'
import { erpClock, readSqlPages } from '#server/erp/adapters/protocol/sql-pages.ts'
import { settingOf, textAt, wholeSetting } from '#server/erp/adapters/protocol/values.ts'
import { openNetsisClient, type NetsisClient } from './netsis-client.ts'
import { findInNetsis, writeToNetsis } from './netsis-documents.ts'
import { netsisPriceFields, netsisQueries, netsisRecords, netsisUnitFields } from './netsis-queries.ts'
import { netsisTemplate } from './netsis-template.ts'

const headFields =
  'Sube_Kodu CariKod Tarih ENTEGRE_TRH FiiliTarih TIPI KDV_DAHILMI DOVIZTIP Aciklama EKACK1 KOD1 KOD2 Proje_Kodu PLA_KODU'
const lineFields =
  'StokKodu DEPO_KODU STra_GCMIK STra_BF STra_NF STra_KDV STra_DOVTIP STra_DOVFIAT STra_HTUR Olcubr' +
  ' STra_SatIsk STra_SatIsk2 STra_SatIsk3 STra_SatIsk4 STra_SatIsk5 STra_SatIsk6'
const cashFields =
  'KsMas_Kod Kod Tarih Tutar Aciklama CariHareketAciklama Sube_Kodu Plasiyer_Kodu Proje_Kodu DovizTipi DovizTut Kur OdemeTuru Taksit'
const cashSection = cashFields.split(' ')

/** Series are letters and digits; the rest of a number of 15 is ours. */
function seriesOf(settings: Readonly<Record<string, string>>, name: string, standard: string): string {
  const series = settingOf(settings, name, standard)
  if (!/^[A-Z0-9]{1,4}$/.test(series)) throw new ErpError('settings', `${name}: ${series}`)
  return series
}

/** Netsis by NetOpenX REST (docs/erp.md). */
export const netsis: ErpAdapter = {
  kind: 'netsis',
  settings: [
    { name: 'url', type: 'url', isNeeded: true, isTarget: true },
    { name: 'username', type: 'text', isNeeded: true },
    { name: 'password', type: 'secret', isNeeded: true },
    { name: 'branch', type: 'number', standard: '0' },
    { name: 'database', type: 'text', isNeeded: true },
    { name: 'databaseUser', type: 'text', standard: 'TEMELSET' },
    { name: 'databasePassword', type: 'secret' },
    { name: 'dbType', type: 'choice', choices: ['0', '1', 'none'], standard: '0' },
    { name: 'orderSeries', type: 'text', standard: 'WEB' },
    { name: 'paymentSeries', type: 'text', standard: 'WEP' },
    { name: 'refundSeries', type: 'text', standard: 'WER' },
    { name: 'cashCode', type: 'text' },
    { name: 'overlapMinutes', type: 'number', standard: '15' },
    { name: 'timeout', type: 'number', standard: '60' },
  ],
  inbound: {
    products: { changes: 'date' },
    units: { changes: 'date' },
    prices: { changes: 'date' },
    stock: { changes: 'all' },
    dealers: { changes: 'date' },
    balances: { changes: 'all' },
    movements: { changes: 'counter' },
    rates: { changes: 'all' },
    rules: { changes: 'all' },
  },
  outbound: ['order', 'cancellation', 'payment', 'refund'],
  template: netsisTemplate,
  knownFields: {
    ...Object.fromEntries(
      Object.entries(netsisQueries).map(([resource, { columns }]) => [`inbound.${resource}`, selectedNames(columns)]),
    ),
    'inbound.units': netsisUnitFields,
    'inbound.prices': netsisPriceFields,
    'inbound.rates': ['Tarih', 'Sira', 'ISIM', 'DOV_ALIS', 'DOV_SATIS', 'EFF_ALIS', 'EFF_SATIS'],
    'outbound.order.head': headFields.split(' '),
    'outbound.order.lines': lineFields.split(' '),
    'outbound.cancellation.head': [],
    'outbound.payment.head': cashSection,
    'outbound.refund.head': cashSection,
  },
  open(settings, tools): ErpSession {
    const client = openNetsisClient(settings, tools)
    const overlap = wholeSetting(settings, 'overlapMinutes', 15)
    const books = {
      client,
      cashCode: settingOf(settings, 'cashCode'),
      series: {
        order: seriesOf(settings, 'orderSeries', 'WEB'),
        payment: seriesOf(settings, 'paymentSeries', 'WEP'),
        refund: seriesOf(settings, 'refundSeries', 'WER'),
      },
    }
    return {
      async check() {
        const clock = await erpClock(client.query)
        await client.query("SELECT TOP 1 A.FATIRS_NO FROM TBLSIPAMAS A WHERE A.FTIRSIP = '6'")
        return {
          database: settingOf(settings, 'database'),
          branch: settingOf(settings, 'branch', '0'),
          clock,
        }
      },
      async *read(resource, from) {
        if (resource === 'rates') return yield* readRates(client)
        for await (const page of readSqlPages(client.query, netsisQueries[resource], from, overlap)) {
          yield { ...page, records: netsisRecords(resource, page.records) }
        }
      },
      find: (kind, number) => findInNetsis(books, kind, number),
      write: (document) => writeToNetsis(books, document),
      close: () => client.close(),
    }
  },
}

const listLimit = 100

/** The latest rates, with the names of their currencies: the two lists share `Sira`. */
async function* readRates(client: NetsisClient): AsyncGenerator<ErpPage> {
  const currencies = await client.list(`/ForExs?limit=${listLimit}&offset=0`)
  const names = new Map(currencies.map((row) => [textAt(row, 'Sira'), valueAt(row, 'ISIM')]))
  const rates = await client.list(`/ExRates?limit=${listLimit}&offset=0&sort=${encodeURIComponent('Tarih DESC')}`)
  const today = (await erpClock(client.query)).slice(0, 10)
  const valid = rates.filter((rate) => textAt(rate, 'Tarih').slice(0, 10) <= today)
  // The newest come first.
  const latest = new Map(valid.toReversed().map((rate) => [textAt(rate, 'Sira'), rate]))
  yield { records: [...latest].map(([no, rate]) => ({ ...rate, ISIM: names.get(no) })) }
}
