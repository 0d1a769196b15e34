import type { DealerValues } from '#contract/admin/dealers.ts'
import { refuse } from '#contract/core/errors.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import type { Administrator, UserDeps } from '#server/account/password/invitations.ts'
import { insertDealer, lockCodes } from './change-dealer.ts'
import { insertUser } from './change-user.ts'
import { loadDealerChoices } from './dealer-rows.ts'
import { parseDealer } from './dealer-values.ts'

type Opened = { dealerId: number; code: string; invitationLink: string | null }
type KnownDealer = { id: number; code: string; name: string }

/** Dealers with a tax number, closed ones included. */
export async function findDealersByTaxNumber(db: Db, taxNumber: string): Promise<KnownDealer[]> {
  return db.query<KnownDealer>(
    'SELECT id, code, name FROM dealers WHERE tax_number = $1 ORDER BY id LIMIT 10',
    [taxNumber],
    'account_dealers_by_tax_number',
  )
}

/**
 * Adds a dealer and its first user, the contact person, who is invited. Aborts the transaction with the problems of the
 * fields: invalid values, a code, tax number or email address that is taken.
 */
export async function openDealerAccount(
  db: Db,
  deps: UserDeps,
  admin: Administrator,
  typed: DealerValues,
): Promise<Opened> {
  const read = parseDealer(typed, await loadDealerChoices(db))
  const missing = (['contactName', 'email'] as const).filter((name) => typed[name].trim() === '')
  if (!read.ok || missing.length > 0) {
    const needed = Object.fromEntries(missing.map((name) => [name, { text: 'people.problems.required' }]))
    return abortTransaction({ ...refuse('validation_failed'), fields: { ...needed, ...(!read.ok && read.fields) } })
  }
  const { values } = read
  await lockCodes(db)
  const [known] = values.taxNumber === '' ? [] : await findDealersByTaxNumber(db, values.taxNumber)
  if (known !== undefined) {
    const facts = { dealer: `${known.name} (${known.code})` }
    abortTransaction({
      ...refuse('validation_failed'),
      fields: { taxNumber: { text: 'people.problems.taxNumberTaken', facts } },
    })
  }
  const dealerId = await insertDealer(db, admin, values)
  const { email, contactName: name, code } = values
  const user = { email, name, role: 'dealer' as const, dealer: code, canOrder: true, userRole: 'owner' }
  const { invitationLink } = await insertUser(db, deps, admin, { values: user, invite: true })
  return { dealerId, code, invitationLink }
}
