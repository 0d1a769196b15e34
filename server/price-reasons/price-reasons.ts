/** Public face of the explanation of prices. */
export { shownStep } from './shown-step.ts'
export { registerPriceReasons } from './routes.ts'
