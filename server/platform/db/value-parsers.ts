import pg from 'pg'

const OID = { int8: 20, date: 1082, int8Array: 1016, dateArray: 1182, numericArray: 1231, textArray: 1009 }

const parseTextArray = pg.types.getTypeParser(OID.textArray, 'text') as (text: string) => (string | null)[]

/** numeric stays text (money), int8 becomes a number, date stays `YYYY-MM-DD`, timestamptz a Date. */
export const typeParsers = new pg.TypeOverrides()
typeParsers.setTypeParser(OID.int8, parseInteger)
typeParsers.setTypeParser(OID.date, (text) => text)
typeParsers.setTypeParser(OID.int8Array, (text) =>
  parseTextArray(text).map((item) => (item === null ? null : parseInteger(item))),
)
typeParsers.setTypeParser(OID.dateArray, parseTextArray)
typeParsers.setTypeParser(OID.numericArray, parseTextArray)

function parseInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The integer ${text} does not fit into a number.`)
  return value
}
