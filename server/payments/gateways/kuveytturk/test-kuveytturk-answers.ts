import { createHash } from 'node:crypto'
import type { Callback, PosTerms } from '#server/payments/gateways/gateway.ts'
import { charge, posted } from '#server/payments/gateways/test-bank.ts'

/*
 * Answers with the shapes, codes and texts that mewebstudio/pos@a4c454a5 (MIT) recorded, with our own numbers:
 * tests/Unit/DataMapper/ResponseDataMapper/KuveytPosResponseDataMapperTest.php, tests/Unit/Serializer/KuveytPosSerializerTest.php.
 */

export const terms: PosTerms = {
  id: 1,
  adapter: 'kuveytturk',
  mode: 'own_form',
  environment: 'test',
  settings: { merchantId: '57902', customerId: '9450117', name: 'toptanapi' },
  secrets: { password: 'Gizli.Sifre.61' },
}

const sha1 = (text: string) => createHash('sha1').update(text).digest('base64')
export const signature = (...parts: string[]) => sha1(parts.join('') + sha1('Gizli.Sifre.61'))

const nil = (...names: string[]) => names.map((name) => `<${name} xsi:nil="true" />`).join('')
const namespaces = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"'

const vposMessage = `<VPosMessage><OrderId>155801234</OrderId><OkUrl>${charge.callbackUrl}</OkUrl><FailUrl>${charge.callbackUrl}</FailUrl><MerchantId>57902</MerchantId><SubMerchantId>0</SubMerchantId><CustomerId>9450117</CustomerId><UserName /><HashPassword /><CardNumber>45080345****4509</CardNumber>${nil('IsTemporaryCard')}<BatchID>545</BatchID><InstallmentCount>3</InstallmentCount><Amount>123450</Amount><CancelAmount>0</CancelAmount><MerchantOrderId>${charge.reference}</MerchantOrderId>${nil('OrderStatus', 'RetryCount')}<FECAmount>0</FECAmount><CurrencyCode>949</CurrencyCode><QeryId>0</QeryId><DebtId>0</DebtId><SurchargeAmount>0</SurchargeAmount><SGKDebtAmount>0</SGKDebtAmount><TransactionSecurity>3</TransactionSecurity>${nil('DeferringCount')}<InstallmentMaturityCommisionFlag>0</InstallmentMaturityCommisionFlag>${nil('PaymentId', 'OrderPOSTransactionId', 'TranDate', 'TransactionUserId', 'DeviceData', 'CardHolderData')}</VPosMessage>`

export const contract = (inner: string) =>
  `<?xml version="1.0" encoding="utf-8"?><VPosTransactionResponseContract ${namespaces}>${inner}</VPosTransactionResponseContract>`

const flags = '<IsEnrolled>true</IsEnrolled><IsVirtual>false</IsVirtual>'
const md = 'Q2FyZGhvbGRlciB2ZXJpZmllZCwgZXhhbXBsZQ+/Aw=='

/** The cardholder was authenticated. */
export const authenticated = contract(
  `${vposMessage}${flags}<ResponseCode>00</ResponseCode><ResponseMessage>Kart doğrulandı.</ResponseMessage><OrderId>155801234</OrderId><TransactionTime>0001-01-01T00:00:00</TransactionTime><MerchantOrderId>${charge.reference}</MerchantOrderId><HashData>${signature(charge.reference, '00', '155801234')}</HashData><MD>${md}</MD><ReferenceId>1d2a9d4cc853468090d915943341ad00</ReferenceId>${nil('MerchantId')}<BusinessKey>202611219999000000009059964</BusinessKey>`,
)
export const proof = { md }

/** A refusal in words, signed as Vakıf Katılım signs it (VakifKatilimPosResponseDataMapperTest.php, 3d_auth_fail1). */
export const refused = (code: string, text: string) =>
  contract(
    `${flags}<ResponseCode>${code}</ResponseCode><ResponseMessage>${text}</ResponseMessage><OrderId>0</OrderId><TransactionTime>0001-01-01T00:00:00</TransactionTime><MerchantOrderId>${charge.reference}</MerchantOrderId><HashData>${signature(charge.reference, code, '0')}</HashData><BusinessKey>0</BusinessKey>`,
  )

/** A request that the bank rejects: it signs nothing. */
export const rejected = (code: string, text: string, order = charge.reference) =>
  contract(
    `${flags}<ResponseCode>${code}</ResponseCode><ResponseMessage>${text}</ResponseMessage><OrderId>0</OrderId><TransactionTime>0001-01-01T00:00:00</TransactionTime>${order && `<MerchantOrderId>${order}</MerchantOrderId>`}<ReferenceId>9b8e2326a9df44c2b2aac0b98b11f000</ReferenceId><BusinessKey>0</BusinessKey>`,
  )

export const captured = contract(
  `${vposMessage}${flags}<ProvisionNumber>050560</ProvisionNumber><RRN>632519539222</RRN><Stan>539222</Stan><ResponseCode>00</ResponseCode><ResponseMessage>OTORİZASYON VERİLDİ</ResponseMessage><OrderId>155801234</OrderId><TransactionTime>2026-11-21T12:01:28.95</TransactionTime><MerchantOrderId>${charge.reference}</MerchantOrderId><HashData>${signature(charge.reference, '632519539222', '00', '155801234')}</HashData>${nil('MerchantId')}<BusinessKey>202611219999000000009042173</BusinessKey>`,
)
export const receipt = {
  authCode: '050560',
  bankReference: '632519539222',
  transaction: '155801234/539222',
  cardFirst6: '450803',
  cardLast4: '4509',
}

