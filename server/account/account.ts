/** Public face of accounts: sign-in, sessions, the people themselves, and the keys of what they send. */
export { accountMailJob, sendAccountMail } from './account-mail.ts'
export { dealersExport, usersExport } from './administration-export.ts'
export { loadBuyer } from './buyer.ts'
export { registerDealers } from './dealer-administration.ts'
export type { DealerAccount, DealerAccounts } from './dealer-rows.ts'
export { listDealers, saveDealer } from './dealers.ts'
export {
  attemptOf,
  claimAttempt,
  completeAttempt,
  isIdempotencyKey,
  purgeIdempotencyKeys,
} from './idempotency.ts'
export { type Letterhead, loadLetterhead, loadLogo } from './letterhead.ts'
export { scrubAccountTokens } from './one-time-links.ts'
export { registerPasswordLinks } from './password-routes.ts'
export { hashPassword } from './passwords.ts'
export { addUser, disableUser, listUsers, setPassword } from './people.ts'
export { changedSince, createFieldCheck, type Fields } from './typed-values.ts'
export { purgeExpired as purgeAccounts } from './queries.ts'
export { personNameSql } from './person-name.ts'
export { findOpenSessions, listSeenPeople, touchPeople } from './presence.ts'
export { registerAccount } from './routes.ts'
export { registerUsers } from './user-administration.ts'
export { registerAccountSettings } from './settings-routes.ts'
export { loadSession, newSessionSecret, sessionIdOf } from './sessions.ts'
