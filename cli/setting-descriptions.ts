import type { SettingKey } from '#contract/settings.ts'

/** What a setting does, and which values it takes. */
export type Description = { does: string; takes: string }

const flag = '0 or 1'
const text = (most: number) => `a text of at most ${most} characters`

/** `toptan settings` shows these; a setting without one does not compile. */
export const settingDescriptions: Record<SettingKey, Description> = {
  showPriceStatus: { does: 'Whether prices are shown; with 0 nobody sees any.', takes: flag },
  guestPrices: { does: 'Whether guests see prices too, where prices are shown.', takes: flag },
  showListPrice: { does: 'Whether list prices and the discounts against them are shown.', takes: flag },
  showStokInfo: { does: 'Whether guests see stock; who is signed in always does.', takes: flag },
  showPaymentPlanPrice: { does: 'Whether the prices of payment plans are shown.', takes: flag },
  productsWithKdv: { does: 'Whether shown prices include tax.', takes: flag },
  stockInfoStatus: {
    does:
      'How stock is shown: 0 exact, 1 not at all, 2 in or out; 3-8 with 5, 10, 50, 100, 1000, 20 more and ' +
      '9-14 with as much less, which counts when ordering too; 15-20 at most 5, 10, 50, 100, 1000, 20 and a plus.',
    takes: 'a whole number from 0 to 20',
  },
  cartStockControl: { does: 'With 1 more may be ordered than there is; the rest becomes back-order.', takes: flag },
  notInStock: {
    does: 'With 1 what is out of stock says "Stokta Sorunuz" and leads to the chat, where messaging is on.',
    takes: flag,
  },
  defaultSort: {
    does: 'Order of lists for whoever chose none; empty leaves the store’s own.',
    takes: 'name, -name, price, -price, brand, -brand, quantity, -quantity or empty',
  },
  showNotInStocks: {
    does: 'Whether products without stock are listed, for whoever did not choose (originalShowNotInStocks).',
    takes: flag,
  },
  b2b_stoktakileri_goster: { does: 'Whether lists have the switch that shows only what is in stock.', takes: flag },
  b2b_urun_detay_ozel_kod: {
    does: 'Which special code is shown; empty shows none.',
    takes: 'ozelkod, ozelkod2, ozelkod3, ozelkod4, ozelkod5 or empty',
  },
  b2b_urun_detay_ozel_kod_gosterim: {
    does: 'Where the special code is shown: 0 on the product page, 1 in lists too.',
    takes: flag,
  },
  b2b_urun_detay_ozel_kod_baslik: { does: 'What the special code is called on screen.', takes: text(40) },
  stockNumberType: {
    does: 'What is shown as the code of a product: its own code or the barcode of its unit.',
    takes: 'StockCode or Barcode',
  },
  detailQuantityMax: {
    does: 'The largest amount that the quantity field of a product page takes.',
    takes: 'a whole number from 1 to 1000000',
  },
  defaultTaxRate: { does: 'Tax in percent for products that have no rate of their own.', takes: '0 to 100' },
  storeName: { does: 'Name of the store.', takes: 'a text of 1 to 80 characters' },
  storePhone: { does: 'Telephone number on every page.', takes: text(40) },
  storeHours: { does: 'Opening hours on every page.', takes: text(80) },
  storeEmail: { does: 'E-mail address at the foot of every page.', takes: text(200) },
  storeAddress: { does: 'Address at the foot of every page.', takes: text(300) },
  orderMailTo: {
    does: 'The e-mail address that hears of every new order; empty takes storeEmail.',
    takes: 'an e-mail address or empty',
  },
  whatsapp: { does: 'Whether customers can write to the store by messages.', takes: flag },
  whatsappNumber: {
    does: 'The number that messages go to, with its country code; up to 4 digits count as none.',
    takes: 'at most 15 digits',
  },
  brandColor: { does: 'The one colour of the store; shades are derived from it.', takes: '#rrggbb' },
  socialMedia: {
    does: 'Links at the foot of every page: facebook, instagram, twitter, youtube, pinterest, in this order.',
    takes: 'up to five entries separated by ";", each 1:https://… or 0:https://… where it is hidden',
  },
  b2b_teklif_ver_durum: { does: 'Whether dealers may make offers (quotes) of their cart.', takes: flag },
  b2b_risk_limit_islem: { does: 'Whether the risk limit of a dealer holds its orders back.', takes: flag },
  showOverdueDebtInfo: { does: 'Whether dealers are told on every page of payments that are overdue.', takes: flag },
  overdueDebtInfoLimit: {
    does: 'The least overdue balance that dealers are told of, in the debt’s own currency.',
    takes: 'a number from 0',
  },
  sessionDays: { does: 'How many days a sign-in lasts.', takes: 'from 1 to 365' },
  searchLogDays: { does: 'How many days searches stay in the search log.', takes: 'from 1 to 3650' },
}

export const plansDescription: Description = {
  does: 'The payment plans: key, name, which one is the default (varsayilan), and whether it has no price of its own.',
  takes: '[{"priceName": "advencePrice1", "name": "Peşin", "varsayilan": true, "isVirtual": false}, …], at most five',
}
