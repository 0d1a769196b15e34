import { pages } from '#contract/core/pages.ts'
import { representativePath } from '#contract/core/representative-pages.ts'
import type { DealerPermission, StaffArea } from '#domain/people/permissions.ts'

/** Records of one dealer and of the store by name; each stands in the address of a page. */
export type PageRecords = Record<
  | 'application'
  | 'applicationToken'
  | 'announcement'
  | 'approval'
  | 'brand'
  | 'campaign'
  | 'category'
  | 'dealer'
  | 'dealerGroup'
  | 'document'
  | 'erp'
  | 'fileImport'
  | 'import'
  | 'invoice'
  | 'link'
  | 'list'
  | 'listToken'
  | 'offer'
  | 'offerNo'
  | 'order'
  | 'orderNo'
  | 'orderToShip'
  | 'outcome'
  | 'passwordToken'
  | 'payment'
  | 'paymentReference'
  | 'picking'
  | 'pos'
  | 'priceChange'
  | 'priceList'
  | 'priceRule'
  | 'promotion'
  | 'product'
  | 'provider'
  | 'quoteToken'
  | 'report'
  | 'reportNo'
  | 'return'
  | 'returnNo'
  | 'seller'
  | 'shipment'
  | 'signInToken'
  | 'user',
  string
>

/** A status, `sign-in` for the way to the sign-in page, or the address of another redirect. */
export type PageAnswer = number | string

export type PageRight = {
  /**
   * `nobody`: there is no such page. `guest`: others are led to their first page. `user`: everybody who is signed in; a record
   * belongs to a dealer.
   */
  who: 'nobody' | 'everybody' | 'guest' | 'user' | 'dealer' | 'staff'
  needs: readonly DealerPermission[]
  area: StaffArea | null
  /** The address; by default the path of the route. */
  at: ((records: PageRecords) => string) | null
  /** Visitors of server/shop/page-access.test.ts that the page answers otherwise. */
  except: Readonly<Record<string, PageAnswer>>
}
type At = (records: PageRecords) => string

const right = (who: PageRight['who'], at: At | null = null, parts: Partial<PageRight> = {}): PageRight => {
  return { who, needs: [], area: null, at, except: {}, ...parts }
}
const everybody = (at: At | null = null) => right('everybody', at)
const user = (at: At | null = null) => right('user', at)
const dealers = (needs: readonly DealerPermission[] = [], at: At | null = null) => right('dealer', at, { needs })
const staff = (area: StaffArea | null, at: At | null = null) => right('staff', at, { area })
const except = (page: PageRight, answers: PageRight['except']): PageRight => ({ ...page, except: answers })

/**
 * Who may open each page of web/routes.ts. Guests are led to sign-in elsewhere, others get 403. A record that does not exist,
 * or is another dealer's, is answered with 404.
 */
