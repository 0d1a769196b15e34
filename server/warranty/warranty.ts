/** Public face of warranty inquiries, and the import of serial numbers from the ERP. */
export { importSerials, serials } from './import-serials.ts'
export { registerWarranty } from './routes.ts'
