import { seal } from '#server/platform/http/secrets.ts'
import { addressRequests } from './address-requests.ts'
import { adminRequests } from './admin-requests.ts'
import { announcementRequests } from './announcement-requests.ts'
import { applicationRequests } from './application-requests.ts'
import { contractEndpoints } from './endpoints.ts'
import { factorRequests } from './factor-requests.ts'
import { feedRequests } from './feed-requests.ts'
import { invoiceRequests } from './invoice-requests.ts'
import { limitRequests } from './limit-requests.ts'
import { listRequests } from './list-requests.ts'
import { adminOfferRequests, offerRequests } from './offer-requests.ts'
import { noteRequests } from './note-requests.ts'
import { passwordToken, password, type People, photo, unattachedPhoto } from './people.ts'
import { personalDataRequests } from './personal-data-requests.ts'
import { placeRequests } from './place-requests.ts'
import { purchaseRequests } from './purchase-requests.ts'
import { priceListRequests } from './price-list-requests.ts'
import { priceRuleRequests } from './price-rule-requests.ts'
import { promotionRequests } from './promotion-requests.ts'
import { representativeRequests } from './representative-requests.ts'
import { singleSignOnRequests } from './single-sign-on-requests.ts'
import { transferRequests } from './transfer-requests.ts'
import { type Sent, type TestRequest, testSecret, type TestVisitor } from './shop.ts'

