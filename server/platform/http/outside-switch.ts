/**
 * `OUTSIDE_CALLS=off`: this process is a copy of a shop, and connects to no bank, ERP, webhook, mail server or other service. Read
 * here, so that no way out can miss it; any value but `on` counts as off.
 */
export function areOutsideCallsOff(): boolean {
  const given = process.env.OUTSIDE_CALLS?.trim() ?? ''
  return given !== '' && given !== 'on'
}

/** A call that was refused before a connection was opened. People get it as `outside_calls_off`. */
export class OutsideCallsOff extends Error {
  override name = 'OutsideCallsOff'
  constructor() {
    super('This copy of the shop makes no outside calls (OUTSIDE_CALLS).')
  }
}

/** Throws OutsideCallsOff. */
export function requireOutsideCalls(): void {
  if (areOutsideCallsOff()) throw new OutsideCallsOff()
}
