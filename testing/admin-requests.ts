import { defaultFileImportOptions } from '#contract/admin/imports/file-import-options.ts'
import { defaultImportOptions } from '#contract/admin/imports/import-options.ts'
import { type People, photo } from './people.ts'
import type { TestRequest } from './shop.ts'

const sourceForm = {
  name: 'Tedarikçi',
  url: 'https://example.com/urunler.xml',
  username: '',
  schedule: '',
  removesMissing: false,
  brakePercent: '10',
  profile: '',
}
const profileForm = {
  name: 'Tedarikçi',
  decimal: '',
  prices: '',
  inStock: '',
  priceList: '',
  warehouse: '',
  mapping: {},
}
const shipmentForm = {
  carrier: 'aras',
  trackingNo: '',
  trackingUrl: '',
  deliveryNoteNo: '',
  recipient: 'Ada Hırdavat',
  address: '',
  district: '',
  city: '',
  phone: '',
  note: '',
  weights: [''],
}
const webhookForm = { name: 'ERP', url: 'https://erp.example/olaylar', types: ['order.created'] }
const campaignForm = {
  name: 'Bahar',
  discount: '0',
  startDay: '',
  startTime: '',
  endDay: '',
  endTime: '',
  rowCount: '1',
  position: '1',
  isActive: true,
}

/** A dealer's form with its required fields. */
const dealerForm = {
  code: '',
  name: 'Yeni bayi',
  contactName: '',
  email: '',
  phone: '',
  address: '',
  district: '',
  city: '',
  taxOffice: '',
  taxNumber: '',
  region: '',
  representative: '',
  priceList: '',
  group: '',
  discount: '0,00',
  riskLimit: '0,00',
  riskMode: 'order',
  branches: [],
}

const attributeForm = {
  key: '',
  nameTr: 'Güç',
  nameEn: '',
  aliases: [],
  type: 'number',
  unit: 'W',
  groupTr: '',
  groupEn: '',
  position: 10,
  isFilter: true,
  categoryId: null,
  choices: [],
}

const noPrice = { value: '', currency: '' }
/** A product's form with its required fields. */
const productForm = {
  code: 'YENI-1',
  name: 'Yeni ürün',
  seo: '',
  isActive: true,
  brand: '',
  model: '',
  category: '',
  taxRate: '',
  equivalentCode: '',
  ozelkod: '',
  ozelkod2: '',
  ozelkod3: '',
  ozelkod4: '',
  ozelkod5: '',
  description: '',
  attributes: [],
  metaTitle: '',
  metaDescription: '',
  metaKeywords: '',
  variantNames: [],
  variantValues: [],
  images: [],
  units: [{ id: null, name: 'ADET', multiplier: '1', barcode: '', isDefault: true, prices: [] }],
}

const unknownJob = { name: 'order-mail', id: '00000000-0000-4000-8000-000000000000' }