export const pageRights: Record<string, PageRight> = {
  '': everybody(),
  search: everybody(),
  kampanyalar: everybody(),
  karsilastir: everybody(),
  'account/login': right('guest'),
  'account/forgotten': everybody(),
  'account/second-factor': user(),
  'account/sign-in-link': everybody(),
  'account/sign-in-link/:token': everybody((r) => `/account/sign-in-link/${r.signInToken}`),
  'account/password/:token': everybody((r) => `/account/password/${r.passwordToken}`),
  'bayi-ol': everybody(),
  'bayi-ol/basvuru/:token': everybody((r) => `/bayi-ol/basvuru/${r.applicationToken}`),
  metinler: everybody(),
  'metinler/:slug': everybody(() => '/metinler/kvkk-aydinlatma-metni'),
  'account/settings': user(),
  'account/statement': dealers(['statement']),
  'account/transfers': dealers(['statement']),
  'account/invoices': dealers(['statement']),
  'account/invoices/:id': dealers(['statement'], (r) => `/account/invoices/${r.invoice}`),
  'account/returns': dealers(['returns']),
  'account/returns/yeni': dealers(['returns'], (r) => `/account/returns/yeni?siparis=${r.orderNo}`),
  'account/returns/:returnNo': dealers(['returns'], (r) => `/account/returns/${r.returnNo}`),
  'account/approvals': dealers(),
  // Besides approvers, only the colleague sees a request that has made it.
  'account/approvals/:id': except(
    dealers([], (r) => `/account/approvals/${r.approval}`),
    { buyer: 404, accountant: 404, viewer: 404, 'own role': 404, 'representative at work': 404 },
  ),
  'account/feeds': dealers(['keys']),
  'account/api': dealers(['keys']),
  'account/users': dealers(['users']),
  'account/addresses': dealers(['users']),
  'account/webhooks': dealers(['keys']),
  'account/cards': dealers(),
  'account/lists': dealers(),
  'account/lists/paylasilan/:token': dealers([], (r) => `/account/lists/paylasilan/${r.listToken}`),
  'account/lists/:id': dealers([], (r) => `/account/lists/${r.list}`),
  'account/bought': dealers(),
  'account/announcements': dealers(),
  'account/documents': dealers(),
  'siparis/liste': dealers(),
  'siparis/bekleyen': dealers(),
  'siparis/:orderNo': dealers([], (r) => `/siparis/${r.orderNo}`),
  'teklif/liste': dealers(['offers']),
  'teklif/musteri/:token': everybody((r) => `/teklif/musteri/${r.quoteToken}`),
  'teklif/yazdir/:offerNo': dealers(['offers'], (r) => `/teklif/yazdir/${r.offerNo}`),
  'ariza-bildirimi': dealers(['returns']),
  'ariza-bildirimi/liste': dealers(['returns']),
  'ariza-bildirimi/:reportNo': dealers(['returns'], (r) => `/ariza-bildirimi/${r.reportNo}`),
  sepet: dealers(),
  'hizli-siparis': dealers(),
  // The discounts of a representative are in the cart.
  checkout: except(dealers(), {
    'representative at work': pages.cart,
    'representative of another dealer at work': pages.cart,
  }),
  'checkout/summary': dealers([], (r) => `/checkout/summary?order=${r.orderNo}`),
  payment: dealers(['pay']),
  'payment/link/:token': everybody((r) => `/payment/link/${r.link}`),
  'payment/start': everybody(),
  'payment/result': everybody((r) => `/payment/result?token=${r.outcome}`),
  'payment/form/:reference': user((r) => `/payment/form/${r.paymentReference}`),
  // The board has nothing for representatives.
  yonetim: except(staff(null), {
    'staff representative': representativePath,
    representative: representativePath,
    'representative of another dealer': representativePath,
  }),
  'yonetim/plasiyer': staff('field'),
  'yonetim/plasiyer/bayi/:id': except(
    staff('field', (r) => `/yonetim/plasiyer/bayi/${r.dealer}`),
    { 'staff representative': 404, 'representative of another dealer': 404 },
  ),
  'yonetim/satis-ekibi': staff('sales'),
  'yonetim/satis-ekibi/:id': staff('sales', (r) => `/yonetim/satis-ekibi/${r.seller}`),
  'yonetim/raporlar/:report?': staff('reports', () => '/yonetim/raporlar/satis'),
  'yonetim/aramalar': staff('reports'),
  'yonetim/kurulum': staff(null),
  'yonetim/e-posta': staff('settings'),
  'yonetim/online': staff('reports'),
  'yonetim/sepetler': staff('reports'),
  'yonetim/ayarlar': staff('settings'),
  'yonetim/para-birimleri': staff('prices'),
  'yonetim/odeme-planlari': staff('payments'),
  'yonetim/depolar': staff('catalog'),
  'yonetim/pos': staff('payments'),
  'yonetim/pos/kurallar': staff('payments'),
  'yonetim/pos/:id': staff('payments', (r) => `/yonetim/pos/${r.pos}`),
  'yonetim/bayiler': staff('people'),
  'yonetim/bayiler/:id': staff('people', (r) => `/yonetim/bayiler/${r.dealer}`),
  'yonetim/bayiler/:id/ekstre': staff('people', (r) => `/yonetim/bayiler/${r.dealer}/ekstre`),
  'yonetim/kullanicilar': staff('people'),
  'yonetim/roller': staff('people'),
  'yonetim/kullanicilar/:id': staff('people', (r) => `/yonetim/kullanicilar/${r.user}`),
  'yonetim/kurumsal-giris': staff('settings'),
  'yonetim/kurumsal-giris/:id': staff('settings', (r) => `/yonetim/kurumsal-giris/${r.provider}`),
  'yonetim/denetim': staff('settings'),
  'yonetim/isler': staff('settings'),
  'yonetim/siparisler': staff('orders'),
  'yonetim/siparisler/yazdir': staff('orders', () => '/yonetim/siparisler/yazdir?siparis=1'),
  'yonetim/siparisler/:id': staff('orders', (r) => `/yonetim/siparisler/${r.order}`),
  'yonetim/duyurular': staff('catalog'),
  'yonetim/duyurular/:id': staff('catalog', (r) => `/yonetim/duyurular/${r.announcement}`),
  'yonetim/basvurular': staff('people'),
  'yonetim/basvurular/:id': staff('people', (r) => `/yonetim/basvurular/${r.application}`),
  'yonetim/metinler': staff('settings'),
  'yonetim/metinler/onaylar': staff('settings'),
  'yonetim/metinler/:slug': staff('settings', () => '/yonetim/metinler/kvkk-aydinlatma-metni'),
  'yonetim/belgeler': staff('catalog'),
  'yonetim/belgeler/:id': staff('catalog', (r) => `/yonetim/belgeler/${r.document}`),
  'yonetim/bekleyenler': staff('orders'),
  'yonetim/limit-onaylari': staff('orders'),
  'yonetim/toplama': staff('orders'),
  'yonetim/toplama/:id': staff('orders', (r) => `/yonetim/toplama/${r.picking}`),
  'yonetim/sevkiyatlar': staff('orders'),
  'yonetim/sevkiyatlar/yeni': staff('orders', (r) => `/yonetim/sevkiyatlar/yeni?siparis=${r.orderToShip}`),
  'yonetim/sevkiyatlar/:id': staff('orders', (r) => `/yonetim/sevkiyatlar/${r.shipment}`),
  'yonetim/iadeler': staff('orders'),
  'yonetim/iadeler/:id': staff('orders', (r) => `/yonetim/iadeler/${r.return}`),
  'yonetim/faturalar': staff('payments'),
  'yonetim/faturalar/:id': staff('payments', (r) => `/yonetim/faturalar/${r.invoice}`),
  'yonetim/teklifler': staff('orders'),
  'yonetim/teklifler/:id': staff('orders', (r) => `/yonetim/teklifler/${r.offer}`),
  'yonetim/urunler': staff('catalog'),
  'yonetim/urunler/:id': staff('catalog', (r) => `/yonetim/urunler/${r.product}`),
  'yonetim/kategoriler': staff('catalog'),
  'yonetim/markalar': staff('catalog'),
  'yonetim/ozellikler': staff('catalog'),
  'yonetim/fiyat-listeleri': staff('prices'),
  'yonetim/fiyat-listeleri/karsilastirma': staff('prices'),
  'yonetim/fiyat-listeleri/degisiklikler': staff('prices'),
  'yonetim/fiyat-listeleri/degisiklikler/:id': staff(
    'prices',
    (r) => `/yonetim/fiyat-listeleri/degisiklikler/${r.priceChange}`,
  ),
  'yonetim/fiyat-listeleri/degisiklikler/:id/etki': staff(
    'prices',
    (r) => `/yonetim/fiyat-listeleri/degisiklikler/${r.priceChange}/etki`,
  ),
  'yonetim/fiyat-listeleri/:id': staff('prices', (r) => `/yonetim/fiyat-listeleri/${r.priceList}`),
  'yonetim/fiyat-sorgula': staff('prices'),
  'yonetim/fiyat-kurallari': staff('prices'),
  'yonetim/fiyat-kurallari/:id': staff('prices', (r) => `/yonetim/fiyat-kurallari/${r.priceRule}`),
  'yonetim/promosyonlar': staff('prices'),
  'yonetim/promosyonlar/:id': staff('prices', (r) => `/yonetim/promosyonlar/${r.promotion}`),
  'yonetim/bayi-gruplari': staff('prices'),
  'yonetim/bayi-gruplari/:id': staff('prices', (r) => `/yonetim/bayi-gruplari/${r.dealerGroup}`),
  'yonetim/kampanyalar': staff('prices'),
  'yonetim/kampanyalar/:id': staff('prices', (r) => `/yonetim/kampanyalar/${r.campaign}`),
  'yonetim/arama': staff('catalog'),
  'yonetim/arama/sonucsuz': staff('catalog'),
  'yonetim/entegrasyon': staff('settings'),
  'yonetim/entegrasyon/webhook': staff('settings'),
  'yonetim/erp': staff('settings'),
  'yonetim/erp/:id': staff('settings', (r) => `/yonetim/erp/${r.erp}`),
  'yonetim/aktarim': staff('catalog'),
  'yonetim/aktarim/veri/:kind': staff('payments', () => '/yonetim/aktarim/veri/movements'),
  'yonetim/aktarim/veri/:kind/:id': staff('payments', (r) => `/yonetim/aktarim/veri/movements/${r.fileImport}`),
  'yonetim/aktarim/kaynaklar': staff('catalog'),
  'yonetim/aktarim/:id': staff('catalog', (r) => `/yonetim/aktarim/${r.import}`),
  'yonetim/odemeler': staff('payments'),
  'yonetim/banka-hareketleri': staff('payments'),
  'yonetim/havale-bildirimleri': staff('payments'),
  'yonetim/banka-farklari': staff('payments'),
  'yonetim/odemeler/durum': staff('payments'),
  'yonetim/odemeler/:id': staff('payments', (r) => `/yonetim/odemeler/${r.payment}`),
  'yonetim/ariza-bildirimleri': staff('orders'),
  'yonetim/ariza-bildirimleri/:id': staff('orders', (r) => `/yonetim/ariza-bildirimleri/${r.report}`),
  ':url': everybody((r) => `/${r.category}`),
  ':brand/:url': everybody((r) => `/${r.brand}/${r.category}`),
  ':locale/:brand/:url': everybody((r) => `/tr/${r.brand}/${r.category}`),
  '*': right('nobody', () => '/a/b/c/d'),
}
