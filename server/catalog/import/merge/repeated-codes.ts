import type { FileMerge } from './file-merge.ts'

const maxExamples = 3
const maxLines = 5

/**
 * Asks whether rows with one stock code and different brands are different products. Matched by code alone, only the
 * first of them would be imported.
 */
export async function askAboutRepeatedCodes({ db, file, options, questions }: FileMerge): Promise<void> {
  const { fields, key } = file.plan
  if (options.repeatedCodes === 'one' || key.kind !== 'code' || !fields.has('brand')) return
  const found = await db.query<{ code: string; lines: string; brands: string }>(
    `SELECT coalesce(code, '') AS code, coalesce(array_to_string((array_agg(abs(line) ORDER BY line))[1:${maxLines}], ', '), '') AS lines,
            coalesce(array_to_string((array_agg(brand ORDER BY line))[1:${maxLines}], ', '), '') AS brands
       FROM import_rows WHERE file = $1 AND brand IS NOT NULL AND code IN
            (SELECT code FROM import_rows WHERE file = $1 GROUP BY code HAVING min(brand) <> max(brand))
      GROUP BY import_rows.code HAVING count(DISTINCT fold(brand)) > 1 ORDER BY min(abs(line)) LIMIT ${maxExamples}`,
    [file.number],
  )
  if (found.length === 0) return
  const examples = found.map(({ code, lines, brands }) => `${code} (${lines}): ${brands}`)
  questions.push({ kind: 'brands', file: file.name, columns: [], examples })
}
