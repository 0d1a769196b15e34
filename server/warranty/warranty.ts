/** Public face of warranty inquiries: what is known of a serial number, and its import from the ERP. */
export { importSerials } from './import-serials.ts'
export { registerWarranty } from './routes.ts'
