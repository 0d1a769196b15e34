import { pages } from './pages.ts'

// Addresses that the first page does not need: browsers load them with the pages that do.

/** An order with its lines, to read and to print. */
export const orderPath = (orderNo: string): string => `/siparis/${encodeURIComponent(orderNo)}`

/** What the dealer waits for: order lines and watched products. */
export const backOrdersPath = '/siparis/bekleyen'

/** An order that waits, or waited, for an approver of the dealer. */
export const purchasePath = (id: number): string => `${pages.approvals}/${id}`

export const returnPath = (returnNo: string): string => `${pages.returns}/${encodeURIComponent(returnNo)}`

/** The form that requests to return goods of an order. */
export const newReturnPath = (orderNo: string): string => `${pages.returns}/yeni?siparis=${encodeURIComponent(orderNo)}`

/** The printable quote of an offer, in its own window. */
export const quotePath = (offerNo: string): string => `/teklif/yazdir/${encodeURIComponent(offerNo)}`

/** The quote of an offer as a file. */
export const quoteFilePath = (offerNo: string, format: 'xlsx' | 'pdf'): string =>
  `${pages.offers}/${offerNo === ':offerNo' ? offerNo : encodeURIComponent(offerNo)}.${format}`

/** The public page of a quote, for the dealer's customer. */
export const publicQuotePath = (token: string): string => `/teklif/musteri/${encodeURIComponent(token)}`

/** A fault report of the visitor's dealer. */
export const faultReportPath = (reportNo: string): string => `${pages.faultReport}/${encodeURIComponent(reportNo)}`

/** A photo of a fault report, for its dealer and for administrators. */
export const faultPhotoPath = (file: string): string => `${pages.faultReport}/foto/${file}`

/** The payment page for chosen debts of the account, by their movements. */
export const payDebtsPath = (ids: readonly number[]): string => `${pages.payment}?debts=${ids.join(',')}`

/** The section of the payment page with the dealer's payment links. */
export const paymentLinksAnchor = 'payment-links'

/** The section of the email page with emails that could not be delivered. */
export const failedEmailsAnchor = 'failed-emails'

/** The public page of a payment link. */
export const paymentLinkPath = (token: string): string => `/payment/link/${encodeURIComponent(token)}`

/** The page of a one-time link, on which a new password is set. */
export const passwordLinkPath = (token: string): string => `/account/password/${encodeURIComponent(token)}`

/** The sign-in page at its second step, for browsers without scripts. */
export const secondStepPath = (challenge: string, next: string): string =>
  `${pages.login}?${new URLSearchParams({ next, challenge })}`

/** The page of a link that signs in. */
export const signInLinkPath = (token: string): string => `${pages.signInLink}/${encodeURIComponent(token)}`

/** The printable order form of a completed card payment, in its own window. Payers by link need the link's token. */
export const mailOrderPath = (reference: string, link?: string): string =>
  `/payment/form/${reference}${link === undefined ? '' : `?link=${encodeURIComponent(link)}`}`

export const adminReturnPath = (id: number): string => `${pages.adminReturns}/${id}`

export const adminFaultReportPath = (id: number): string => `${pages.adminFaultReports}/${id}`

/** 'yeni' is the form for a new one. */
export const adminDealerPath = (id: number | 'yeni'): string => `${pages.adminDealers}/${id}`

/** A dealer's account statement, for administrators. */
export const adminStatementPath = (id: number | ':id'): string => `${pages.adminDealers}/${id}/ekstre`

export const adminUserPath = (id: number | 'yeni'): string => `${pages.adminUsers}/${id}`

export const adminProductPath = (id: number | 'yeni'): string => `${pages.adminProducts}/${id}`

export const adminErpPath = (id: number | ':id'): string => `${pages.adminErp}/${id}`

export const adminOrderPath = (id: number): string => `${pages.adminOrders}/${id}`

export const adminImportPath = (id: number): string => `${pages.adminImports}/${id}`

export const adminPaymentPath = (id: number): string => `${pages.adminPayments}/${id}`

/** The URL to which a bank returns the browser. */
export const paymentCallbackPath = (reference: string): string => `/payment/callback/${reference}`

/** The account statement as a file; `page` is the address of the dealer's or of the administrators' page. */
export const statementFilePath = (format: 'xlsx' | 'pdf', page: string = pages.statement): string => `${page}.${format}`

/** The list of orders as a file: orders and lines, or the lines alone as CSV. */
export const ordersFilePath = (format: 'xlsx' | 'csv'): string => `${pages.orders}.${format}`

/** An invoice of the visitor's dealer. */
export const invoicePath = (id: number): string => `${pages.invoices}/${id}`

/** The document of an invoice, for its dealer and for administrators. */
export const invoiceFilePath = (id: number | ':id', kind: 'xml' | 'pdf'): string => `${pages.invoices}/${id}/${kind}`

/** The list of invoices as a file. */
export const invoicesFilePath = (format: 'xlsx' | 'csv'): string => `${pages.invoices}.${format}`

/** The list of offers as a file. */
export const offersFilePath = (format: 'xlsx' | 'csv'): string => `${pages.offers}.${format}`
