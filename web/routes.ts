import { index, type RouteConfig, route } from '@react-router/dev/routes'

const place = 'catalog/place-page.tsx'

export default [
  index(place, { id: 'home' }),
  route('search', place, { id: 'search' }),
  route('kampanyalar', 'campaigns/campaigns-page.tsx'),
  route('account/login', 'account/login-page.tsx'),
  route('account/settings', 'account/settings-page.tsx'),
  route('account/statement', 'statement/statement-page.tsx'),
  route('siparis/liste', 'orders/orders-page.tsx'),
  route('siparis/:orderNo', 'orders/order-page.tsx'),
  route('teklif/liste', 'offers/offers-page.tsx'),
  route('teklif/yazdir/:offerNo', 'offers/quote-page.tsx'),
  route('sepet', 'cart/cart-page.tsx'),
  route('checkout', 'checkout/checkout-page.tsx'),
  route('checkout/summary', 'checkout/summary-page.tsx'),
  route(':url', place, { id: 'place' }),
  route(':brand/:url', place, { id: 'brand-place' }),
  route(':locale/:brand/:url', place, { id: 'locale-place' }),
  route('*', 'app/not-found-page.tsx'),
] satisfies RouteConfig
