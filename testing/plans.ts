import type { Pool } from '#server/platform/db/pool.ts'

type PlanNode = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/**
 * Runs a named statement that the pool's only connection has prepared, and returns how many rows of the table it reads
 * under its plan, in a database that chooses plans. `parameters` are SQL literals, separated by commas.
 */
export async function rowsRead(pool: Pool, table: string, statement: string, parameters: string): Promise<number> {
  const row = await pool.one<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE ${statement}(${parameters})`,
  )
  const count = (node: PlanNode): number => {
    const own =
      node['Relation Name'] === table
        ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
        : 0
    return (node.Plans ?? []).reduce((sum, part) => sum + count(part), own)
  }
  return count(row?.['QUERY PLAN'][0]?.Plan ?? { 'Actual Rows': Number.NaN, 'Actual Loops': 1 })
}
