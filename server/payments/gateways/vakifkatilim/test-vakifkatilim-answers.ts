import { createHash } from 'node:crypto'
import type { PosTerms } from '#server/payments/gateways/gateway.ts'
import { charge } from '#server/payments/gateways/test-bank.ts'

/*
 * Answers with the shapes, codes and texts that mewebstudio/pos@a4c454a5 (MIT) recorded, with our own numbers:
 * tests/Unit/DataMapper/ResponseDataMapper/VakifKatilimPosResponseDataMapperTest.php,
 * tests/Unit/Serializer/VakifKatilimPosSerializerTest.php, tests/Unit/test_data/vakifkatilimpos/history/success_history.json.
 */

export const terms: PosTerms = {
  id: 1,
  adapter: 'vakifkatilim',
  mode: 'own_form',
  environment: 'test',
  settings: { merchantId: '3071', customerId: '8844120', name: 'toptanapi' },
  secrets: { password: 'Parola.Gizli.72' },
}

const sha1 = (text: string) => createHash('sha1').update(text).digest('base64')
export const signature = (...parts: string[]) => sha1(parts.join('') + sha1('Parola.Gizli.72'))

const namespaces = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"\nxmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'

/** The bank declares utf-16 and sends UTF-8. */
export const contract = (inner: string) =>
  `<?xml version="1.0" encoding="utf-16"?>\n<VPosTransactionResponseContract ${namespaces}>${inner}</VPosTransactionResponseContract>`

const md = '/6auNEWM9TvyMZAuoM5Tjw=='
export const proof = { md }

export const callbackFields = (code = '00', order = '6401234'): [string, string][] => [
  ['ResponseCode', code],
  ['ResponseMessage', code === '00' ? 'Kart doğrulandı.' : '(N)Isleminiz gerceklestirelemedi.'],
  ['ProvisionNumber', ''],
  ['MerchantOrderId', charge.reference],
  ['OrderId', order],
  ['RRN', ''],
  ['Stan', ''],
  ['HashData', signature(charge.reference, code, order)],
  ['MD', md],
]

export const refusalPage = `<!DOCTYPE html>\n<html xmlns="http//www.w3.org/1999/xhtml"><head><title></title></head><body onload="OnLoadEvent();"><form name="downloadForm" action="${charge.callbackUrl}"\nmethod="POST"><input type="hidden" name="ResponseCode" value="CardNotEnrolled"><input type="hidden" name="ResponseMessage" value="Card 3D Secure kayitli degil."><input type="hidden" name="ProvisionNumber"><input type="hidden" name="HashData"><noscript><center><input type="submit" name="submit" value="Submit"></center></noscript></form></body></html>`

const vposMessage = `<VPosMessage><HashData>7tVy86ZXrcFCXLXL61Ayk0NkuBU=</HashData><MerchantId>3071</MerchantId><SubMerchantId>0</SubMerchantId><CustomerId>8844120</CustomerId><UserName>toptanapi</UserName><OkUrl>${charge.callbackUrl}</OkUrl><CommonPaymentPageAllowed xsi:nil="true" /><BatchId>0</BatchId><InstallmentCount>3</InstallmentCount><Amount>123450</Amount><FECAmount>0</FECAmount><TransactionSecurity>3</TransactionSecurity><Products /><APIVersion>1.0.0</APIVersion></VPosMessage>`

export const answered = (code: string, text: string, rrn = '632512081069') =>
  contract(
    `${vposMessage}<IsEnrolled>true</IsEnrolled><IsVirtual>false</IsVirtual>${code === '00' ? '<ProvisionNumber>271425</ProvisionNumber>' : ''}<RRN>${rrn}</RRN><Stan>434824</Stan><ResponseCode>${code}</ResponseCode><ResponseMessage>${text}</ResponseMessage><OrderId>6401234</OrderId><TransactionTime>2026-11-21T12:49:44.4281161</TransactionTime><MerchantOrderId>${charge.reference}</MerchantOrderId><HashData>${signature(charge.reference, rrn, code, '6401234')}</HashData><BusinessKey>0</BusinessKey>`,
  )

export const receipt = {
  authCode: '271425',
  bankReference: '632512081069',
  transaction: '6401234/434824',
  cardFirst6: '450803',
  cardLast4: '4509',
}

/** A row of SelectOrder and SelectOrderByMerchantOrderId; amounts in lira. */
export function orderRow(fields: Record<string, string> = {}): string {
  const row = {
    OrderId: '6401234',
    MerchantOrderId: charge.reference,
    MerchantId: '3071',
    PosTerminalId: '111111',
    OrderStatus: '1',
    OrderStatusDescription: 'Satis',
    OrderType: '2',
    TransactionStatus: '1',
    LastOrderStatus: '1',
    EndOfDayStatus: '1',
    FEC: '0949',
    FecDescription: 'TRY',
    TransactionSecurity: '3',
    CardHolderName: 'ÇAĞRI IŞIK',
    CardNumber: '450803******4509',
    OrderDate: '2026-11-20T15:21:28.123',
    FirstAmount: '1234.50',
    TranAmount: '1234.50',
    FECAmount: '0.00',
    CancelAmount: '0.00',
    DrawbackAmount: '0.00',
    ClosedAmount: '0.00',
    InstallmentCount: '3',
    ResponseCode: '00',
    ResponseExplain: 'İşlem onaylandı',
    ProvNumber: '271425',
    RRN: '632512081069',
    Stan: '434824',
    MerchantUserName: 'toptanapi',
    BatchId: '1',
    ...fields,
  }
  return `<OrderContract>${Object.entries(row)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</OrderContract>`
}

export const orders = (...rows: string[]) =>
  contract(
    `<VPosOrderData>${rows.join('')}</VPosOrderData><ResponseCode>00</ResponseCode><ResponseMessage /><MerchantOrderId>${charge.reference}</MerchantOrderId>`,
  )

export const failed = (code: string, text: string) =>
  contract(`<VPosOrderData /><ResponseCode>${code}</ResponseCode><ResponseMessage>${text}</ResponseMessage>`)
