import { addToCart } from '#contract/shop/cart.ts'
import { csrfCookie } from '#contract/core/csrf.ts'
import saveEarlyPresses from './save-early-presses.ts?script'

/** Sent to the window when the page has hydrated. */
const hydratedEvent = 'toptan:hydrated'

declare global {
  /** The server's answer to the press that is being repeated. */
  var earlyAnswer: Promise<Response> | undefined
}

/** The script of the head. On the server only. */
export const earlyPressScript = (): string =>
  `(${saveEarlyPresses})('${hydratedEvent}','${addToCart.path.replace(/:.*/, '')}','${csrfCookie}')`

/** Repeats what was pressed and typed before hydration. */
export function repeatEarlyPresses(): void {
  dispatchEvent(new Event(hydratedEvent))
}
