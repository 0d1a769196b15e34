/** Why a file cannot be read as a table. The texts are `import.refusals.<code>` in locales/. */
export const tableRefusals = [
  'file_missing',
  'file_unreadable',
  'file_broken',
  'file_empty',
  'file_unknown',
  'file_password',
  'gzip_twice',
  'gzip_workbook',
  'file_too_large',
  'unpacked_too_large',
  'archive_ratio',
  'record_too_large',
  'quote_open',
  'xml_broken',
  'xml_doctype',
  'xml_depth',
  'xml_encoding',
  'xml_no_records',
  'sheet_unpacked_too_large',
  'sheet_ratio',
  'sheet_hidden_parts',
  'sheet_rows',
  'sheet_columns',
  'sheet_cells',
  'sheet_memory',
  'sheet_time',
] as const
export type TableRefusal = (typeof tableRefusals)[number]

/** Why a row cannot be read. The texts are `import.issues.<code>` in locales/. */
export const rowProblems = ['cell_count', 'json_invalid', 'part_alone'] as const
export type RowProblem = (typeof rowProblems)[number]

export type Facts = Record<string, string | number>

/** Thrown while a file is read; callers turn it into a refusal. */
export class TableError extends Error {
  override name = 'TableError'
  readonly code: TableRefusal
  readonly facts: Facts

  constructor(code: TableRefusal, facts: Facts = {}) {
    super(`${code} ${JSON.stringify(facts)}`)
    this.code = code
    this.facts = facts
  }
}
