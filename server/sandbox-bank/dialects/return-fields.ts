import type { SandboxFault } from '#server/sandbox-bank/faults.ts'
import type { BankSession, BankTransaction } from '#server/sandbox-bank/queries.ts'
import type { Fields } from '#server/sandbox-bank/signature.ts'
import type { Dialect, TamperFault } from './dialect.ts'

/** The fields of a dialect's return, with the fault of the return. */
export function returnFields(
  { returned, signature, tampered, merchant }: Dialect,
  session: BankSession,
  sale: BankTransaction | undefined,
  fault: SandboxFault | null,
): Fields {
  const { keys } = merchant
  // A valid return of the bank, for another order.
  if (fault === 'callback_foreign') {
    return returned({ ...session, oid: session.oid.split('').reverse().join('') }, sale, keys)
  }
  if (fault === 'callback_wrong_hash' && signature !== null) {
    return returned(session, sale, { ...keys, [signature.key]: `${keys[signature.key]}x` })
  }
  const fields = returned(session, sale, keys)
  if (fault === 'callback_no_hash') return fields.filter(([name]) => name !== signature?.field)
  const change = fault === null ? undefined : tampered[fault as TamperFault]
  if (change === undefined) return fields
  return fields.map(([name, value]) => [name, name === change[0] ? change[1](value) : value])
}
