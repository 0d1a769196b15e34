import type { accounts, RecordAddresses } from './screen-records.ts'
import {
  inquireWarranty,
  inSequence,
  changeSort,
  click,
  failCalls,
  fill,
  first,
  holdCalls,
  openBank,
  openCardForm,
  waitForOverlay,
  openProduct,
  press,
  type Step,
  type,
  typeCard,
  waitFor,
} from './screen-steps.ts'

export type Actor = 'guest' | keyof typeof accounts
export type Shot = {
  name: string
  path: string
  actors: Actor[]
  /** Brings the page into the state to capture. */
  step?: Step
  /** Captures the visible window instead of the whole page, because a dialog or drawer is open. */
  isWindow?: boolean
  /** Only on phones, or only on wider windows. */
  on?: 'phone' | 'wide'
}

const page = (name: string, path: string, actors: Actor[], step?: Step): Shot => ({
  name,
  path,
  actors,
  ...(step && { step }),
})
const popup = (name: string, path: string, actors: Actor[], step: Step): Shot => ({
  ...page(name, path, actors, step),
  isWindow: true,
})
const dialog = (name: string, path: string, actors: Actor[], step: Step): Shot =>
  popup(name, path, actors, inSequence(step, waitForOverlay))

const wide = (shot: Shot): Shot => ({ ...shot, on: 'wide' })
const phone = (shot: Shot): Shot => ({ ...shot, on: 'phone' })

/** Submits a form unchanged, to show its validation errors. */
const send = click('main form button[type=submit]')

const catalogShots: Shot[] = [
  page('list-grid', '/?view=grid', ['guest', 'dealer', 'admin']),
  page('list-table', '/?view=list', ['guest', 'dealer']),
  popup('list-loading', '/?view=grid', ['dealer'], holdCalls('**/api/catalog/products**', changeSort)),
  page('search', '/search?q=matkap&view=grid', ['dealer']),
  page('search-empty', '/search?q=bulunmayan+bir+%C5%9Fey', ['dealer']),
  popup('suggestions', '/', ['dealer'], inSequence(fill('header input', 'kablo'), waitFor('[role=option]'))),
  wide(
    popup(
      'categories',
      '/',
      ['dealer'],
      inSequence(press('shell.allCategories', 'header'), waitFor('header dialog a')),
    ),
  ),
  wide(
    popup(
      'account-menu',
      '/',
      ['dealer'],
      inSequence(click('header button:has(use[href$="#building-2"])'), waitFor('[role=menu]')),
    ),
  ),
  wide(
    popup(
      'mini-cart',
      '/',
      ['dealer'],
      inSequence(click('header button:has(use[href$="#shopping-cart"])'), waitFor('header dl')),
    ),
  ),
  phone(dialog('phone-categories', '/', ['dealer'], press('shell.categories', 'body'))),
  phone(dialog('phone-account', '/', ['dealer'], press('shell.account', 'body'))),
  dialog('keys', '/?view=list', ['dealer'], type('?')),
  dialog('filters', '/?view=list', ['dealer'], press('catalog.filters.open')),
  page('product', '/?view=grid', ['guest', 'dealer'], openProduct('cart.button.add')),
  page('product-family', '/?view=grid', ['dealer'], openProduct('cart.button.choose_variant')),
  page('campaigns', '/kampanyalar', ['guest', 'dealer']),
  page('not-found', '/boyle/bir/sayfa/yok', ['guest']),
]

const cartShots: Shot[] = [
  page('cart', '/sepet', ['dealer']),
  popup('cart-window', '/sepet', ['dealer'], waitFor('main')),
  dialog('cart-clear', '/sepet', ['dealer'], press('cart.clear.action')),
  dialog('cart-paste', '/sepet', ['dealer'], press('cartPage.paste.open')),
  page('order-pad', '/hizli-siparis', ['dealer']),
  page('checkout', '/checkout', ['dealer']),
  page('checkout-payment', '/checkout?step=payment', ['dealer']),
  page('checkout-summary', '/checkout/summary', ['dealer']),
]

const paymentShots: Shot[] = [
  page('payment', '/payment', ['dealer']),
  page('payment-invalid', '/payment', ['dealer'], send),
  dialog('card-form-empty', '/payment?amount=1250', ['dealer'], openCardForm),
  dialog('card-form', '/payment?amount=1250', ['dealer'], inSequence(openCardForm, typeCard)),
  dialog('bank', '/payment?amount=1250', ['dealer'], inSequence(openCardForm, typeCard, openBank)),
]

