import pg from 'pg'

// Object ids from pg_type.
const OID = { int8: 20, date: 1082, int8Array: 1016, dateArray: 1182, numericArray: 1231 }

/** Parses int8 as a number and timestamptz as a Date; keeps numeric (money) as text and date as `YYYY-MM-DD`. */
export const typeParsers = new pg.TypeOverrides()
typeParsers.setTypeParser(OID.int8, parseInteger)
typeParsers.setTypeParser(OID.date, (text) => text)
typeParsers.setTypeParser(OID.int8Array, (text) => parseList(text, parseInteger))
typeParsers.setTypeParser(OID.dateArray, (text) => parseList(text, (item) => item))
typeParsers.setTypeParser(OID.numericArray, (text) => parseList(text, (item) => item))

/** Parses `{1,NULL,3}`. Numbers and days need no quotes, and the schema has no nested arrays. */
function parseList<Item>(text: string, parse: (item: string) => Item): (Item | null)[] {
  const items = text.slice(1, -1)
  return items === '' ? [] : items.split(',').map((item) => (item === 'NULL' ? null : parse(item)))
}

function parseInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The integer ${text} does not fit into a number.`)
  return value
}
