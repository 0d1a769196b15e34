import { ruleKey, type SearchRule, type SearchRuleKind } from '#domain/search/search-rule.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type RuleRow = { id: number; kind: SearchRuleKind; words: string[]; targets: string[]; changed_at: Date }

const columns = 'id, kind, words, targets, changed_at'

export function loadRules(db: Db): Promise<RuleRow[]> {
  return db.query<RuleRow>(`SELECT ${columns} FROM search_rules ORDER BY changed_at DESC, id DESC`)
}

export async function loadRulesVersion(db: Db): Promise<string> {
  const row = await db.one<{ version: string }>(
    "SELECT version::text FROM cache_versions WHERE name = 'search_rules'",
    [],
    'search_rules_version',
  )
  return row?.version ?? ''
}

/** Serializes changes, because each rule is compared with all others. */
export const lockRules = (db: Db) => db.execute('SELECT pg_advisory_xact_lock(51, 1)')

export function lockRule(db: Db, id: number): Promise<RuleRow | undefined> {
  return db.one<RuleRow>(`SELECT ${columns} FROM search_rules WHERE id = $1 FOR UPDATE`, [id])
}

export async function insertRules(db: Db, rules: readonly SearchRule[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `INSERT INTO search_rules (kind, words, targets)
     SELECT kind, words, targets FROM json_to_recordset($1) AS r (kind text, words text[], targets text[])
     RETURNING id`,
    [JSON.stringify(rules)],
  )
  const ids = rows.map(({ id }) => id)
  await insertWords(
    db,
    rules.map((rule, i) => ({ ...rule, id: ids[i] ?? 0 })),
  )
  return ids
}

export async function updateRule(db: Db, id: number, rule: SearchRule): Promise<void> {
  await db.execute('DELETE FROM search_rule_words WHERE rule_id = $1', [id])
  await db.execute('UPDATE search_rules SET kind = $2, words = $3, targets = $4, changed_at = now() WHERE id = $1', [
    id,
    rule.kind,
    rule.words,
    rule.targets,
  ])
  await insertWords(db, [{ ...rule, id }])
}

async function insertWords(db: Db, rules: readonly (SearchRule & { id: number })[]): Promise<void> {
  const words = rules.flatMap(({ id, kind, words }) => words.map((word) => ({ id, kind, word: ruleKey(kind, word) })))
  await db.execute(
    `INSERT INTO search_rule_words (kind, word, rule_id)
     SELECT kind, word, id FROM json_to_recordset($1) AS w (kind text, word text, id integer)`,
    [JSON.stringify(words)],
  )
}

export const deleteRule = (db: Db, id: number) => db.execute('DELETE FROM search_rules WHERE id = $1', [id])

/** Which of these codes belong to products, and whether one of those is on sale. */
export function findCodes(db: Db, codes: readonly string[]): Promise<{ code: string; is_active: boolean }[]> {
  return db.query<{ code: string; is_active: boolean }>(
    'SELECT code, bool_or(is_active) AS is_active FROM products WHERE code = ANY ($1) GROUP BY code',
    [codes],
  )
}
