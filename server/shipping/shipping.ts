/** Public face of shipping: goods of confirmed orders on their way to dealers. */
export { registerBulk } from './bulk/routes.ts'
export { registerPicking } from './picking/routes.ts'
export { registerShipping } from './routes.ts'
export { type NumberedShipment, type NumberedShipped, shipByNumber, tryShipments } from './ship-by-number.ts'
export { serveShipmentLabels } from './serve-labels.ts'
