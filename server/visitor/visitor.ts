/** Public face of the visitor: who calls, with which choices, and what they may use. */
export { checkAccess, mayRead } from './access.ts'
export { parseChoices } from './choices.ts'
export type {
  Actor,
  BuyerContext,
  CallContext,
  Choices,
  DealerContext,
  DealerKeyContext,
  Service,
  ServiceContext,
  UserContext,
} from './context.ts'
export { Calls, handle } from './handle.ts'
export { maskStored } from './mask-stored.ts'
export { refuseFile } from './refuse-file.ts'
export {
  fileTypes,
  type MadeFile,
  rejectDownload,
  serveAdminFile,
  serveDealerFile,
  serveDealerList,
} from './serve-file.ts'
export {
  clearGuestCartCookie,
  type LoadedSession,
  readServiceVisit,
  readVisit,
  saveGuestChoices,
  serviceContext,
  sessionCookie,
  setConsentCookie,
  setDeviceCookie,
  setGuestCartCookie,
  setSessionCookie,
  type VisitOptions,
} from './visit.ts'
