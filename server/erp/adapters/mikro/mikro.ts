import { valueAt } from '#domain/erp/map-record.ts'
import { type ErpAdapter, ErpError, type ErpSession, type Settings } from '#server/erp/adapters/adapter.ts'
import { selectedNames } from '#server/erp/adapters/protocol/selected-names.ts'
import { erpClock, readSqlPages } from '#server/erp/adapters/protocol/sql-pages.ts'
import { settingOf, wholeSetting } from '#server/erp/adapters/protocol/values.ts'
import { type MikroClient, openMikroClient } from './mikro-client.ts'
import { findInMikro, writeToMikro } from './mikro-documents.ts'
import { mikroQueries, mikroRecords, mikroUnitFields } from './mikro-queries.ts'
import { mikroTemplate } from './mikro-template.ts'

const headFields =
  'sip_tarih sip_musteri_kod sip_satici_kod sip_doviz_cinsi sip_doviz_kuru sip_special1 sip_special2 sip_special3 sip_teslim_tarih sip_projekodu evrak_aciklama'
const lineFields =
  'sip_stok_kod sip_miktar sip_b_fiyat sip_tutar sip_birim_pntr sip_vergi_pntr sip_vergi_yuzde sip_vergisiz_fl sip_depono sip_stok_sormerk' +
  ' sip_iskonto_1 sip_iskonto_2 sip_iskonto_3 sip_iskonto_4 sip_iskonto_5 sip_iskonto_6 sip_aciklama sip_aciklama2'
const slipFields = (
  'cha_tarihi cha_kod cha_meblag cha_cinsi cha_evrak_tip cha_kasa_hizmet cha_kasa_hizkod cha_d_cins cha_d_kur cha_aciklama' +
  ' cha_srmrkkodu cha_projekodu cha_satici_kodu cha_vade evrak_aciklama'
).split(' ')

const defaultSystem = 'MikroDB_V16'

const nameOf = (settings: Settings, name: string, standard: string, pattern: RegExp): string => {
  const value = settingOf(settings, name, standard)
  if (!pattern.test(value)) throw new ErpError('settings', `${name}: ${value}`)
  return value
}

/** Mikro Fly and Jump by the Mikro API (docs/erp.md). */
export const mikro: ErpAdapter = {
  kind: 'mikro',
  settings: [
    { name: 'url', type: 'url', isNeeded: true, isTarget: true },
    { name: 'company', type: 'text', isNeeded: true },
    { name: 'year', type: 'number', isNeeded: true },
    { name: 'apiKey', type: 'secret' },
    { name: 'username', type: 'text', isNeeded: true },
    { name: 'password', type: 'secret', isNeeded: true },
    { name: 'firm', type: 'number', standard: '0' },
    { name: 'branch', type: 'number', standard: '0' },
    { name: 'systemDatabase', type: 'text', standard: defaultSystem },
    { name: 'orderNumberField', type: 'choice', choices: ['sip_belgeno', 'sip_belge_no'], standard: 'sip_belgeno' },
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
    movements: { changes: 'date' },
    rates: { changes: 'all' },
    rules: { changes: 'date' },
  },
  outbound: ['order', 'cancellation', 'payment', 'refund'],
  template: mikroTemplate,
  knownFields: {
    ...Object.fromEntries(
      Object.entries(mikroQueries(defaultSystem)).map(([resource, { columns }]) => [
        `inbound.${resource}`,
        selectedNames(columns),
      ]),
    ),
    'inbound.units': mikroUnitFields,
    'outbound.order.head': headFields.split(' '),
    'outbound.order.lines': lineFields.split(' '),
    'outbound.cancellation.head': [],
    'outbound.payment.head': slipFields,
    'outbound.refund.head': slipFields,
  },
  open(settings, tools): ErpSession {
    const client = openMikroClient(settings, tools)
    const queries = mikroQueries(nameOf(settings, 'systemDatabase', defaultSystem, /^\w+$/))
    const overlap = wholeSetting(settings, 'overlapMinutes', 15)
    const series = (name: string, standard: string) => nameOf(settings, name, standard, /^[A-Z0-9]{1,10}$/)
    const books = {
      client,
      series: {
        order: series('orderSeries', 'WEB'),
        payment: series('paymentSeries', 'WEP'),
        refund: series('refundSeries', 'WER'),
      },
      orderNumber: nameOf(settings, 'orderNumberField', 'sip_belgeno', /^sip_belge_?no$/),
      cashCode: settingOf(settings, 'cashCode'),
      vatRates: once(() => readVatRates(client)),
      pause: 300,
    }
    return {
      async check() {
        await client.health()
        const clock = await erpClock(client.query)
        await client.query(`SELECT TOP 1 S.${books.orderNumber} FROM SIPARISLER S WHERE S.sip_tip = 0`)
        return {
          company: settingOf(settings, 'company'),
          year: settingOf(settings, 'year'),
          clock,
        }
      },
      async *read(resource, from) {
        for await (const page of readSqlPages(client.query, queries[resource], from, overlap)) {
          yield { ...page, records: mikroRecords(resource, page.records) }
        }
      },
      find: (kind, number) => findInMikro(books, kind, number),
      write: (document) => writeToMikro(books, document),
      close: () => Promise.resolve(),
    }
  },
}

const vatIndexes = Array.from({ length: 11 }, (_, index) => index)

async function readVatRates(client: MikroClient): Promise<string[]> {
  const [row] = await client.query(
    `SELECT ${vatIndexes.map((index) => `dbo.fn_VergiYuzde(${index}) AS V${index}`).join(', ')}`,
  )
  const rates = vatIndexes.map((index) => valueAt(row, `V${index}`))
  if (rates.some((rate) => typeof rate !== 'number')) throw new ErpError('unavailable', 'fn_VergiYuzde')
  return rates.map(String)
}

/** A failed attempt is repeated by the next call. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | null = null
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = null
      throw error
    })
    return loaded
  }
}
