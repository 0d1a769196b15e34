import { createHash } from 'node:crypto'
import type { BankHttp, PosTerms } from '#server/payments/gateways/gateway.ts'
import { charge } from '#server/payments/gateways/test-bank.ts'
import { opened } from '#server/payments/gateways/test-bank-visit.ts'

/*
 * Answers with the shapes, codes and texts that mewebstudio/pos@a4c454a5 (MIT) recorded, with our own numbers:
 * tests/Unit/DataMapper/ResponseDataMapper/ParamPosResponseDataMapperTest.php, tests/Unit/test_data/parampos.
 */

const guid = '9A7E5C31-2B4D-4F60-8E19-C3D2A1B0F9E8'
export const terms: PosTerms = {
  id: 1,
  adapter: 'param',
  mode: 'own_form',
  environment: 'test',
  settings: { clientId: '20815', name: 'toptanapi' },
  secrets: { password: 'Parola.Gizli.83', guid },
}

export const paymentGuid = 'd68ac15c-17ca-4b7d-a046-107002910001'
export const started = { ...charge, bankReference: paymentGuid }
const md = '450803:13FDE30917BF65D853787DB838390849:3473:##500100000'
export const proof = { md, paymentGuid }

const sha1 = (text: string) => createHash('sha1').update(text).digest('base64')
export const signed = (...parts: string[]) => sha1(parts.join('') + guid)
export const requestHash = (taksit: string, amount: string) =>
  sha1(`20815${guid}${taksit}${amount}${amount}${charge.reference}`)

export const callbackFields = (mdStatus = '1'): [string, string][] => [
  ['md', md],
  ['mdStatus', mdStatus],
  ['orderId', charge.reference],
  ['transactionAmount', '1234,50'],
  ['islemGUID', paymentGuid],
  ['islemHash', signed(paymentGuid, md, mdStatus, charge.reference)],
  ['bankResult', `${mdStatus === '1' ? 'Y' : 'N'}-status/Challenge authentication via ACS`],
  ['dc', ''],
  ['dcURL', 'https://elsewhere.example/turkpos.ws/service_turkpos_test.asmx'],
]

