/** Public face of the sandbox bank, where the demo and the tests pay. No part of the shop depends on it. */
export { demoBins, type DemoBinName, demoCardNumber } from './demo-cards.ts'
export { dialects } from './dialects/dialects.ts'
export { sandboxMerchants } from './merchants.ts'
export { serveSandboxBank } from './routes.ts'