/** A valid request for every call: it can only be refused for its caller. */
export const requests: Record<string, (people: People) => TestRequest> = {
  ...addressRequests,
  ...adminRequests,
  ...placeRequests,
  ...feedRequests,
  ...invoiceRequests,
  ...transferRequests,
  ...limitRequests,
  ...listRequests,
  ...offerRequests,
  ...adminOfferRequests,
  ...noteRequests,
  ...announcementRequests,
  ...applicationRequests,
  ...priceListRequests,
  ...priceRuleRequests,
  ...promotionRequests,
  ...purchaseRequests,
  ...representativeRequests,
  ...factorRequests,
  ...singleSignOnRequests,
  ...personalDataRequests,
  'POST /account/login': ({ other }) => ({ url: '/account/login', body: { username: other.email, password } }),
  'GET /api/account/login/refusal': () => ({
    url: `/api/account/login/refusal?refused=${seal(testSecret, { refusal: { code: 'wrong_credentials' }, at: Date.now() })}`,
  }),
  'POST /api/account/login': ({ other }) => ({ url: '/api/account/login', body: { username: other.email, password } }),
  'POST /api/account/logout': () => ({ url: '/api/account/logout' }),
  'POST /account/logout': () => ({ url: '/account/logout' }),
  'POST /api/account/forgotten': () => ({ url: '/api/account/forgotten', body: { email: 'kimse@example.com' } }),
  'GET /api/account/password/:token': () => ({ url: `/api/account/password/${passwordToken}` }),
  'POST /api/account/password/:token': () => ({
    url: `/api/account/password/${passwordToken}`,
    body: { password: 'yepyeni-parola-1', passwordVerify: 'yepyeni-parola-1' },
  }),
  'DELETE /api/account/view': () => ({ url: '/api/account/view' }),
  'GET /api/account/devices': () => ({ url: '/api/account/devices' }),
  'DELETE /api/account/devices': () => ({ url: '/api/account/devices' }),
  'DELETE /api/account/devices/:id': () => ({ url: '/api/account/devices/999999999' }),
  'GET /api/account/users': () => ({ url: '/api/account/users' }),
  'POST /api/account/users': () => ({
    url: '/api/account/users',
    body: { name: 'Yeni kullanıcı', email: `yeni${Math.random()}@example.com`, userRole: 'buyer' },
  }),
  'PATCH /api/account/users/:id': ({ noRight }) => ({
    url: `/api/account/users/${noRight.userId}`,
    body: { name: noRight.name, userRole: 'buyer', before: 'buyer' },
  }),
  'POST /api/account/users/:id/state': ({ noRight }) => ({
    url: `/api/account/users/${noRight.userId}/state`,
    body: { isDisabled: false },
  }),
  'DELETE /api/account/users/:id': () => ({ url: '/api/account/users/999999999' }),
  'POST /api/account/users/:id/invitation': () => ({ url: '/api/account/users/999999999/invitation' }),
  'POST /api/account/roles': () => ({
    url: '/api/account/roles',
    body: { name: `Rol ${Math.random()}`, permissions: ['prices'] },
  }),
  'PATCH /api/account/roles/:id': () => ({
    url: '/api/account/roles/999999999',
    body: { name: 'Depo', permissions: ['prices'] },
  }),
  'DELETE /api/account/roles/:id': () => ({ url: '/api/account/roles/999999999' }),
  'GET /api/visitor': () => ({ url: '/api/visitor' }),
  'POST /api/catalog/settings': () => ({
    url: '/api/catalog/settings',
    body: { key: 'productListView', value: 'grid' },
  }),
  'POST /api/catalog/cookies': () => ({ url: '/api/catalog/cookies', body: { allowCookies: true } }),
  'GET /api/catalog/products': () => ({ url: '/api/catalog/products' }),
  'GET /api/catalog/products/*': () => ({ url: '/api/catalog/products/search?q=p' }),
  'GET /api/catalog/price-reasons': ({ product }) => ({ url: `/api/catalog/price-reasons?product=${product.id}` }),
  'POST /api/catalog/payment-comparison': ({ product }) => ({
    url: '/api/catalog/payment-comparison',
    body: { product: { id: product.id, unit: product.unitId, quantity: 1 } },
  }),
  'GET /api/catalog/product/:key': ({ product }) => ({ url: `/api/catalog/product/${product.id}` }),
  'GET /api/catalog/variants/:id': ({ product }) => ({ url: `/api/catalog/variants/${product.id}` }),
  'GET /api/catalog/categories': () => ({ url: '/api/catalog/categories' }),
  'GET /api/catalog/campaigns': () => ({ url: '/api/catalog/campaigns' }),
  'GET /api/catalog/comparison': ({ product }) => ({ url: `/api/catalog/comparison?u=${product.id}` }),
  'GET /autocomplete': () => ({ url: '/autocomplete?q=p' }),
  'GET /api/catalog/places': () => ({ url: '/api/catalog/places?q=p' }),
  'GET /api/catalog/searches': () => ({ url: '/api/catalog/searches' }),
  'DELETE /api/catalog/searches': () => ({ url: '/api/catalog/searches' }),
  'POST /api/catalog/searches': () => ({ url: '/api/catalog/searches', body: { q: 'p' } }),
  'GET /api/catalog/cart': () => ({ url: '/api/catalog/cart' }),
  'POST /api/catalog/cart/:productId': ({ product }) => ({
    url: `/api/catalog/cart/${product.id}`,
    body: { quantity: 1, productValue: product.unitId },
  }),
  'PATCH /api/catalog/cart/:productId': ({ product }) => ({
    url: `/api/catalog/cart/${product.id}`,
    body: { quantity: 3 },
  }),
  'DELETE /api/catalog/cart/:productId': ({ product }) => ({ url: `/api/catalog/cart/${product.id}` }),
  'DELETE /api/catalog/cart': () => ({ url: '/api/catalog/cart' }),
  'GET /api/catalog/cart/page': () => ({ url: '/api/catalog/cart/page' }),
  'GET /api/catalog/cart/revision': () => ({ url: '/api/catalog/cart/revision?fingerprint=0-0-0' }),
  'PATCH /api/account/order-question': () => ({
    url: '/api/account/order-question',
    body: { asksBeforeOrder: true },
  }),
  'PATCH /api/catalog/cart': () => ({ url: '/api/catalog/cart', body: { advencePrice: '' } }),
  'POST /api/catalog/cart/restore': () => ({ url: '/api/catalog/cart/restore', body: { undo: '0'.repeat(32) } }),
  'POST /api/catalog/cart/lines': ({ product }) => ({
    url: '/api/catalog/cart/lines',
    body: { lines: [{ code: product.code, quantity: 1 }] },
  }),
  'POST /api/catalog/cart/units': ({ product }) => ({
    url: '/api/catalog/cart/units',
    body: { lines: [{ productId: product.id, unitId: product.unitId, quantity: 1 }] },
  }),
  'POST /api/catalog/order-text': ({ product }) => ({
    url: '/api/catalog/order-text',
    body: { text: `5 ad ${product.code}` },
  }),
  'DELETE /api/catalog/order-text/words': () => ({ url: '/api/catalog/order-text/words?words=pense' }),
  'GET /api/catalog/order-pad': () => ({ url: '/api/catalog/order-pad' }),
  'PATCH /api/catalog/order-pad': () => ({
    url: '/api/catalog/order-pad',
    body: { revision: 0, lines: [{ code: 'A', quantity: '1', unit: '' }] },
  }),
  'POST /api/catalog/order-pad/lines': ({ product }) => ({
    url: '/api/catalog/order-pad/lines',
    body: { lines: [{ id: '0'.repeat(32), code: product.code, quantity: '1', unit: '' }] },
  }),
  'POST /api/catalog/order-pad/check': ({ product }) => ({
    url: '/api/catalog/order-pad/check',
    body: { lines: [{ code: product.code, quantity: '1', unit: '' }] },
  }),
  'POST /api/catalog/order-pad/add': ({ product }) => ({
    url: '/api/catalog/order-pad/add',
    body: { revision: 999_999, lines: [{ code: product.code, quantity: '1', unit: '' }] },
  }),
  'POST /api/catalog/order-pad/undo': () => ({ url: '/api/catalog/order-pad/undo', body: { revision: 0 } }),
  'POST /api/catalog/shared-drafts': ({ product }) => ({
    url: '/api/catalog/shared-drafts',
    body: { title: 'Sepet', lines: [{ code: product.code, quantity: '1', unit: '' }] },
  }),
  'GET /api/catalog/shared-drafts/:token': () => ({ url: '/api/catalog/shared-drafts/aaaaaaaaaaaaaaaaaaaaaa' }),
  'POST /checkout/cart': () => ({ url: '/checkout/cart', body: { description: '' } }),
  'GET /api/catalog/checkout/refusal': () => ({
    url: `/api/catalog/checkout/refusal?refused=${seal(testSecret, { refusal: { code: 'cart_empty' }, description: '', advencePrice: null, at: Date.now() })}`,
  }),
  'POST /api/catalog/cart': () => ({ url: '/api/catalog/cart', body: { description: '' } }),
  'GET /api/catalog/back-orders': () => ({ url: '/api/catalog/back-orders' }),
  'GET /api/catalog/stock-watches/:id': ({ product }) => ({ url: `/api/catalog/stock-watches/${product.id}` }),
  'POST /api/catalog/stock-watches': ({ product }) => ({
    url: '/api/catalog/stock-watches',
    body: { productId: product.id, isWatched: false },
  }),
  'GET /api/catalog/returns': () => ({ url: '/api/catalog/returns' }),
  'GET /api/catalog/returns/:returnNo': () => ({ url: '/api/catalog/returns/R2026999999' }),
  'GET /api/catalog/return-draft': () => ({ url: '/api/catalog/return-draft?order=S2026999999' }),
  'POST /api/catalog/returns': () => ({
    url: '/api/catalog/returns',
    body: {
      key: 'request-of-a-return',
      orderNo: 'S2026999999',
      reason: 'damaged',
      description: '',
      lines: [{ lineNo: 1, quantity: 1 }],
      photos: [],
      faultReportNo: null,
    },
  }),
  'POST /api/catalog/returns/:returnNo/withdraw': () => ({
    url: '/api/catalog/returns/R2026999999/withdraw',
    body: { note: '' },
  }),
  'GET /api/catalog/orders': () => ({ url: '/api/catalog/orders' }),
  'PATCH /api/catalog/order/:id': ({ orderId }) => ({ url: `/api/catalog/order/${orderId}`, body: { cancel: true } }),
  'POST /api/catalog/order/:id/change': ({ orderId }) => ({
    url: `/api/catalog/order/${orderId}/change`,
    body: { accept: true },
  }),
  'POST /api/catalog/order/:id/request': ({ orderId }) => ({
    url: `/api/catalog/order/${orderId}/request`,
    body: { lineNo: 1, before: 999, quantity: 0, reason: 'Fazla' },
  }),
  'POST /api/catalog/order/:id/request/withdraw': ({ orderId }) => ({
    url: `/api/catalog/order/${orderId}/request/withdraw`,
    body: { requestId: 999_999_999 },
  }),
  'POST /api/catalog/order/:id/again': ({ orderId }) => ({ url: `/api/catalog/order/${orderId}/again`, body: {} }),
  'POST /api/catalog/cart/offer': () => ({ url: '/api/catalog/cart/offer', body: { description: '' } }),
  'GET /api/catalog/offers': () => ({ url: '/api/catalog/offers' }),
  'PATCH /api/catalog/offer/:id': ({ offer }) => ({ url: `/api/catalog/offer/${offer.id}`, body: { cancel: true } }),
  'PATCH /api/catalog/offer/accept/:id': ({ offer }) => ({ url: `/api/catalog/offer/accept/${offer.id}` }),
  'GET /api/catalog/offer/order/:id': ({ offer }) => ({ url: `/api/catalog/offer/order/${offer.id}` }),
  'POST /api/catalog/offer/order/:id': ({ offer }) => ({
    url: `/api/catalog/offer/order/${offer.id}`,
    body: { rates: 'locked', total: 1 },
    headers: { 'idempotency-key': 'order-of-an-offer' },
  }),
  'PATCH /api/catalog/offer/mail/:id': ({ offer }) => ({ url: `/api/catalog/offer/mail/${offer.id}` }),
  'PATCH /api/catalog/offer/edit/:id': ({ offer }) => ({ url: `/api/catalog/offer/edit/${offer.id}` }),
  'PATCH /api/catalog/offer/update/profit': ({ offer }) => ({
    url: '/api/catalog/offer/update/profit',
    body: { [offer.id]: { [offer.itemId]: 10 } },
  }),
  'PATCH /api/catalog/offer/update/customer': ({ offer }) => ({
    url: '/api/catalog/offer/update/customer',
    body: { [offer.offerNo]: { name: 'Seda', email: 'musteri@example.com' } },
  }),
  'PATCH /api/catalog/offer/update/terms': ({ offer }) => ({
    url: '/api/catalog/offer/update/terms',
    body: { [offer.offerNo]: { validUntil: '2030-01-31', terms: 'Peşin', note: '' } },
  }),
  'GET /api/catalog/offer/customers': () => ({ url: '/api/catalog/offer/customers' }),
  'GET /api/catalog/offer/print/:offerNo': ({ offer }) => ({ url: `/api/catalog/offer/print/${offer.offerNo}` }),
  'POST /api/catalog/account/settings': () => ({ url: '/api/catalog/account/settings', body: {} }),
  'GET /api/catalog/account/letterhead': () => ({ url: '/api/catalog/account/letterhead' }),
  'PATCH /api/catalog/account/letterhead': () => ({
    url: '/api/catalog/account/letterhead',
    body: { name: 'Bayi', address: '', town: '', city: '', number: '' },
  }),
  'GET /api/account/statement': () => ({ url: '/api/account/statement' }),
  'POST /api/catalog/WarrantyInquiry': () => ({
    url: '/api/catalog/WarrantyInquiry',
    body: { serialNumber: 'SN-1' },
  }),
  'POST /api/catalog/bin-control': () => ({ url: '/api/catalog/bin-control', body: { binNumber: '43550843' } }),
  'GET /api/catalog/installments': () => ({ url: '/api/catalog/installments' }),
  'POST /api/payment/start': () => ({
    url: '/api/payment/start',
    body: {
      type: 'order',
      ccno: '4355 0843 5508 4358',
      ccv: '000',
      expiry: '12/40',
      holder: 'Ayşe Yılmaz',
      plan: null,
      installment: 1,
      amount: 240,
    },
  }),
  'GET /api/payment/:reference': ({ payment }) => ({ url: `/api/payment/${payment.reference}` }),
  'GET /api/account/cards': () => ({ url: '/api/account/cards' }),
  'GET /api/account/cards/:id/plans': () => ({ url: '/api/account/cards/999999999/plans' }),
  'PATCH /api/account/cards/:id': () => ({ url: '/api/account/cards/999999999', body: { name: 'Ev' } }),
  'DELETE /api/account/cards/:id': () => ({ url: '/api/account/cards/999999999' }),
  'GET /api/payment/unfinished': () => ({ url: '/api/payment/unfinished' }),
  'POST /api/payment/:reference/cancel': ({ payment }) => ({
    url: `/api/payment/${payment.reference}/cancel`,
    body: {},
  }),
  'GET /api/payment/return': ({ payment }) => ({
    url: `/api/payment/return?token=${seal(testSecret, { payment: payment.reference, at: Date.now() })}`,
  }),
  'POST /api/payment-link': () => ({ url: '/api/payment-link', body: { amount: '100' } }),
  'GET /api/payment-link/:token': ({ link }) => ({ url: `/api/payment-link/${link.token}` }),
  'GET /api/payment-links': () => ({ url: '/api/payment-links' }),
  'DELETE /api/payment-links/:id': ({ link }) => ({ url: `/api/payment-links/${link.id}` }),
  'GET /api/catalog/faultreport/basecategories/:categoryId': () => ({
    url: '/api/catalog/faultreport/basecategories/0',
  }),
  'GET /api/catalog/faultreport/product/:categoryId': () => ({ url: '/api/catalog/faultreport/product/0' }),
  'POST /api/catalog/fault-report-photos': () => ({ url: '/api/catalog/fault-report-photos', body: photo }),
  'DELETE /api/catalog/fault-report-photos/:file': () => ({
    url: `/api/catalog/fault-report-photos/${unattachedPhoto}`,
  }),
  'POST /api/catalog/fault-reports': ({ product }) => ({
    url: '/api/catalog/fault-reports',
    body: {
      productCode: product.code,
      serialNo: '',
      description: 'Motor çalışmıyor',
      photos: [],
      contactName: 'Ayşe Yılmaz',
      contactPhone: '0532 000 00 00',
      contactEmail: '',
    },
  }),
  'GET /api/catalog/fault-reports': () => ({ url: '/api/catalog/fault-reports' }),
  'GET /api/catalog/fault-reports/:reportNo': ({ fault }) => ({ url: `/api/catalog/fault-reports/${fault.reportNo}` }),
  'GET /api/catalog/orders/summary': ({ orderNo }) => ({ url: `/api/catalog/orders/summary?order=${orderNo}` }),
}

/** Whether the call takes the CSRF token from its form, not from headers. */
export const isSignedForm = (name: string): boolean => contractEndpoints.get(name)?.signed === 'form'

/** The request with the visitor's CSRF token in its form, if the call takes it there. */
export function withToken(name: string, { token }: TestVisitor, sent: Sent): Sent {
  return isSignedForm(name) ? { ...sent, body: { ...(sent.body as object), _token: token } } : sent
}