const dealingShots: Shot[] = [
  page('orders', '/siparis/liste', ['dealer']),
  page('orders-open', '/siparis/liste', ['dealer'], click('main td button[aria-expanded=false]')),
  page('orders-nothing', '/siparis/liste?q=qqqxxx', ['dealer']),
  page('order', '/siparis/liste', ['dealer'], first('/siparis/')),
  dialog('order-cancel', '/siparis/liste', ['dealer'], press('orders.action.cancel')),
  page('offers', '/teklif/liste', ['dealer']),
  page('offer', '/teklif/liste', ['dealer'], press('offers.action.detail')),
  dialog('offer-customer', '/teklif/liste', ['dealer'], press('offers.customer.add')),
  dialog('offer-cancel', '/teklif/liste', ['dealer'], press('offers.action.cancel')),
  page('fault-report', '/ariza-bildirimi', ['dealer']),
  page('fault-report-invalid', '/ariza-bildirimi', ['dealer'], send),
  dialog('fault-report-picker', '/ariza-bildirimi', ['dealer'], press('faultReport.form.pick')),
  page('fault-reports', '/ariza-bildirimi/liste', ['dealer']),
  page('fault-report-one', '/ariza-bildirimi/liste', ['dealer'], first('/ariza-bildirimi/')),
  dialog('warranty', '/', ['dealer'], inquireWarranty('HIC-YOK-1')),
  dialog('warranty-result', '/', ['dealer'], inquireWarranty('TPT-2093-0200')),
]

const accountShots: Shot[] = [
  page('statement', '/account/statement', ['dealer']),
  page('account', '/account/settings', ['dealer', 'admin']),
  page('account-invalid', '/account/settings', ['dealer'], inSequence(fill('main input[type=password]', 'x'), send)),
  page('login', '/account/login', ['guest']),
  page('login-invalid', '/account/login', ['guest'], click('form:has(input[name=password]) button[type=submit]')),
  page('forgotten', '/account/forgotten', ['guest']),
  page('new-password', '/account/password/boyle-bir-baglanti-yok', ['guest']),
]

const adminLists = [
  'online',
  'sepetler',
  'siparisler',
  'teklifler',
  'odemeler',
  'urunler',
  'kategoriler',
  'markalar',
  'ozellikler',
  'kampanyalar',
  'aktarim',
  'depolar',
  'ariza-bildirimleri',
  'bayiler',
  'kullanicilar',
  'pos',
  'para-birimleri',
  'odeme-planlari',
  'ayarlar',
  'denetim',
]
const adminRecords = [
  'siparisler',
  'teklifler',
  'odemeler',
  'urunler',
  'kampanyalar',
  'aktarim',
  'ariza-bildirimleri',
  'bayiler',
  'kullanicilar',
  'pos',
]
const adminForms = ['urunler', 'kampanyalar', 'bayiler', 'kullanicilar', 'pos']

const adminStates: Shot[] = [
  page('admin-board', '/yonetim', ['admin']),
  page('admin', '/yonetim/aramalar', ['admin']),
  dialog(
    'admin-searches',
    '/yonetim/aramalar',
    ['admin'],
    inSequence(fill('main input[type=search]', 'matkap'), type('Enter')),
  ),
  page(
    'admin-searches-failed',
    '/yonetim/aramalar',
    ['admin'],
    failCalls('**/yonetim/top-queries', press('monitoring.search.refresh')),
  ),
  page('admin-siparisler-nothing', '/yonetim/siparisler?q=qqqxxx', ['admin']),
  page(
    'admin-urunler-invalid',
    '/yonetim/urunler/yeni',
    ['admin'],
    inSequence(fill('main input[name=code]', 'A'), press('productForm.create')),
  ),
  dialog('admin-kategoriler-dialog', '/yonetim/kategoriler', ['admin'], press('administration.categories.add')),
  dialog('admin-markalar-dialog', '/yonetim/markalar', ['admin'], press('administration.brands.add')),
  dialog('admin-para-birimleri-dialog', '/yonetim/para-birimleri', ['admin'], press('administration.currencies.add')),
  dialog('admin-depolar-dialog', '/yonetim/depolar', ['admin'], press('administration.warehouses.add')),
  dialog(
    'admin-odemeler-refund',
    '/yonetim/odemeler',
    ['admin'],
    inSequence(first('/yonetim/odemeler/'), press('administration.payments.actions.refund')),
  ),
  dialog(
    'admin-urunler-stock',
    '/yonetim/urunler',
    ['admin'],
    inSequence(first('/yonetim/urunler/'), press('productForm.correct')),
  ),
]

/** All routes, one record of each kind, dialogs and drawers, and loading, error and empty states. */
export const shotsOf = ({ link, mailOrder, quote }: RecordAddresses): Shot[] => [
  ...catalogShots,
  ...cartShots,
  ...paymentShots,
  ...dealingShots,
  ...accountShots,
  page('payment-link', link, ['guest']),
  page('payment-link-unknown', `${link}x`, ['guest']),
  page('mail-order', mailOrder, ['dealer']),
  page('quote', quote, ['dealer']),
  ...adminStates,
  ...adminLists.map((name) => page(`admin-${name}`, `/yonetim/${name}`, ['admin'])),
  ...adminRecords.map((name) => page(`admin-${name}-one`, `/yonetim/${name}`, ['admin'], first(`/yonetim/${name}/`))),
  ...adminForms.map((name) => page(`admin-${name}-new`, `/yonetim/${name}/yeni`, ['admin'])),
]
