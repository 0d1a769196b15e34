/**
 * `ready`: has a password. `invited` and `expired`: has no password, but a link that is open or expired. `none`:
 * neither.
 */
export const userAccesses = ['ready', 'invited', 'expired', 'none'] as const
