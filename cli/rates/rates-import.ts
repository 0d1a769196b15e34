import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import {
  type Bulletin,
  type BulletinProblem,
  bulletinTime,
  listCurrencies,
  type NewRate,
  readBulletin,
  saveRates,
  tcmbColumns,
} from '#server/exchange-rates/exchange-rates.ts'
import { withDatabase } from '#cli/database.ts'
import { sentenceOf, showSaved } from './rates-set.ts'

const sentences: Record<BulletinProblem, string> = {
  too_large: 'The file is too large for a bulletin of the central bank.',
  empty: 'The file is empty.',
  html: 'The file is a web page, not an XML file. Check the address it was downloaded from.',
  encoding: 'The file does not have the encoding that its first line declares (UTF-8 or ISO-8859-9).',
  malformed: 'The file is not an XML file of rates, or it is incomplete.',
  not_tcmb: 'The XML file is not a bulletin of the central bank: it does not start with Tarih_Date.',
  bad_value: 'The file contains an invalid value',
}

type Options = { column: string; force: boolean }

/** `toptan rates import today.xml`: imports all rates of the file or none. */
export async function importBulletin(path: string, { column, force }: Options): Promise<number> {
  const wanted = tcmbColumns.find((name) => name === column)
  if (wanted === undefined)
    return refuse(`There is no column "${column}". The columns are ${tcmbColumns.join(', ')}.`, 2)
  const bytes = await (path === '-' ? buffer(process.stdin) : readFile(path)).catch(() => null)
  if (bytes === null) return refuse(`Could not read ${path}.`)
  const read = readBulletin(bytes, wanted)
  if (!read.ok) return refuse(`${sentences[read.problem]}${read.value === undefined ? '' : `: ${read.value}`}`)
  const { bulletin } = read
  return withDatabase(async ({ pool }) => {
    const codes = (await listCurrencies(pool)).map(({ code }) => code).filter((code) => code !== 'TRY')
    const rates = ratesFor(codes, bulletin)
    const missing = codes.filter((code) => rates.every((rate) => rate.code !== code))
    if (rates.length === 0)
      return refuse(`The file of ${bulletin.date} has no ${wanted} rates for the currencies of this store.`)
    const since = { day: bulletin.date, time: bulletinTime }
    const result = await saveRates(pool, rates, { source: 'tcmb', since, force })
    if (!result.ok) return refuse(sentenceOf(result))
    console.log(`Rates of ${bulletin.date}, ${wanted}:`)
    showSaved(result.saved)
    if (missing.length > 0) console.log(`Not in the file, unchanged: ${missing.join(', ')}`)
    return 0
  })
}

function ratesFor(codes: readonly string[], { rates }: Bulletin): NewRate[] {
  return codes.flatMap((code) => {
    const rate = rates.get(code)
    return rate == null ? [] : [{ code, rate }]
  })
}

function refuse(sentence: string, code = 1): number {
  console.error(sentence)
  return code
}