/** The issuing bank's refusal, as Vakıf Katılım's (fail_pre_auth): with an RRN, without a signature. */
export const declined = (code: string, text: string) =>
  contract(
    `${vposMessage}${flags}<RRN>632519539223</RRN><Stan>539223</Stan><ResponseCode>${code}</ResponseCode><ResponseMessage>${text}</ResponseMessage><OrderId>155801234</OrderId><TransactionTime>2026-11-21T12:01:28.95</TransactionTime><MerchantOrderId>${charge.reference}</MerchantOrderId><BusinessKey>0</BusinessKey>`,
  )

/** The page that posts an answer to the shop; the value is URL-encoded before it is posted. */
export const refusalPage = (xml: string) =>
  `<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml">\n<head runat="server"><APM_DO_NOT_TOUCH>\n<script type="text/javascript">/* … */</script></APM_DO_NOT_TOUCH><title></title></head><body onload="OnLoadEvent();"><form name="downloadForm" action="${charge.callbackUrl}" method="POST"><input type="hidden" name="AuthenticationResponse" value="${encoded(xml)}"><noscript><center>Please click the submit button below.<br><input type="submit" name="submit" value="Submit"></center></noscript></form><script language="Javascript">function OnLoadEvent() {document.downloadForm.submit();}</script></body></html>`

/** The page that leads to the 3-D server. */
export const securePage = (action: string) =>
  `<!DOCTYPE html SYSTEM 'about:legacy-compat'>\n<html class='no-js' lang='en' xmlns='http://www.w3.org/1999/xhtml'><head><title>3D Secure Processing</title></head><body><div id='formdiv'><script type='text/javascript'>function hideAndSubmit(formid) { document.getElementById(formid).submit() }</script><form id='webFlow' name='webFlow' method='POST' action='${action}'>\n<input type='hidden' name='threeDSServerWebFlowStart' value='eyJhbGciOiJIUzI1NiJ9.e30.c2ln'/>\n<input type='hidden' name='browserColorDepth' value=''/>\n<input type='submit' name='submitBtn' value='Please click here to continue'/></form></div></body></html>\n<script id="f5_cspm">(function(){}());</script>`

const encoded = (xml: string) => encodeURIComponent(xml).replaceAll('%20', '+')
export const returned = (xml: string): Callback => posted([['AuthenticationResponse', encoded(xml)]])

export const soap = (operation: string, inner: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body ${namespaces}><${operation}Response xmlns="http://boa.net/BOA.Integration.VirtualPos/Service"><${operation}Result>${inner}</${operation}Result></${operation}Response></s:Body></s:Envelope>`

export const fault = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring xml:lang="tr-TR">Error in deserializing body of request message</faultstring></s:Fault></s:Body></s:Envelope>`

const error = (code: string, text: string, severity: string) =>
  `<Result><ErrorMessage>${text}</ErrorMessage>${code && `<ErrorCode>${code}</ErrorCode>`}<IsFriendly>true</IsFriendly><Severity>${severity}</Severity></Result>`

/** Errors (code, text, severity) of an operation, in the service's order. */
export const failed = (operation: string, ...errors: [string, string, string][]) =>
  soap(
    operation,
    `<Results>${errors.map((each) => error(...each)).join('')}</Results><Success>false</Success><Value><IsEnrolled>false</IsEnrolled><IsVirtual>false</IsVirtual><ResponseCode>DbLayerError</ResponseCode><OrderId>0</OrderId><TransactionTime>0001-01-01T00:00:00</TransactionTime><MerchantId xsi:nil="true"/><BusinessKey>0</BusinessKey></Value>`,
  )

/** An operation with the card's bank's code. */
export const answered = (operation: string, code: string, text: string) =>
  soap(
    operation,
    `<Results/><Success>true</Success><Value><IsEnrolled>false</IsEnrolled><IsVirtual>false</IsVirtual><ProvisionNumber>050823</ProvisionNumber><RRN>632615539590</RRN><Stan>539590</Stan><ResponseCode>${code}</ResponseCode><ResponseMessage>${text}</ResponseMessage><OrderId>155801234</OrderId><TransactionTime>2026-11-22T15:19:15.7471578</TransactionTime><MerchantOrderId>${charge.reference}</MerchantOrderId><CurrencyCode>0949</CurrencyCode><MerchantId xsi:nil="true"/><BusinessKey>202611229999000000013631520</BusinessKey></Value>`,
  )

/** A row of GetMerchantOrderDetail; amounts in lira. */
export function orderRow(fields: Record<string, string> = {}): string {
  const row = {
    IsSelected: 'false',
    IsSelectable: 'true',
    OrderId: '155801234',
    MerchantOrderId: charge.reference,
    MerchantId: '57902',
    CardHolderName: 'ÇAĞRI IŞIK',
    CardType: 'Visa',
    CardNumber: '450803******4509',
    OrderDate: '2026-11-21T12:00:58.07',
    OrderStatus: '1',
    LastOrderStatus: '1',
    OrderType: '1',
    TransactionStatus: '1',
    FirstAmount: '1234.50',
    CancelAmount: '0.00',
    DrawbackAmount: '0.00',
    ClosedAmount: '0.00',
    FEC: '0949',
    VPSEntryMode: 'ECOM',
    InstallmentCount: '3',
    TransactionSecurity: '3',
    ResponseCode: '00',
    ResponseExplain: 'İşlem gerçekleştirildi.',
    EndOfDayStatus: '1',
    ProvNumber: '050560',
    BatchId: '545',
    RRN: '632519539222',
    Stan: '539222',
    ...fields,
  }
  return `<OrderContract>${Object.entries(row)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}<EndOfDayDate xsi:nil="true"/></OrderContract>`
}

export const orders = (...rows: string[]) =>
  soap('GetMerchantOrderDetail', `<Results/><Success>true</Success><Value>${rows.join('')}</Value>`)
