import { coreErrors, type ErrorCode } from '#contract/core/errors.ts'
import { accountErrors } from './account.ts'
import { announcementsErrors } from './announcements.ts'
import { applicationsErrors } from './applications.ts'
import { backOrderErrors } from './back-orders.ts'
import { bankTransferErrors } from './bank-transfers.ts'
import { campaignsErrors } from './campaigns.ts'
import { cartErrors } from './cart.ts'
import { catalogErrors } from './catalog.ts'
import { checkoutErrors } from './checkout.ts'
import { exchangeRatesErrors } from './exchange-rates.ts'
import { faultReportsErrors } from './fault-reports.ts'
import { feedsErrors } from './feeds.ts'
import { imagesErrors } from './images.ts'
import { invoicesErrors } from './invoices.ts'
import { listsErrors } from './lists.ts'
import { monitoringErrors } from './monitoring.ts'
import { integrationErrors } from './integration.ts'
import { notesErrors } from './notes.ts'
import { offersErrors } from './offers.ts'
import { ordersErrors } from './orders.ts'
import { paymentLinksErrors } from './payment-links.ts'
import { paymentsErrors } from './payments.ts'
import { pricingErrors } from './pricing.ts'
import { promotionErrors } from './promotions.ts'
import { purchaseErrors } from './purchases.ts'
import { personalDataErrors } from './personal-data.ts'
import { reportErrors } from './reports.ts'
import { representativesErrors } from './representatives.ts'
import { returnsErrors } from './returns.ts'
import { searchRulesErrors } from './search-rules.ts'
import { settingsErrors } from './settings.ts'
import { shippingErrors } from './shipping.ts'
import { singleSignOnErrors } from './single-sign-on.ts'
import { statementErrors } from './statement.ts'
import { stockErrors } from './stock.ts'
import { textsErrors } from './texts.ts'
import { warrantyErrors } from './warranty.ts'

/** Every error code with its HTTP status. The sentence for the user is the text `errors.<code>` of locales/. */
export const errorStatuses = {
  ...coreErrors,
  ...accountErrors,
  ...singleSignOnErrors,
  ...settingsErrors,
  ...imagesErrors,
  ...exchangeRatesErrors,
  ...campaignsErrors,
  ...pricingErrors,
  ...promotionErrors,
  ...stockErrors,
  ...searchRulesErrors,
  ...catalogErrors,
  ...cartErrors,
  ...representativesErrors,
  ...checkoutErrors,
  ...purchaseErrors,
  ...paymentsErrors,
  ...paymentLinksErrors,
  ...ordersErrors,
  ...shippingErrors,
  ...backOrderErrors,
  ...statementErrors,
  ...invoicesErrors,
  ...bankTransferErrors,
  ...offersErrors,
  ...listsErrors,
  ...warrantyErrors,
  ...faultReportsErrors,
  ...notesErrors,
  ...announcementsErrors,
  ...returnsErrors,
  ...textsErrors,
  ...applicationsErrors,
  ...monitoringErrors,
  ...integrationErrors,
  ...feedsErrors,
  ...reportErrors,
  ...personalDataErrors,
} as const

type ErrorStatuses = typeof errorStatuses

declare module '#contract/core/errors.ts' {
  /** Makes the codes of all features part of `ErrorCode`. */
  interface ErrorCodes extends ErrorStatuses {}
}

export const errorCodes = Object.keys(errorStatuses) as ErrorCode[]

/** The HTTP status of an error code. */
export function statusOf(code: ErrorCode): number {
  return errorStatuses[code]
}
