import pg from 'pg'

/** Another transaction held a row for too long, also after running again. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ['55P03', '40P01', '40001'].includes(error.code ?? '')
}

/** A branch or plan that was removed a moment ago, while this process still knew it. */
export function vanishedReference(error: unknown): 'branch_unknown' | 'plan_unknown' | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23503') return null
  if (error.constraint === 'orders_branch_id_fkey') return 'branch_unknown'
  return error.constraint === 'orders_plan_key_fkey' ? 'plan_unknown' : null
}
