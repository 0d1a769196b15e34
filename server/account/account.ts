/** Public face of accounts: sign-in, sessions, users, dealers, and idempotency keys. */
export { startActing } from './acting.ts'
export { accountMailJob, sendAccountMail } from '#server/account/password/password-email.ts'
export { dealersExport, usersExport } from '#server/account/admin/administration-export.ts'
export {
  type AddressReader,
  chooseAddress,
  loadAddressChoices,
  type WantedAddress,
} from '#server/account/addresses/choose-address.ts'
export { type AddressRow, addressesPart } from '#server/account/addresses/address-rows.ts'
export { inScopeSql } from '#server/account/addresses/order-scope.ts'
export { registerAddresses } from '#server/account/addresses/routes.ts'
export { assignGroup } from '#server/account/admin/assign-group.ts'
export { assignList } from '#server/account/admin/assign-price-list.ts'
export { balanceShiftSql, clearLiraBalances, copyLiraBalances, shiftDealerBalance } from './balances.ts'
export { deleteBranch, insertStoreBranch, renameBranch, setBranchActive, sortBranches } from './branches.ts'
export { removeChoiceSql, saveUserChoice, saveUserChoices } from './choices.ts'
export { loadBuyer } from './buyer.ts'
export { registerDealers } from '#server/account/admin/dealer-administration.ts'
export type { DealerAccount, DealerAccounts } from '#server/account/admin/dealer-rows.ts'
export { saveUserRows, type UserRowProblem, type UserRowResult } from '#server/account/admin/save-user-rows.ts'
export { type DealerRowInput, type DealerRowResult, saveDealerRows } from '#server/account/admin/save-dealer-rows.ts'
export { listDealers, saveDealer } from './dealers.ts'
export {
  attemptOf,
  claimAttempt,
  claimOneOf,
  completeAttempt,
  completionParts,
  isIdempotencyKey,
  purgeIdempotencyKeys,
} from './idempotency.ts'
export { type Letterhead, loadLetterhead, loadLogo } from './letterhead.ts'
export { scrubAccountTokens } from '#server/account/password/one-time-links.ts'
export { registerPasswordLinks } from '#server/account/password/password-routes.ts'
export { dealerRatesSql } from './dealer-rates.ts'
export { findDealersByTaxNumber, openDealerAccount } from '#server/account/admin/open-dealer-account.ts'
export { loadDealerChoices } from '#server/account/admin/dealer-rows.ts'
export type { UserDeps } from '#server/account/password/invitations.ts'
export { hashPassword, isPassword } from '#server/account/password/passwords.ts'
export { addUser, disableUser, listUsers, setPassword } from './users.ts'
export { changedSince, createFieldCheck, type Fields } from '#server/account/admin/typed-values.ts'
export {
  endAllSessions,
  isRepresentativeSql,
  maySeePrices,
  mayUseKeys,
  cartLineCountSql,
  purgeExpired as purgeAccounts,
  roleColumns,
} from './queries.ts'
export { findOpenSessions, listRecentUsers, personNameSql, recordPresence } from './presence.ts'
export { registerAccount } from './routes.ts'
export { registerColleagues } from '#server/account/colleagues/colleagues.ts'
export { resealFactors, sealedFactors } from '#server/account/factors/factor-rows.ts'
export { registerFactors } from '#server/account/factors/factor-routes.ts'
export { passkeySiteOf } from '#server/account/factors/passkey-site.ts'
export { resetFactorsOf } from '#server/account/factors/reset-factors.ts'
export { registerDevices } from './devices.ts'
export { registerUsers } from '#server/account/admin/user-administration.ts'
export { registerAccountSettings } from './settings-routes.ts'
export { openSessionCache, type SessionCache, sessionChannel } from './session-cache.ts'
export { loadSession, loadStaffPermissions, loadUser, newSessionSecret, sessionIdOf } from './sessions.ts'
export { openConnections } from '#server/account/single-sign-on/provider-connection.ts'
export { registerIdentityProviders } from '#server/account/single-sign-on/provider-administration.ts'
export { resealClientSecrets, sealedClientSecrets } from '#server/account/single-sign-on/provider-rows.ts'
export {
  registerSingleSignOn,
  scrubSignInCodes,
  serveSingleSignOn,
} from '#server/account/single-sign-on/routes.ts'
export { eraseAccount, erasedName, lockErasable } from './erase-account.ts'
export { allowPasswords } from '#server/account/single-sign-on/allow-passwords.ts'
