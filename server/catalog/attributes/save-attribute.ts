import type { AttributeFields, SavedAttribute } from '#contract/admin/attributes.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { fold, slugify } from '#domain/text/text.ts'
import { type Author, differenceOf, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import { findAttribute, type StoredAttribute } from './attribute-rows.ts'

type Problems = NonNullable<Refusal['fields']>

/** Unread values that the reply of a save names. */
const examplesMax = 5

/** Values of a large catalog are derived for longer than other statements may take. */
const wholeCatalog = { statementSeconds: 120 }

/**
 * Adds an attribute, or changes the one with this id, and derives its values from what products have, in one transaction.
 * Waits for imports and saved products, and they wait for it: each product is derived by the definition that counts.
 */
export async function saveAttribute(
  pool: Pool,
  author: Author,
  edited: { id: number; revision: number } | null,
  input: AttributeFields,
): Promise<({ ok: true } & SavedAttribute) | Refusal> {
  return transactionOrRefusal(
    pool,
    async (db) => {
      await lockDefinitions(db)
      const before = edited === null ? null : await findAttribute(db, edited.id)
      if (before === undefined) abortTransaction('not_found')
      if (before !== null && before.revision !== edited?.revision) abortTransaction('attribute_changed')
      const values = cleanFields(input)
      const labels = labelsOf(values)
      const problems = await problemsOf(db, edited?.id ?? null, values, labels)
      if (Object.keys(problems).length > 0) abortTransaction({ ...refuse('validation_failed'), fields: problems })
      const id = await writeDefinition(db, edited?.id ?? null, values)
      await db.execute('DELETE FROM attribute_labels WHERE attribute_id = $1', [id])
      await db.execute(
        'INSERT INTO attribute_labels (folded, attribute_id) SELECT label, $2 FROM unnest($1::text[]) label',
        [[...labels.keys()], id],
      )
      await writeChoices(db, id, before, values)
      await deriveValues(db, id, values.isFilter && before?.isFilter !== true)
      await auditAttribute(db, author, before, values)
      return { ok: true as const, ...(await summaryOf(db, id)) }
    },
    wholeCatalog,
  )
}

/** Deletes an attribute. What products have stays with them. */
export async function deleteAttribute(pool: Pool, author: Author, id: number): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(
    pool,
    async (db) => {
      await lockDefinitions(db)
      const before = await findAttribute(db, id)
      if (before === undefined) abortTransaction('not_found')
      await db.execute('DELETE FROM attributes WHERE id = $1', [id])
      await writeAudit(db, author, {
        action: 'remove',
        noun: 'attribute',
        id: before.nameTr,
        before: auditedAttribute(before),
      })
      return { ok: true as const }
    },
    wholeCatalog,
  )
}

/** See refresh_attributes() in SQL. */
async function lockDefinitions(db: Db): Promise<void> {
  await db.execute('LOCK TABLE attributes IN EXCLUSIVE MODE')
}

function cleanFields(input: AttributeFields): AttributeFields {
  const nameTr = cleanText(input.nameTr)
  const isList = input.type === 'list'
  return {
    ...input,
    key: cleanText(input.key) || slugify(nameTr),
    nameTr,
    nameEn: cleanText(input.nameEn),
    aliases: input.aliases.map(cleanText).filter((alias) => alias !== ''),
    unit: input.type === 'number' ? cleanText(input.unit) : '',
    groupTr: cleanText(input.groupTr),
    groupEn: cleanText(input.groupEn),
    choices: isList
      ? input.choices
          .map((choice) => ({ nameTr: cleanText(choice.nameTr), nameEn: cleanText(choice.nameEn) }))
          .filter(({ nameTr: name }) => name !== '')
      : [],
  }
}

/** What names the attribute in files and products, folded, each with the field that it is from. */
function labelsOf({ key, nameTr, nameEn, aliases }: AttributeFields): Map<string, string> {
  const labels = new Map<string, string>()
  const add = (field: string, name: string) => {
    if (name !== '' && !labels.has(fold(name))) labels.set(fold(name), field)
  }
  add('nameTr', nameTr)
  add('nameEn', nameEn)
  for (const alias of aliases) add('aliases', alias)
  add('key', key)
  return labels
}

async function problemsOf(
  db: Db,
  id: number | null,
  { key, nameTr, type, categoryId, choices }: AttributeFields,
  labels: ReadonlyMap<string, string>,
): Promise<Problems> {
  const problems: Problems = {}
  if (nameTr === '') problems.nameTr = 'too_short'
  else if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(key)) problems.key = { text: 'administration.attributes.keyForm' }
  const taken = await db.query<{ folded: string; name: string }>(
    `SELECT l.folded, a.name_tr AS name FROM attribute_labels l JOIN attributes a ON a.id = l.attribute_id
      WHERE l.folded = ANY ($1) AND a.id IS DISTINCT FROM $2 ORDER BY l.folded`,
    [[...labels.keys()], id],
  )
  for (const { folded, name } of taken) {
    problems[labels.get(folded) ?? 'nameTr'] ??= { text: 'administration.attributes.labelTaken', facts: { name } }
  }
  const names = choices.map((choice) => fold(choice.nameTr))
  if (type === 'list' && choices.length === 0) problems.choices = { text: 'administration.attributes.choicesMissing' }
  if (new Set(names).size < names.length) problems.choices = { text: 'administration.attributes.choiceTwice' }
  const category = categoryId !== null && (await db.one('SELECT FROM categories WHERE id = $1', [categoryId]))
  if (category === undefined) problems.categoryId = 'invalid'
  return problems
}

