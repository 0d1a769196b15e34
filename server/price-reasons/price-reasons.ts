/** Public face of the explanation of prices. */
export { ruleNameIn, shownStep } from './shown-step.ts'
export { registerPriceReasons } from './routes.ts'
