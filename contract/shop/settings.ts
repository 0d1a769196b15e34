import { carrierPolicies } from '#domain/orders/carrier-payer.ts'
import * as z from 'zod/mini'
import { parseBankAccounts } from '#domain/money/iban.ts'
import { isMailAddress } from '#contract/core/mail-address.ts'
import { sortFields } from '#contract/core/sort-fields.ts'

const flag = z.enum(['0', '1'])
// The same rule as for sending: an address that passes here is never replaced by another sender.
const isEmptyOrMailAddress = (text: string) => text === '' || isMailAddress(text)

/**
 * Every setting of the store with its shape and its default (specification, catalogue section 3 and checkout section
 * 3). Administrators change them on screen; `toptan settings` reads and writes them. Values have the specification's
 * form.
 */
const shapes = {
  /** '1' = prices are visible; '0' = prices are hidden from everyone. */
  showPriceStatus: z._default(flag, '1'),
  /** Whether guests see prices too, if prices are visible. */
  guestPrices: z._default(flag, '0'),
  showListPrice: z._default(flag, '1'),
  /** '1' = stock information is visible to everyone, otherwise to signed-in users. */
  showStokInfo: z._default(flag, '0'),
  showPaymentPlanPrice: z._default(flag, '1'),
  /** '1' = dealers see how their prices come about. */
  showPriceReasons: z._default(flag, '1'),
  /** '1' = shown prices include tax. */
  productsWithKdv: z._default(flag, '0'),
  /** Stock display mode 0 to 20 (section 9). */
  stockInfoStatus: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(20)), 0),
  /** '1' = the stock rule is skipped. */
  cartStockControl: z._default(flag, '0'),
  /** '1' = guests have a cart too, which moves to the user at sign-in. */
  guestCarts: z._default(flag, '0'),
  notInStock: z._default(flag, '0'),
  defaultSort: z._default(z.union([z.enum(sortFields), z.literal('')]), ''),
  /** The default of the visitor's choice (originalShowNotInStocks). */
  showNotInStocks: z._default(flag, '1'),
  b2b_stoktakileri_goster: z._default(flag, '1'),
  /** The special code that is shown, '' = none. */
  b2b_urun_detay_ozel_kod: z._default(z.enum(['', 'ozelkod', 'ozelkod2', 'ozelkod3', 'ozelkod4', 'ozelkod5']), ''),
  /** '0' = product page only, '1' = list and product page. */
  b2b_urun_detay_ozel_kod_gosterim: z._default(flag, '0'),
  /** '' = the built-in label in the visitor's language. */
  b2b_urun_detay_ozel_kod_baslik: z._default(z.string().check(z.maxLength(40)), ''),
  stockNumberType: z._default(z.enum(['StockCode', 'Barcode']), 'StockCode'),
  /** Maximum of the product page's quantity field. */
  detailQuantityMax: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 100),
  /** Percentage for products without a rate of their own. */
  defaultTaxRate: z._default(z.number().check(z.minimum(0), z.maximum(100)), 20),
  storeName: z._default(z.string().check(z.minLength(1), z.maxLength(80)), 'Toptan'),
  /** File name below /images/; '' = the built-in logo. */
  storeLogo: z._default(
    z
      .string()
      .check(z.maxLength(200), z.regex(/^(?:[^/\\.][^/\\]*(?:\/[^/\\.][^/\\]*)*\.(?:avif|gif|jpe?g|png|svg|webp))?$/i)),
    '',
  ),
  storePhone: z._default(z.string().check(z.maxLength(40)), ''),
  storeHours: z._default(z.string().check(z.maxLength(80)), ''),
  /** Sender of all emails. */
  storeEmail: z._default(z.string().check(z.maxLength(200), z.refine(isEmptyOrMailAddress)), ''),
  /** The company's registered title, for documents; '' = storeName. */
  storeTitle: z._default(z.string().check(z.maxLength(160)), ''),
  storeAddress: z._default(z.string().check(z.maxLength(300)), ''),
  storeTaxOffice: z._default(z.string().check(z.maxLength(80)), ''),
  /** VKN (10 digits) or TCKN (11). */
  storeTaxNumber: z._default(z.string().check(z.maxLength(11), z.regex(/^(?:\d{10,11})?$/)), ''),
  /** The company's number in the central register (MERSİS), 16 digits. */
  storeMersis: z._default(z.string().check(z.maxLength(16), z.regex(/^(?:\d{16})?$/)), ''),
  /** Office and number of the trade register. */
  storeTradeRegistry: z._default(z.string().check(z.maxLength(80)), ''),
  /** Registered email address (KEP). */
  storeKep: z._default(z.string().check(z.maxLength(200), z.regex(/^(?:\S+@\S+\.\S+)?$/)), ''),
  /** Accounts for bank transfers of orders on account: one "Bank · IBAN" per line. */
  bankAccounts: z._default(
    z.string().check(
      z.maxLength(1000),
      z.refine((text) => parseBankAccounts(text) !== null),
    ),
    '',
  ),
  /** Recipient of emails about new orders; '' = storeEmail. */
  orderMailTo: z._default(z.string().check(z.maxLength(254), z.refine(isEmptyOrMailAddress)), ''),
  /** '1' = dealers get an email about each new invoice. */
  invoiceEmails: z._default(flag, '1'),
  /** Messaging option and its number (digits with country code). */
  whatsapp: z._default(flag, '0'),
  whatsappNumber: z._default(z.string().check(z.regex(/^\d{0,15}$/)), ''),
  /** One colour, #rrggbb; its shades are derived. */
  brandColor: z._default(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/)), '#0B5B64'),
  /**
   * Five entries separated by `;`: facebook, instagram, twitter, youtube, pinterest; `1:https://…`, or `0:https://…`
   * for hidden ones.
   */
  socialMedia: z._default(z.string().check(z.maxLength(2000)), ''),
  /** How many full working days without a bulletin a bulletin's rate still counts; then prices in its currency are on request. */
  rateMaxMissedDays: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(60)), 5),
  /** Holidays of the store besides the official ones, one per line: a day and a name (`domain/text/public-holidays.ts`). */
  ownHolidays: z._default(z.string().check(z.maxLength(8000)), ''),
  /** How many hours an offer keeps its exchange rates for the order that it becomes; 0 = not at all. */
  offerRateLockHours: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(720)), 24),
  /** '1' = dealers may turn their cart into an offer. */
  b2b_teklif_ver_durum: z._default(flag, '1'),
  /** '1' = orders above a dealer's risk limit are refused. */
  b2b_risk_limit_islem: z._default(flag, '0'),
  /** '1' = dealers see their overdue payments. */
  showOverdueDebtInfo: z._default(flag, '1'),
  /** The smallest overdue balance that is shown, in the debt's own currency. */
  overdueDebtInfoLimit: z._default(z.number().check(z.minimum(0), z.maximum(1e12)), 0),
  /** Installments are offered only for larger amounts in lira. */
  installmentLimit: z._default(z.number().check(z.minimum(0), z.maximum(1e12)), 0),
  /** '1' = dealers may create links to pay into their account. */
  b2b_cari_odeme_baglantisi: z._default(flag, '0'),
  /** How many days a payment link is valid. */
  paymentLinkDays: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(90)), 7),
  /** The external warranty service; '' = the shop's own serial numbers. */
  warrantyServiceUrl: z._default(z.string().check(z.maxLength(500), z.regex(/^(?:https:\/\/[^\s@]+)?$/)), ''),
  /** The key for that service; '' = it needs none. */
  warrantyServiceKey: z._default(z.string().check(z.maxLength(300), z.regex(/^[!-~]*$/)), ''),
  /** Which orders wait for the store's approval; '0' and 0 = not for this reason. Orders paid by card never wait. */
  approveAllOrders: z._default(flag, '0'),
  approveOrdersOver: z._default(z.number().check(z.minimum(0), z.maximum(1e12)), 0),
  /** '1' = an order over the dealer's limit waits instead of being refused. */
  approveOverLimit: z._default(flag, '0'),
  approveFirstOrder: z._default(flag, '0'),
  /** In percent of the price before tax. */
  approveBelowMargin: z._default(z.number().check(z.minimum(0), z.maximum(100)), 0),
  /** Above which sum refunded of one payment (lira), and above which change of a price (percent), a second person has to approve; 0 = never. */
  refundsNeedTwoOver: z._default(z.number().check(z.minimum(0), z.maximum(1e12)), 0),
  pricesNeedTwoOver: z._default(z.number().check(z.minimum(0), z.maximum(1000)), 0),
  /** How many hours a dealer has to refuse a change of its order. */
  orderChangeHours: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(240)), 24),
  /** A confirmed order of which nothing was picked or shipped is late this many days after it was placed. */
  lateAfterDays: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(60)), 3),
  /** How many days an order whose plan is due at once waits for its bank transfer; 0 = it does not wait. */
  transferDays: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(60)), 0),
  /** Emails to the buyer about the steps of an order. */
  orderMailConfirmed: z._default(flag, '1'),
  orderMailRejected: z._default(flag, '1'),
  orderMailChanged: z._default(flag, '1'),
  orderMailShipped: z._default(flag, '1'),
  orderMailDelivered: z._default(flag, '0'),
  orderMailBackOrder: z._default(flag, '1'),
  /** Emails about notes: to dealers, and to the store. */
  noteMailDealer: z._default(flag, '1'),
  noteMailStore: z._default(flag, '1'),
  /** How many days after its shipment goods can be returned; 0 = not at all. */
  returnDays: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(365)), 14),
  /** Emails to the dealer about the steps of a return. */
  returnMailDecided: z._default(flag, '1'),
  returnMailReceived: z._default(flag, '1'),
  returnMailClosed: z._default(flag, '0'),
  /** '1' = companies can apply to become dealers. */
  dealerApplications: z._default(flag, '1'),
  /** How many days refused applications are stored, with their documents. */
  applicationDays: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(3650)), 180),
  /** How many days dealers can order without having accepted a new version of a text that they have to accept. */
  textGraceDays: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(365)), 14),
  /** '1' = stock that arrives is assigned to the oldest back-orders by itself. */
  fillBackOrders: z._default(flag, '0'),
  /** '1' = staff need a second factor: an authenticator app or a passkey. */
  staffSecondFactor: z._default(flag, '0'),
  /** '1' = users can sign in by a link in an email. */
  signInLinks: z._default(flag, '0'),
  /** '1' = buyers may state the carrier that they prefer. */
  carrierChoice: z._default(flag, '1'),
  /** Who pays the carrier of orders without another agreement; `sender_from`: the store, from `carrierSenderFrom` lira before tax on. */
  carrierPolicy: z._default(z.enum(carrierPolicies), 'recipient'),
  carrierSenderFrom: z._default(z.number().check(z.minimum(0), z.maximum(1e12)), 10_000),
  sessionDays: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(365)), 30),
  /** How many days searches are stored in the search log. */
  searchLogDays: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(3650)), 180),
  /** How many days a guest's cart is stored after its last change. */
  guestCartDays: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(365)), 30),
  /** '1' = a backup is made every day, from this hour on. */
  backups: z._default(flag, '1'),
  backupHour: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(23)), 3),
  /** For how many days, and for how many weeks, the last backup of each is kept. */
  backupDays: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(365)), 7),
  backupWeeks: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(520)), 4),
}
export const storeSettings = z.object(shapes)
export type StoreSettings = z.output<typeof storeSettings>
export type SettingKey = keyof StoreSettings
export const settingKeys = Object.keys(shapes) as SettingKey[]