/** Requests of administrators. */
export const adminRequests: Record<string, (people: People) => TestRequest> = {
  'GET /yonetim/setup': () => ({ url: '/yonetim/setup' }),
  'GET /yonetim/backups': () => ({ url: '/yonetim/backups' }),
  'POST /yonetim/restores/:id/acknowledge': () => ({ url: '/yonetim/restores/1/acknowledge' }),
  'GET /yonetim/mail-server': () => ({ url: '/yonetim/mail-server' }),
  'GET /yonetim/failed-emails': () => ({ url: '/yonetim/failed-emails' }),
  'POST /yonetim/failed-emails/retry': () => ({ url: '/yonetim/failed-emails/retry', body: { id: null } }),
  'GET /yonetim/jobs': () => ({ url: '/yonetim/jobs' }),
  'GET /yonetim/job-schedules': () => ({ url: '/yonetim/job-schedules' }),
  'POST /yonetim/jobs/retry': () => ({ url: '/yonetim/jobs/retry', body: unknownJob }),
  'POST /yonetim/jobs/remove': () => ({ url: '/yonetim/jobs/remove', body: unknownJob }),
  'POST /yonetim/mail-server/test': () => ({ url: '/yonetim/mail-server/test' }),
  'GET /yonetim/dealers': () => ({ url: '/yonetim/dealers' }),
  'GET /yonetim/dealer-form': () => ({ url: '/yonetim/dealer-form' }),
  'GET /yonetim/dealers/:id': ({ dealer }) => ({ url: `/yonetim/dealers/${dealer.dealer?.id}` }),
  'GET /yonetim/dealers/:id/statement': ({ dealer }) => ({
    url: `/yonetim/dealers/${dealer.dealer?.id}/statement`,
  }),
  'POST /yonetim/dealers': () => ({ url: '/yonetim/dealers', body: { values: { ...dealerForm, code: 'YENI' } } }),
  'PATCH /yonetim/dealers/:id': ({ other }) => {
    const values = { ...dealerForm, code: other.dealer?.code ?? '', name: other.dealer?.name ?? '' }
    return { url: `/yonetim/dealers/${other.dealer?.id}`, body: { before: values, values } }
  },
  'POST /yonetim/dealers/:id/state': ({ other }) => ({
    url: `/yonetim/dealers/${other.dealer?.id}/state`,
    body: { isDisabled: false },
  }),
  'GET /yonetim/users': () => ({ url: '/yonetim/users' }),
  'GET /yonetim/users/:id': ({ dealer }) => ({ url: `/yonetim/users/${dealer.userId}` }),
  'POST /yonetim/users': ({ dealer }) => ({
    url: '/yonetim/users',
    body: {
      values: {
        email: 'yepyeni@example.com',
        name: 'Yeni',
        role: 'dealer',
        dealer: dealer.dealer?.code,
        canOrder: true,
        userRole: 'buyer',
      },
      invite: false,
    },
  }),
  'PATCH /yonetim/users/:id': ({ other }) => {
    const { email, name, dealer } = other
    const values = { email, name, role: 'dealer', dealer: dealer?.code, canOrder: true, userRole: 'owner' }
    return { url: `/yonetim/users/${other.userId}`, body: { before: values, values } }
  },
  'POST /yonetim/users/:id/state': ({ other }) => ({
    url: `/yonetim/users/${other.userId}/state`,
    body: { isDisabled: false },
  }),
  'POST /yonetim/users/:id/invitation': ({ waiting }) => ({ url: `/yonetim/users/${waiting}/invitation` }),
  'DELETE /yonetim/users/:id/factors': ({ noRight }) => ({ url: `/yonetim/users/${noRight.userId}/factors` }),
  'DELETE /yonetim/users/:id/invitation': ({ waiting }) => ({ url: `/yonetim/users/${waiting}/invitation` }),
  'POST /yonetim/users/:id/view': ({ dealer }) => ({ url: `/yonetim/users/${dealer.userId}/view` }),
  'GET /yonetim/top-queries': () => ({ url: '/yonetim/top-queries' }),
  'GET /yonetim/search_queries': () => ({ url: '/yonetim/search_queries?query=vida&type=kelime' }),
  'GET /yonetim/online-users': () => ({ url: '/yonetim/online-users' }),
  'GET /yonetim/carts': () => ({ url: '/yonetim/carts' }),
  'GET /yonetim/carts/state': () => ({ url: '/yonetim/carts/state' }),
  'GET /yonetim/audit': () => ({ url: '/yonetim/audit' }),
  'GET /yonetim/rate-calendar': () => ({ url: '/yonetim/rate-calendar' }),
  'GET /yonetim/currencies': () => ({ url: '/yonetim/currencies' }),
  'POST /yonetim/currencies': () => ({ url: '/yonetim/currencies', body: { code: 'SEK' } }),
  'GET /yonetim/currencies/:code/rates': () => ({ url: '/yonetim/currencies/USD/rates' }),
  'POST /yonetim/currencies/:code/rates': () => ({
    url: '/yonetim/currencies/USD/rates',
    body: { rate: '41,25', force: true },
  }),
  'PATCH /yonetim/currencies/:code': () => ({ url: '/yonetim/currencies/TRY', body: { isDefault: true } }),
  'DELETE /yonetim/currencies/:code': () => ({ url: '/yonetim/currencies/SEK' }),
  'GET /yonetim/payment-plans': () => ({ url: '/yonetim/payment-plans' }),
  'PATCH /yonetim/payment-plans': () => ({
    url: '/yonetim/payment-plans',
    body: {
      items: [{ key: 'advencePrice1', name: 'Peşin', isEnabled: true, isDefault: true, isVirtual: false }],
      stamp: 'another state',
    },
  }),
  'GET /yonetim/settings': () => ({ url: '/yonetim/settings' }),
  'PATCH /yonetim/settings': () => ({
    url: '/yonetim/settings',
    body: { changes: [{ key: 'storePhone', value: '', stamp: '' }] },
  }),
  'GET /yonetim/payments-board': () => ({ url: '/yonetim/payments-board?days=7' }),
  'GET /yonetim/bank-findings': () => ({ url: '/yonetim/bank-findings' }),
  'POST /yonetim/bank-findings/:id/explain': () => ({
    url: '/yonetim/bank-findings/999999/explain',
    body: { note: 'Fuarda satıldı' },
  }),
  'POST /yonetim/bank-findings/:id/book': () => ({ url: '/yonetim/bank-findings/999999/book', body: {} }),
  'POST /yonetim/bank-findings/:id/return': () => ({ url: '/yonetim/bank-findings/999999/return', body: {} }),
  'POST /yonetim/bank-findings/:id/check': () => ({ url: '/yonetim/bank-findings/999999/check', body: {} }),
  'GET /yonetim/bank-findings/:id/payments': () => ({ url: '/yonetim/bank-findings/999999/payments' }),
  'POST /yonetim/bank-findings/:id/link': () => ({ url: '/yonetim/bank-findings/999999/link', body: { paymentId: 1 } }),
  'GET /yonetim/payments': () => ({ url: '/yonetim/payments' }),
  'GET /yonetim/payments/:id': ({ payment }) => ({ url: `/yonetim/payments/${payment.id}` }),
  'POST /yonetim/payments/:id/inquire': ({ payment }) => ({ url: `/yonetim/payments/${payment.id}/inquire` }),
  'POST /yonetim/payments/:id/void': ({ payment }) => ({
    url: `/yonetim/payments/${payment.id}/void`,
    body: { key: 'anahtar-0001' },
  }),
  'POST /yonetim/payments/:id/refund': ({ payment }) => ({
    url: `/yonetim/payments/${payment.id}/refund`,
    body: { key: 'anahtar-0002', amount: '1' },
  }),
  'POST /yonetim/payments/:id/refunds/:refund/approve': ({ payment }) => ({
    url: `/yonetim/payments/${payment.id}/refunds/999999/approve`,
    body: {},
  }),
  'POST /yonetim/payments/:id/refunds/:refund/decline': ({ payment }) => ({
    url: `/yonetim/payments/${payment.id}/refunds/999999/decline`,
    body: {},
  }),
  'POST /yonetim/payments/:id/release': ({ payment }) => ({
    url: `/yonetim/payments/${payment.id}/release`,
    body: { reason: 'Banka kayıt yok diyor' },
  }),
  'POST /yonetim/payments/:id/settle': ({ payment }) => ({
    url: `/yonetim/payments/${payment.id}/settle`,
    body: { note: 'Bakıldı' },
  }),
  'GET /yonetim/fault-reports': () => ({ url: '/yonetim/fault-reports' }),
  'GET /yonetim/fault-reports/:id': ({ fault }) => ({ url: `/yonetim/fault-reports/${fault.id}` }),
  'PATCH /yonetim/fault-reports/:id': ({ fault }) => ({
    url: `/yonetim/fault-reports/${fault.id}`,
    body: { event: fault.event, state: 'new', note: '' },
  }),
  'GET /yonetim/orders': () => ({ url: '/yonetim/orders' }),
  'GET /yonetim/orders/:id': ({ orderId }) => ({ url: `/yonetim/orders/${orderId}` }),
  'POST /yonetim/orders/:id/cancel': ({ orderId }) => ({
    url: `/yonetim/orders/${orderId}/cancel`,
    body: { reason: '' },
  }),
  'POST /yonetim/orders/sent': ({ orderId }) => ({
    url: '/yonetim/orders/sent',
    body: { ids: [orderId], isSent: true },
  }),
  'POST /yonetim/orders/:id/lines': ({ orderId }) => ({
    url: `/yonetim/orders/${orderId}/lines`,
    body: { state: 'received', reason: 'Fiyat', lines: [{ lineNo: 1, discount: '1' }] },
  }),
  'POST /yonetim/orders/:id/request': ({ orderId }) => ({
    url: `/yonetim/orders/${orderId}/request`,
    body: { requestId: 999_999_999, accept: true, reason: '' },
  }),
  'GET /yonetim/order-choice': () => ({ url: '/yonetim/order-choice?state=cancelled' }),
  'GET /yonetim/order-slips': () => ({ url: '/yonetim/order-slips?orders=999999999' }),
  'POST /yonetim/order-shipments': () => ({
    url: '/yonetim/order-shipments',
    body: {
      key: 'access-matrix',
      orders: [{ id: 999_999_999, from: 'confirmed' }],
      carrier: 'own',
      deliveryNoteNo: '',
    },
  }),
  'POST /yonetim/orders/state': ({ orderId }) => ({
    url: '/yonetim/orders/state',
    body: { orders: [{ id: orderId, from: 'received' }], to: 'confirmed' },
  }),
  'GET /yonetim/board': () => ({ url: '/yonetim/board' }),
  'GET /yonetim/reports/:report': () => ({ url: '/yonetim/reports/sales' }),
  'POST /yonetim/report-views': () => ({
    url: '/yonetim/report-views',
    body: { name: 'Bayiler', report: 'sales', query: { by: 'dealer' }, isWeekly: false },
  }),
  'DELETE /yonetim/report-views/:id': () => ({ url: '/yonetim/report-views/999999' }),
  'GET /yonetim/back-orders': () => ({ url: '/yonetim/back-orders' }),
  'POST /yonetim/back-orders/fill': () => ({
    url: '/yonetim/back-orders/fill',
    body: { lines: [{ orderId: 999_999_999, lineNo: 1 }] },
  }),
  'GET /yonetim/returns': () => ({ url: '/yonetim/returns' }),
  'GET /yonetim/returns/:id': () => ({ url: '/yonetim/returns/999999999' }),
  'POST /yonetim/returns/:id/decide': () => ({
    url: '/yonetim/returns/999999999/decide',
    body: { lines: [], note: 'Süresi geçmiş' },
  }),
  'POST /yonetim/returns/:id/receive': () => ({
    url: '/yonetim/returns/999999999/receive',
    body: { lines: [{ lineNo: 1, quantity: 1, warehouseId: null }], invoiceNo: '', note: '' },
  }),
  'POST /yonetim/returns/:id/close': () => ({
    url: '/yonetim/returns/999999999/close',
    body: { invoiceNo: '', note: '' },
  }),
  'GET /yonetim/pickings': () => ({ url: '/yonetim/pickings' }),
  'GET /yonetim/pickings/:id': () => ({ url: '/yonetim/pickings/999999999' }),
  'POST /yonetim/pickings': () => ({
    url: '/yonetim/pickings',
    body: { key: 'a-key-of-a-request', orders: [999_999_999] },
  }),
  'POST /yonetim/pickings/:id/count': () => ({
    url: '/yonetim/pickings/999999999/count',
    body: { key: 'a-key-of-a-request', code: 'P1' },
  }),
  'POST /yonetim/pickings/:id/end': () => ({
    url: '/yonetim/pickings/999999999/end',
    body: {
      key: 'a-key-of-a-request',
      isMissing: false,
      reason: '',
      lines: [{ orderId: 999_999_999, lineNo: 1, picked: 0, rest: 'open' }],
    },
  }),
  'POST /yonetim/products/:id/shelf': ({ product }) => ({
    url: `/yonetim/products/${product.id}/shelf`,
    body: { place: 1, shelf: 'A-12' },
  }),
  'GET /yonetim/shipments': () => ({ url: '/yonetim/shipments' }),
  'GET /yonetim/shipments/:id': () => ({ url: '/yonetim/shipments/999999999' }),
  'GET /yonetim/shipment-draft': () => ({ url: '/yonetim/shipment-draft?orders=999999999' }),
  'POST /yonetim/shipments': () => ({
    url: '/yonetim/shipments',
    body: {
      key: 'a-key-of-a-request',
      ...shipmentForm,
      lines: [{ orderId: 999_999_999, lineNo: 1, quantity: 1, shipped: 0 }],
    },
  }),
  'PATCH /yonetim/shipments/:id': () => ({ url: '/yonetim/shipments/999999999', body: shipmentForm }),
  'POST /yonetim/shipments/:id/withdraw': () => ({
    url: '/yonetim/shipments/999999999/withdraw',
    body: { reason: 'Yanlış adres' },
  }),
  'GET /yonetim/offers': () => ({ url: '/yonetim/offers' }),
  'GET /yonetim/offers/:id': ({ offer }) => ({ url: `/yonetim/offers/${offer.id}` }),
  'PATCH /yonetim/offers/:id/rates': ({ offer }) => ({
    url: `/yonetim/offers/${offer.id}/rates`,
    body: { until: '31.12.2026' },
  }),
  'GET /yonetim/products': () => ({ url: '/yonetim/products' }),
  'GET /yonetim/product-form': () => ({ url: '/yonetim/product-form' }),
  'GET /yonetim/product-models': () => ({ url: '/yonetim/product-models?brand=PRS' }),
  'GET /yonetim/products/:id': ({ product }) => ({ url: `/yonetim/products/${product.id}` }),
  'POST /yonetim/products': () => ({
    url: '/yonetim/products',
    body: { values: productForm, parent: null, stock: [] },
  }),
  'PATCH /yonetim/products/:id': ({ product }) => {
    const unit = { id: product.unitId, name: 'ADET', multiplier: '1', barcode: '', isDefault: true }
    const sale = { value: '100,00', currency: 'TRY' }
    const rest = { listPrice: noPrice, plans: [noPrice, noPrice, noPrice, noPrice, noPrice] }
    const box = { id: product.units['KOLİ'], name: 'KOLİ', multiplier: '12', barcode: '', isDefault: false, prices: [] }
    const { code } = product
    const values = {
      ...productForm,
      code,
      name: code,
      seo: code.toLowerCase(),
      units: [{ ...unit, prices: [{ list: 1, sale, ...rest }] }, box],
    }
    return { url: `/yonetim/products/${product.id}`, body: { before: values, values } }
  },
  'POST /yonetim/products/:id/stock': ({ product }) => ({
    url: `/yonetim/products/${product.id}/stock`,
    body: { place: 1, kind: 'change', quantity: '1', seen: '', reason: 'Sayım' },
  }),
  'POST /yonetim/products/:id/stock/transfer': ({ product, places }) => ({
    url: `/yonetim/products/${product.id}/stock/transfer`,
    body: { from: 1, to: places.warehouse, quantity: '1' },
  }),
  'POST /yonetim/product-pictures': () => ({ url: '/yonetim/product-pictures', body: photo }),
  'GET /yonetim/categories': () => ({ url: '/yonetim/categories' }),
  'POST /yonetim/categories': () => ({
    url: '/yonetim/categories',
    body: { name: 'Kablolar', slug: '', code: '', parentId: null, position: 0 },
  }),
  'PATCH /yonetim/categories/:id': ({ category }) => ({
    url: `/yonetim/categories/${category}`,
    body: { name: 'Vidalar', slug: 'vidalar', code: '', parentId: null, position: 1 },
  }),
  'GET /yonetim/attributes': () => ({ url: '/yonetim/attributes' }),
  'POST /yonetim/attributes': () => ({ url: '/yonetim/attributes', body: { ...attributeForm, nameTr: 'Tork' } }),
  'PATCH /yonetim/attributes/:id': ({ attribute }) => ({
    url: `/yonetim/attributes/${attribute}`,
    body: { revision: 1, values: attributeForm },
  }),
  'DELETE /yonetim/attributes/:id': ({ attributeToDelete }) => ({ url: `/yonetim/attributes/${attributeToDelete}` }),
  'GET /yonetim/brands': () => ({ url: '/yonetim/brands' }),
  'POST /yonetim/brands': () => ({ url: '/yonetim/brands', body: { name: 'Kordavel', slug: '', code: '' } }),
  'PATCH /yonetim/brands/:id': ({ brand }) => ({
    url: `/yonetim/brands/${brand}`,
    body: { name: 'Pirasan', slug: 'pirasan', code: 'PRS' },
  }),
  'POST /yonetim/settings/pictures': () => ({
    url: '/yonetim/settings/pictures',
    body: { picture: photo.toString('base64') },
  }),
  'GET /yonetim/campaigns': () => ({ url: '/yonetim/campaigns' }),
  'GET /yonetim/campaigns/:id': ({ campaign }) => ({ url: `/yonetim/campaigns/${campaign}` }),
  'POST /yonetim/campaign-products': ({ product }) => ({
    url: '/yonetim/campaign-products',
    body: { codes: [product.code] },
  }),
  'POST /yonetim/campaigns': ({ product }) => ({
    url: '/yonetim/campaigns',
    body: { values: { ...campaignForm, name: 'Yeni', codes: [product.code] } },
  }),
  'PATCH /yonetim/campaigns/:id': ({ campaign, product }) => ({
    url: `/yonetim/campaigns/${campaign}`,
    body: {
      before: { ...campaignForm, codes: [product.code] },
      values: { ...campaignForm, rowCount: '2', codes: [product.code] },
    },
  }),
  'DELETE /yonetim/campaigns/:id': ({ campaignToDelete }) => ({
    url: `/yonetim/campaigns/${campaignToDelete}`,
  }),
  'GET /yonetim/search-rules': () => ({ url: '/yonetim/search-rules' }),
  'POST /yonetim/search-rules': () => ({
    url: '/yonetim/search-rules',
    body: { values: { kind: 'synonyms', words: ['yeni', 'new'], targets: [] } },
  }),
  'PATCH /yonetim/search-rules/:id': ({ searchRule }) => {
    const values = { kind: 'synonyms', words: ['a', 'b'], targets: [] }
    return { url: `/yonetim/search-rules/${searchRule}`, body: { before: values, values } }
  },
  'DELETE /yonetim/search-rules/:id': ({ searchRuleToDelete }) => ({
    url: `/yonetim/search-rules/${searchRuleToDelete}`,
  }),
  'POST /yonetim/search-rules/file': () => ({
    url: '/yonetim/search-rules/file',
    body: Buffer.from('Tür;Kelimeler;Karşılık\nEş anlamlı;x; '),
  }),
  'POST /yonetim/search-rules/batch': () => ({
    url: '/yonetim/search-rules/batch',
    body: { rules: [{ kind: 'synonyms', words: ['toplu', 'batch'], targets: [] }] },
  }),
  'GET /yonetim/missed-searches': () => ({ url: '/yonetim/missed-searches' }),
  'GET /yonetim/missed-searches/proposals': () => ({ url: '/yonetim/missed-searches/proposals?q=p' }),
  'POST /yonetim/missed-searches/state': () => ({
    url: '/yonetim/missed-searches/state',
    body: { query: 'yok', isIgnored: true },
  }),
  'POST /yonetim/exports': () => ({ url: '/yonetim/exports', body: { list: 'orders', query: {} } }),
  'GET /yonetim/file-imports': () => ({ url: '/yonetim/file-imports?kind=movements' }),
  'POST /yonetim/file-imports': () => ({
    url: '/yonetim/file-imports',
    body: { kind: 'movements', name: 'a.csv', bytes: 3 },
  }),
  'POST /yonetim/file-imports/:id/file': ({ fileImportId }) => ({
    url: `/yonetim/file-imports/${fileImportId}/file?at=0`,
    body: Buffer.from('a'),
  }),
  'POST /yonetim/file-imports/:id/profile': ({ fileImportId }) => ({
    url: `/yonetim/file-imports/${fileImportId}/profile`,
    body: { name: 'Yeni profil' },
  }),
  'GET /yonetim/file-imports/:id': ({ fileImportId }) => ({ url: `/yonetim/file-imports/${fileImportId}` }),
  'GET /yonetim/file-imports/:id/rows': ({ fileImportId }) => ({
    url: `/yonetim/file-imports/${fileImportId}/rows?tab=problems`,
  }),
  'POST /yonetim/file-imports/:id/preview': ({ fileImportId }) => ({
    url: `/yonetim/file-imports/${fileImportId}/preview`,
    body: defaultFileImportOptions,
  }),
  'POST /yonetim/file-imports/:id/apply': ({ fileImportId }) => ({
    url: `/yonetim/file-imports/${fileImportId}/apply`,
  }),
  'POST /yonetim/file-imports/:id/cancel': ({ fileImportId }) => ({
    url: `/yonetim/file-imports/${fileImportId}/cancel`,
  }),
  'GET /yonetim/imports': () => ({ url: '/yonetim/imports' }),
  'POST /yonetim/imports': () => ({ url: '/yonetim/imports', body: { files: [{ name: 'a.csv', bytes: 3 }] } }),
  'POST /yonetim/imports/:id/files/:file': ({ importId }) => ({
    url: `/yonetim/imports/${importId}/files/0?at=0`,
    body: Buffer.from('a'),
  }),
  'GET /yonetim/imports/:id': ({ importId }) => ({ url: `/yonetim/imports/${importId}` }),
  'POST /yonetim/imports/:id/preview': ({ importId }) => ({
    url: `/yonetim/imports/${importId}/preview`,
    body: defaultImportOptions,
  }),
  'POST /yonetim/imports/:id/apply': ({ importId }) => ({ url: `/yonetim/imports/${importId}/apply` }),
  'POST /yonetim/imports/:id/undo': ({ importId }) => ({ url: `/yonetim/imports/${importId}/undo` }),
  'POST /yonetim/imports/:id/cancel': ({ importId }) => ({ url: `/yonetim/imports/${importId}/cancel` }),
  'GET /yonetim/imports/:id/changes': ({ importId }) => ({ url: `/yonetim/imports/${importId}/changes` }),
  'GET /yonetim/imports/:id/problems': ({ importId }) => ({ url: `/yonetim/imports/${importId}/problems` }),
  'GET /yonetim/imports/:id/pictures': ({ importId }) => ({ url: `/yonetim/imports/${importId}/pictures` }),
  'POST /yonetim/imports/:id/pictures/retry': ({ importId }) => ({
    url: `/yonetim/imports/${importId}/pictures/retry`,
  }),
  'GET /yonetim/api-keys': () => ({ url: '/yonetim/api-keys' }),
  'POST /yonetim/api-keys': () => ({
    url: '/yonetim/api-keys',
    body: { name: 'ERP', scopes: ['orders:read'], expiresOn: '', addresses: '', requestsPerMinute: '60' },
  }),
  'POST /yonetim/api-keys/:id/revoke': () => ({ url: '/yonetim/api-keys/999999999/revoke', body: {} }),
  // The import is not applied yet.
  'POST /yonetim/imports/:id/profile': ({ importId }) => ({
    url: `/yonetim/imports/${importId}/profile`,
    body: { name: 'Yeni profil' },
  }),
  'GET /yonetim/import-profiles': () => ({ url: '/yonetim/import-profiles' }),
  'PATCH /yonetim/import-profiles/:id': ({ profile }) => ({
    url: `/yonetim/import-profiles/${profile}`,
    body: { before: profileForm, values: { ...profileForm, decimal: ',' } },
  }),
  'DELETE /yonetim/import-profiles/:id': ({ profileToDelete }) => ({
    url: `/yonetim/import-profiles/${profileToDelete}`,
  }),
  'GET /yonetim/roles': () => ({ url: '/yonetim/roles' }),
  'POST /yonetim/roles': () => ({
    url: '/yonetim/roles',
    body: { name: `Rol ${Math.random()}`, permissions: ['orders:read'] },
  }),
  'PATCH /yonetim/roles/:id': () => ({
    url: '/yonetim/roles/999999999',
    body: { name: 'Depo', permissions: ['orders:read'] },
  }),
  'DELETE /yonetim/roles/:id': () => ({ url: '/yonetim/roles/999999999' }),
  'GET /yonetim/webhooks': () => ({ url: '/yonetim/webhooks' }),
  'POST /yonetim/webhooks': () => ({ url: '/yonetim/webhooks', body: webhookForm }),
  'PATCH /yonetim/webhooks/:id': () => ({ url: '/yonetim/webhooks/999999999', body: webhookForm }),
  'POST /yonetim/webhooks/:id/state': () => ({ url: '/yonetim/webhooks/999999999/state', body: { isActive: true } }),
  'POST /yonetim/webhooks/:id/secret': () => ({ url: '/yonetim/webhooks/999999999/secret', body: {} }),
  'DELETE /yonetim/webhooks/:id': () => ({ url: '/yonetim/webhooks/999999999' }),
  'GET /yonetim/webhooks/:id/deliveries': () => ({ url: '/yonetim/webhooks/999999999/deliveries' }),
  'POST /yonetim/webhooks/:id/test': () => ({ url: '/yonetim/webhooks/999999999/test', body: {} }),
  'GET /yonetim/erp-connections': () => ({ url: '/yonetim/erp-connections' }),
  'POST /yonetim/erp-connections': () => ({
    url: '/yonetim/erp-connections',
    body: { name: 'ERP', kind: 'none', settings: {}, runsBeside: false },
  }),
  'GET /yonetim/erp-connections/:id': () => ({ url: '/yonetim/erp-connections/999999999' }),
  'PATCH /yonetim/erp-connections/:id': () => ({
    url: '/yonetim/erp-connections/999999999',
    body: { version: 1, name: 'ERP', settings: {}, sends: [], sendAfterMinutes: 0, lagMinutes: 60, feeds: [] },
  }),
  'PATCH /yonetim/erp-connections/:id/mapping': () => ({
    url: '/yonetim/erp-connections/999999999/mapping',
    body: { version: 1, mapping: '{}' },
  }),
  'GET /yonetim/erp-connections/:id/template': () => ({ url: '/yonetim/erp-connections/999999999/template' }),
  'POST /yonetim/erp-connections/:id/preview': () => ({
    url: '/yonetim/erp-connections/999999999/preview',
    body: { resource: 'products', mapping: '{}' },
  }),
  'POST /yonetim/erp-connections/:id/state': () => ({
    url: '/yonetim/erp-connections/999999999/state',
    body: { isActive: true },
  }),
  'DELETE /yonetim/erp-connections/:id': () => ({ url: '/yonetim/erp-connections/999999999' }),
  'POST /yonetim/erp-connections/:id/check': () => ({ url: '/yonetim/erp-connections/999999999/check', body: {} }),
  'POST /yonetim/erp-connections/:id/runs': () => ({
    url: '/yonetim/erp-connections/999999999/runs',
    body: { resource: 'products', kind: 'full' },
  }),
  'GET /yonetim/erp-connections/:id/runs': () => ({ url: '/yonetim/erp-connections/999999999/runs' }),
  'GET /yonetim/erp-connections/:id/refused': () => ({ url: '/yonetim/erp-connections/999999999/refused' }),
  'POST /yonetim/erp-connections/:id/refused/retry': () => ({
    url: '/yonetim/erp-connections/999999999/refused/retry',
    body: { resource: null, key: null },
  }),
  'GET /yonetim/erp-connections/:id/documents': () => ({ url: '/yonetim/erp-connections/999999999/documents' }),
  'POST /yonetim/erp-connections/:id/documents/:kind/:subject/retry': () => ({
    url: '/yonetim/erp-connections/999999999/documents/order/1/retry',
    body: {},
  }),
  'POST /yonetim/erp-connections/:id/documents/:kind/:subject/book': () => ({
    url: '/yonetim/erp-connections/999999999/documents/order/1/book',
    body: { documentNo: 'F1' },
  }),
  'GET /yonetim/erp-connections/:id/differences': () => ({ url: '/yonetim/erp-connections/999999999/differences' }),
  'POST /yonetim/webhooks/:id/replay': () => ({ url: '/yonetim/webhooks/999999999/replay', body: {} }),
  'POST /yonetim/webhook-deliveries/:id/replay': () => ({
    url: '/yonetim/webhook-deliveries/999999999/replay',
    body: {},
  }),
  'GET /yonetim/import-sources': () => ({ url: '/yonetim/import-sources' }),
  'POST /yonetim/import-sources': () => ({
    url: '/yonetim/import-sources',
    body: { values: { ...sourceForm, name: 'Yeni tedarikçi' }, password: null },
  }),
  'PATCH /yonetim/import-sources/:id': ({ source }) => ({
    url: `/yonetim/import-sources/${source}`,
    body: { before: sourceForm, values: { ...sourceForm, schedule: '4h' }, password: null },
  }),
  'POST /yonetim/import-sources/:id/state': ({ source }) => ({
    url: `/yonetim/import-sources/${source}/state`,
    body: { isActive: false },
  }),
  'POST /yonetim/import-sources/:id/run': ({ source }) => ({ url: `/yonetim/import-sources/${source}/run` }),
  'DELETE /yonetim/import-sources/:id': ({ sourceToDelete }) => ({ url: `/yonetim/import-sources/${sourceToDelete}` }),
  'GET /yonetim/import-sources/:id/runs': ({ source }) => ({ url: `/yonetim/import-sources/${source}/runs` }),
  'GET /yonetim/exports/:id': ({ exportId }) => ({ url: `/yonetim/exports/${exportId}` }),
}
