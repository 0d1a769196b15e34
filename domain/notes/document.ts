/** Files of the store's shelf. */
export const documentKinds = ['price_list', 'catalog', 'data_sheet', 'certificate', 'manual', 'other'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** Languages that a document may be in. */
export const documentLanguages = ['tr', 'en', 'de', 'fr', 'it', 'es', 'ru', 'ar'] as const
export type DocumentLanguage = (typeof documentLanguages)[number]

export const documentTypes = ['pdf', 'xlsx', 'zip', 'picture'] as const

/** The type of a file by its first bytes and the names inside; null: pictures are tried by decoding them. */
export function packedType(content: { head: string; names: string }): 'xlsx' | 'zip' | 'macros' | null {
  if (!content.head.startsWith('PK\x03\x04')) return null
  if (!content.names.includes('[Content_Types].xml')) return 'zip'
  // Workbooks with programs are not handed on.
  if (content.names.includes('vbaProject.bin')) return 'macros'
  return content.names.includes('xl/') ? 'xlsx' : 'zip'
}