async function writeDefinition(db: Db, id: number | null, values: AttributeFields): Promise<number> {
  const { key, nameTr, nameEn, aliases, type, unit, groupTr, groupEn, position, isFilter, categoryId } = values
  const params = [key, nameTr, nameEn, aliases, type, unit, groupTr, groupEn, position, isFilter, categoryId]
  const row =
    id === null
      ? await db.one<{ id: number }>(
          `INSERT INTO attributes (key, name_tr, name_en, aliases, type, unit, group_tr, group_en, position, is_filter, category_id)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
          params,
        )
      : await db.one<{ id: number }>(
          `UPDATE attributes SET key = $1, name_tr = $2, name_en = $3, aliases = $4, type = $5, unit = $6, group_tr = $7,
                  group_en = $8, position = $9, is_filter = $10, category_id = $11, revision = revision + 1
            WHERE id = $12 RETURNING id`,
          [...params, id],
        )
  if (row === undefined) throw new Error('The attribute was not saved.')
  return row.id
}

/** Values of another type or unit go; choices keep their id by name, so that addresses of lists stay valid. */
async function writeChoices(
  db: Db,
  id: number,
  before: StoredAttribute | null,
  { type, unit, choices }: AttributeFields,
): Promise<void> {
  if (before !== null && (before.type !== type || before.unit !== unit)) {
    await db.execute('DELETE FROM attribute_values WHERE attribute_id = $1', [id])
  }
  if (type !== 'list') return
  const names = choices.map(({ nameTr }) => nameTr)
  await db.execute(
    'DELETE FROM attribute_values WHERE attribute_id = $1 AND folded <> ALL (SELECT fold(n) FROM unnest($2::text[]) n)',
    [id, names],
  )
  await db.execute(
    `INSERT INTO attribute_values (attribute_id, name, folded, name_en, position)
     SELECT $1, given.name, fold(given.name), given.name_en, given.place
       FROM unnest($2::text[], $3::text[]) WITH ORDINALITY given (name, name_en, place)
     ON CONFLICT (attribute_id, folded) DO UPDATE
       SET name = excluded.name, name_en = excluded.name_en, position = excluded.position`,
    [id, names, choices.map(({ nameEn }) => nameEn)],
  )
}

/** Indexes read only values of filters: a new filter makes them read all products that have it. */
async function deriveValues(db: Db, id: number, isNewFilter: boolean): Promise<void> {
  await db.one(
    `SELECT record_catalog_change(changed.ids) FROM (SELECT refresh_attributes(NULL, $1) AS ids) changed WHERE changed.ids <> '{}'`,
    [id],
  )
  await db.execute(
    'DELETE FROM attribute_values v WHERE attribute_id = $1 AND position IS NULL AND NOT EXISTS (SELECT FROM product_attributes o WHERE o.value_id = v.id)',
    [id],
  )
  if (isNewFilter) {
    await db.one(
      `SELECT record_catalog_change(found.ids) FROM (SELECT array_agg(product_id) AS ids FROM product_attributes WHERE attribute_id = $1) found
        WHERE found.ids IS NOT NULL`,
      [id],
    )
  }
  await db.one("SELECT pg_notify('catalog_changed', '')")
}

async function summaryOf(db: Db, id: number): Promise<SavedAttribute> {
  const counted = await db.one<{ products: number }>(
    'SELECT count(*)::integer AS products FROM product_attributes WHERE attribute_id = $1',
    [id],
  )
  const unread = await db.query<{ code: string; text: string; count: number }>(
    `SELECT DISTINCT ON (p.id) p.code, coalesce(pair.value ->> 1, '') AS text, count(*) OVER ()::integer AS count
       FROM products p CROSS JOIN LATERAL jsonb_array_elements(p.attributes) pair (value)
       JOIN attribute_labels l ON l.folded = fold(btrim(pair.value ->> 0))
      WHERE l.attribute_id = $1 AND p.attributes <> '[]'
        AND NOT EXISTS (SELECT FROM product_attributes o WHERE o.product_id = p.id AND o.attribute_id = $1)
      ORDER BY p.id LIMIT $2`,
    [id, examplesMax],
  )
  return {
    id,
    products: counted?.products ?? 0,
    unread: { count: unread[0]?.count ?? 0, examples: unread.map(({ code, text }) => ({ code, text })) },
  }
}

async function auditAttribute(
  db: Db,
  author: Author,
  before: StoredAttribute | null,
  after: AttributeFields,
): Promise<void> {
  const entry = { noun: 'attribute', id: after.nameTr } as const
  if (before === null) return writeAudit(db, author, { ...entry, action: 'create', after: auditedAttribute(after) })
  const difference = differenceOf(auditedAttribute(before), auditedAttribute(after))
  if (difference !== null) await writeAudit(db, author, { ...entry, action: 'change', ...difference })
}

/** The definition for readers of the audit log: choices as texts. */
function auditedAttribute({ choices, categoryId, type, ...values }: AttributeFields & { revision?: number }) {
  const { revision: _, ...fields } = values
  return {
    ...fields,
    kind: type,
    category: categoryId,
    choices: choices.map(({ nameTr, nameEn }) => (nameEn === '' ? nameTr : `${nameTr} | ${nameEn}`)),
  }
}
