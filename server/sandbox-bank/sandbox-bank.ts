/** Public face of the sandbox bank: a bank that the demo and the tests pay at. Nothing of the shop stands on it. */
export { demoBins, type DemoBinName, demoCardNumber } from './demo-cards.ts'
export { sandboxMerchants } from './merchants.ts'
export { serveSandboxBank } from './routes.ts'
