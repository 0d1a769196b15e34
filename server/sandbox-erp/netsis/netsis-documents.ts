import { decimal } from '#domain/money/decimal.ts'
import { ErpRefusal, type NewOrder, type NewSlip } from '#server/sandbox-erp/books/documents.ts'
import { netsisCurrencies } from './netsis-tables.ts'

type Body = Readonly<Record<string, unknown>>

/** An error with the service's number. */
export class NetsisRefusal extends ErpRefusal {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const text = (body: Body, name: string): string => (typeof body[name] === 'string' ? body[name] : '')

function needed(body: Body, name: string): string {
  const value = text(body, name)
  if (value === '') throw new NetsisRefusal(101, `${name} alanı boş olamaz.`)
  return value
}

function figure(body: Body, name: string): string {
  const value = body[name]
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new NetsisRefusal(101, `${name} sayı olmalıdır.`)
  return decimal(value).toString()
}

/** "yyyy-MM-dd HH:mm:ss" */
function day(body: Body, name: string): string {
  const [, date] = /^(\d{4}-\d\d-\d\d) \d\d:\d\d:\d\d$/.exec(text(body, name)) ?? []
  if (date === undefined) throw new NetsisRefusal(101, `${name} geçersiz.`)
  return date
}

function number15(value: string): string {
  if (value.length !== 15) throw new NetsisRefusal(204, 'Belge numarası 15 karakter olmalıdır.')
  return value
}

function currencyOf(no: number): string {
  const currency = Object.entries(netsisCurrencies).find(([, each]) => each === no)?.[0]
  if (currency === undefined) throw new NetsisRefusal(101, `${no} numaralı döviz bulunamadı.`)
  return currency
}

/** A customer's order: type 7. */
export function readOrder(body: Body): NewOrder {
  const head = (body['FatUst'] ?? {}) as Body
  if (body['FaturaTip'] !== 7 || head['Tip'] !== 7)
    throw new NetsisRefusal(101, 'FaturaTip müşteri siparişi olmalıdır.')
  if (typeof head['KDV_DAHILMI'] !== 'boolean') throw new NetsisRefusal(101, 'KDV_DAHILMI alanı boş olamaz.')
  if (head['KDV_DAHILMI']) throw new NetsisRefusal(101, 'Fiyatlar KDV hariç olmalıdır.')
  const documentNo = number15(needed(head, 'FATIRS_NO'))
  for (const name of ['ENTEGRE_TRH', 'FiiliTarih']) day(head, name)
  const lines = Array.isArray(body['Kalems']) ? (body['Kalems'] as Body[]) : []
  if (lines.length === 0) throw new NetsisRefusal(101, 'Kalem bulunamadı.')
  return {
    dialect: 'netsis',
    senderNo: documentNo,
    accountCode: needed(head, 'CariKod'),
    date: day(head, 'Tarih'),
    notes: Array.from({ length: 16 }, (_, index) => text(head, `EKACK${index + 1}`))
      .join(' ')
      .trim(),
    number: null,
    currency: currencyOf(typeof head['DOVIZTIP'] === 'number' ? head['DOVIZTIP'] : 0),
    rate: '1',
    lines: lines.map((line, index) => {
      if (line['Sira'] !== index + 1) throw new NetsisRefusal(101, 'Sira hatalı.')
      if (line['STra_HTUR'] !== 'H') throw new NetsisRefusal(101, 'STra_HTUR hatalı.')
      const warehouseNo = Number(figure(line, 'DEPO_KODU'))
      if (warehouseNo <= 0) throw new NetsisRefusal(101, 'Depo kodu geçersiz.')
      figure(line, 'STra_NF')
      return {
        code: needed(line, 'StokKodu'),
        unit: Number(figure(line, 'Olcubr')),
        quantity: figure(line, 'STra_GCMIK'),
        price: netPrice(line),
        vat: figure(line, 'STra_KDV'),
        warehouseNo,
      }
    }),
  }
}

/** The gross price less up to six discounts, one after the other. */
function netPrice(line: Body): string {
  const rates = ['', '2', '3', '4', '5', '6'].map((n) => `STra_SatIsk${n}`).filter((name) => name in line)
  return rates
    .reduce(
      (price, name) => price.times(decimal(100).minus(figure(line, name)).dividedBy(100)),
      decimal(figure(line, 'STra_BF')),
    )
    .toString()
}

/** Money in (G) or out (C) at the cash account of the cards. */
export function readCash(body: Body): NewSlip {
  const side = text(body, 'IO')
  if (side !== 'G' && side !== 'C') throw new NetsisRefusal(101, 'IO hatalı.')
  if (body['Tip'] !== 'C' || body['Cari_Muh'] !== 'C') throw new NetsisRefusal(101, 'Tip hatalı.')
  if (needed(body, 'KsMas_Kod') !== 'KK') throw new NetsisRefusal(101, 'Kasa kodu bulunamadı.')
  return {
    dialect: 'netsis',
    kind: side === 'G' ? 'payment' : 'refund',
    senderNo: number15(needed(body, 'Fisno')),
    accountCode: needed(body, 'Kod'),
    date: day(body, 'Tarih'),
    notes: text(body, 'Aciklama'),
    number: null,
    amount: figure(body, 'Tutar'),
  }
}
