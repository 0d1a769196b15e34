/** Public face of accounts: sign-in, sessions, the people themselves, and the keys of what they send. */
export { loadBuyer } from './buyer.ts'
export { listDealers, saveDealer } from './dealers.ts'
export {
  attemptOf,
  claimAttempt,
  completeAttempt,
  isIdempotencyKey,
  purgeIdempotencyKeys,
} from './idempotency.ts'
export { type Letterhead, loadLetterhead, loadLogo } from './letterhead.ts'
export { hashPassword } from './passwords.ts'
export { addUser, disableUser, listUsers, setPassword } from './people.ts'
export { purgeExpired as purgeAccounts } from './queries.ts'
export { personNameSql } from './person-name.ts'
export { findOpenSessions, listSeenPeople, touchPeople } from './presence.ts'
export { registerAccount } from './routes.ts'
export { registerAccountSettings } from './settings-routes.ts'
export { loadSession, newSessionSecret, sessionIdOf } from './sessions.ts'
