import pg from 'pg'

/** A branch or plan that was removed a moment ago, while this process still knew it. */
export function vanishedReference(error: unknown): 'branch_unknown' | 'plan_unknown' | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23503') return null
  if (error.constraint === 'orders_branch_id_fkey') return 'branch_unknown'
  return error.constraint === 'orders_plan_key_fkey' ? 'plan_unknown' : null
}