/** The settings that pages receive. */
export const publicSettings = z.omit(storeSettings, {
  staffSecondFactor: true,
  sessionDays: true,
  paymentLinkDays: true,
  searchLogDays: true,
  guestCartDays: true,
  backups: true,
  backupHour: true,
  backupDays: true,
  backupWeeks: true,
  warrantyServiceUrl: true,
  warrantyServiceKey: true,
  socialMedia: true,
  orderMailTo: true,
  carrierChoice: true,
  carrierPolicy: true,
  carrierSenderFrom: true,
  approveAllOrders: true,
  approveOrdersOver: true,
  approveOverLimit: true,
  approveFirstOrder: true,
  approveBelowMargin: true,
  refundsNeedTwoOver: true,
  pricesNeedTwoOver: true,
  orderChangeHours: true,
  rateMaxMissedDays: true,
  ownHolidays: true,
  offerRateLockHours: true,
  orderMailChanged: true,
  orderMailConfirmed: true,
  orderMailRejected: true,
  orderMailShipped: true,
  orderMailDelivered: true,
  orderMailBackOrder: true,
  noteMailDealer: true,
  noteMailStore: true,
  returnDays: true,
  lateAfterDays: true,
  transferDays: true,
  returnMailDecided: true,
  returnMailReceived: true,
  returnMailClosed: true,
  fillBackOrders: true,
  applicationDays: true,
  textGraceDays: true,
  invoiceEmails: true,
  storeTitle: true,
  storeMersis: true,
  storeTradeRegistry: true,
  storeKep: true,
  bankAccounts: true,
  b2b_risk_limit_islem: true,
  showOverdueDebtInfo: true,
  overdueDebtInfoLimit: true,
})
export type PublicSettings = z.output<typeof publicSettings>