export const soap = (operation: string, inner: string) =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body><${operation}Response xmlns="https://turkpos.com.tr/"><${operation}Result>${inner}</${operation}Result></${operation}Response></soap:Body></soap:Envelope>`

const escaped = (html: string) => html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The page has a form that lets the card's bank recognize the browser, for a hidden frame, and one that goes on. */
export const securePage = `<!DOCTYPE html SYSTEM "about:legacy-compat"><html lang="en"><body><iframe id="tdsMmethodTgtFrame" name="tdsMmethodTgtFrame" src="javascript:false;"></iframe><form id="tdsMmethodForm" action="https://acs.example/3ds-method" method="post" target="tdsMmethodTgtFrame">
<input type="hidden" name="threeDSMethodData" value="eyB9"/>
</form><script type="text/javascript">document.getElementById("tdsMmethodForm").submit();</script><form id="webform0" name="ddcoll" method="POST" action="https://vpos.example/mdpaympi/MerchantServer" accept_charset="UTF-8">
<input type="hidden" name="txid" value="32360341"/><input type="hidden" name="TDS2_Navigator_language" value=""/><input type="text" name="digest" value="gr3kz8S943+/9q8=" readonly="true"/><input type="submit" name="submitBtn" value="Please click here to continue"/>
</form></body></html>`

export const opened3D = (html = securePage, order = charge.reference) =>
  soap(
    'TP_WMD_UCD',
    `<Islem_ID>6021840768</Islem_ID><Islem_GUID>${paymentGuid}</Islem_GUID><UCD_HTML>${escaped(html)}</UCD_HTML><UCD_MD>MosNOirpqxod2A0BdoPp</UCD_MD><Sonuc>1</Sonuc><Sonuc_Str>İşlem Başarılı</Sonuc_Str><Banka_Sonuc_Kod>0</Banka_Sonuc_Kod><Siparis_ID>${order}</Siparis_ID>`,
  )

/** `Sonuc` with its text, in the fields that the operations use. */
export const failed = (operation: string, code: string, text: string, bankCode = '-1') =>
  soap(
    operation,
    `<Sonuc>${code}</Sonuc><Sonuc_Str>${text}</Sonuc_Str><Sonuc_Ack>${text}</Sonuc_Ack><Bank_Sonuc_Kod>${bankCode}</Bank_Sonuc_Kod><Banka_Sonuc_Kod>${bankCode}</Banka_Sonuc_Kod><Komisyon_Oran>0</Komisyon_Oran>`,
  )

export const captured = soap(
  'TP_WMD_Pay',
  `<Sonuc>1</Sonuc><Sonuc_Ack>Başarılı</Sonuc_Ack><Dekont_ID>3007295376</Dekont_ID><Siparis_ID>${charge.reference}</Siparis_ID><UCD_MD>444676:E997FB32</UCD_MD><Bank_Trans_ID>26325TKkF16602</Bank_Trans_ID><Bank_AuthCode>150888</Bank_AuthCode><Bank_HostMsg>Approved</Bank_HostMsg><Bank_Extra>${escaped('<Extra><NUMCODE>00</NUMCODE></Extra>')}</Bank_Extra><Bank_Sonuc_Kod>0</Bank_Sonuc_Kod><Bank_HostRefNum>632519200463</Bank_HostRefNum><Komisyon_Oran>1.01</Komisyon_Oran>`,
)
export const receipt = { authCode: '150888', bankReference: '632519200463', transaction: '3007295376' }

export const givenBack = soap(
  'TP_Islem_Iptal_Iade_Kismi2',
  `<Sonuc>1</Sonuc><Sonuc_Str>Approved</Sonuc_Str><Banka_Sonuc_Kod>0</Banka_Sonuc_Kod><Bank_AuthCode>142436</Bank_AuthCode><Bank_Trans_ID>26326OB6H12275</Bank_Trans_ID><Bank_HostRefNum>632614472735</Bank_HostRefNum>`,
)

/** The result of TP_Islem_Sorgulama4. */
export function state(fields: Record<string, string> = {}): string {
  const row = {
    Odeme_Sonuc: '1',
    Odeme_Sonuc_Aciklama: 'İşlem Başarılı',
    Dekont_ID: '3007295376',
    Siparis_ID: charge.reference,
    Islem_ID: charge.reference,
    Durum: 'SUCCESS',
    Tarih: '21.11.2026 13:14:32',
    Toplam_Tutar: '1234.50',
    Komisyon_Oran: '1.75',
    Banka_Sonuc_Aciklama: '',
    Taksit: '3',
    Toplam_Iade_Tutar: '0',
    KK_No: '450803******4509',
    Islem_Tip: 'SALE',
    Bank_Trans_ID: '26325TKkF16602',
    Bank_AuthCode: '150888',
    Bank_HostRefNum: '632519200463',
    ...fields,
  }
  return Object.entries(row)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')
}

export const inquired = (rows: string) =>
  soap('TP_Islem_Sorgulama4', `<DT_Bilgi>${rows}</DT_Bilgi><Sonuc>1</Sonuc><Sonuc_Str>Başarılı</Sonuc_Str>`)

/** A row of TP_Islem_Izleme. */
export function listRow(fields: Record<string, string> = {}): string {
  const row = {
    SanalPOS_Islem_ID: '6021847204',
    SanalPOS_Islem_ID_Orj: '0',
    Sonuc_Str: 'Başarılı',
    Tip_Str: 'Satış',
    Tarih: '2026-11-20T09:12:23.553+03:00',
    Odeme_Yapan_Bilgisi: '6021847204 / IŞIK / GSM:5550000000 / KK No:45080345****4509',
    Taksit: '0',
    Tutar: '1234.5000',
    Dekont_ID: '3007295376',
    ORJ_ORDER_ID: charge.reference,
    Sonuc: '1',
    Toplam_Iade_Tutar: '0.0000',
    PB: 'TRL',
    ...fields,
  }
  const cells = Object.entries(row).map(([name, value]) => (value === '' ? '' : `<${name}>${value}</${name}>`))
  return `<Temp diffgr:id="Temp1" msdata:rowOrder="0">${cells.join('')}</Temp>`
}

const schema =
  '<xs:schema id="NewDataSet" xmlns="" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata"><xs:element name="NewDataSet" msdata:IsDataSet="true"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="Temp"><xs:complexType><xs:sequence><xs:element name="Tutar" type="xs:decimal" minOccurs="0" /></xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema>'

export const listed = (...rows: string[]) =>
  soap(
    'TP_Islem_Izleme',
    `<DT_Bilgi>${schema}<diffgr:diffgram xmlns:msdata="urn:schemas-microsoft-com:xml-msdata" xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1"><NewDataSet xmlns="">${rows.join('')}</NewDataSet></diffgr:diffgram></DT_Bilgi><Sonuc>1</Sonuc><Sonuc_Str>Başarılı</Sonuc_Str>`,
  )

/** A service that answers its requests with these texts, one after the other, and the requests that it got. */
export function recording(...texts: string[]) {
  const sent: { url: string; operation: string; body: string }[] = []
  const http: BankHttp = ({ url, headers = {}, body = '' }) => {
    sent.push({ url, operation: headers['soapaction'] ?? '', body })
    return Promise.resolve({ ok: true, status: 200, text: texts[sent.length - 1] ?? '', contentType: 'text/xml' })
  }
  return { sent, gateway: opened({ terms, http }) }
}
