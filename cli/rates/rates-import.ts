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
import { withDatabase } from '#cli/open.ts'
import { sentenceOf, showSaved } from './rates-set.ts'

const sentences: Record<BulletinProblem, string> = {
  too_large: 'This file is too large to be a bulletin of the central bank.',
  empty: 'The file is empty.',
  html: 'This is a web page, not the XML file: the address or the network answered something else.',
  encoding: 'The file is not in the encoding that its first line names (UTF-8 or ISO-8859-9).',
  malformed: 'This is no XML file of rates, or it was cut off.',
  not_tcmb: 'This XML file is no bulletin of the central bank: it does not begin with Tarih_Date.',
  bad_value: 'The file has a value that cannot be',
}

type Options = { column: string; force: boolean }

/** `toptan rates import today.xml`: imports all rates of the file or none. */
export async function importBulletin(path: string, { column, force }: Options): Promise<number> {
  const wanted = tcmbColumns.find((known) => known === column)
  if (wanted === undefined) return refuse(`There is no column "${column}": ${tcmbColumns.join(', ')}.`, 2)
  const bytes = await (path === '-' ? buffer(process.stdin) : readFile(path)).catch(() => null)
  if (bytes === null) return refuse(`${path} cannot be read.`)
  const read = readBulletin(bytes, wanted)
  if (!read.ok) return refuse(`${sentences[read.problem]}${read.value === undefined ? '' : `: ${read.value}`}`)
  const { bulletin } = read
  return withDatabase(async ({ pool }) => {
    const codes = (await listCurrencies(pool)).map(({ code }) => code).filter((code) => code !== 'TRY')
    const rates = ratesFor(codes, bulletin)
    const missing = codes.filter((code) => rates.every((rate) => rate.code !== code))
    if (rates.length === 0) return refuse(`The file of ${bulletin.date} has no ${wanted} of this store's currencies.`)
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
