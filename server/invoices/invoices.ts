/** Public face of invoices: documents of dealers, their files, and how they are matched to orders and accounts. */
export { addInvoiceFiles } from './add-received.ts'
export { purgeInvoiceFiles, invoicesFolder } from './files.ts'
export { invoiceMailJob, sendInvoiceMail } from './invoice-email.ts'
export { invoicesExport } from './list-file.ts'
export { registerInvoices } from './routes.ts'
export { serveInvoiceFiles } from './serve-files.ts'
