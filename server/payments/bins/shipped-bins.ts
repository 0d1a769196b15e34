import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { type BinRow, saveBins } from './bins.ts'

const folder = new URL('../../../db/payments/', import.meta.url)

/**
 * Fills an empty table of BINs with the shipped one (`db/payments/NOTICE.md`). A table with rows belongs to the shop:
 * `toptan import bins` updates it.
 */
export async function fillCardBins(pool: Pool): Promise<void> {
  if ((await pool.one('SELECT FROM card_bins LIMIT 1')) !== undefined) return
  const [rows, families] = await Promise.all([readShippedBins(), readFamilies()])
  await transaction(pool, async (db) => {
    await saveBins(db, rows, false)
    await db.execute(
      `INSERT INTO bank_card_families (bank_code, family)
       SELECT code, family FROM jsonb_to_recordset($1) AS row (code text, family text) ON CONFLICT DO NOTHING`,
      [JSON.stringify(families)],
    )
  })
}

/** Each line of the file lists the numbers that share all other fields. */
export async function readShippedBins(): Promise<BinRow[]> {
  const lines = await readLines('card-bins.tsv')
  return lines.flatMap(([bankCode = '', bank = '', scheme = '', type = '', family = '', cardClass, bins = '']) => {
    const shared = { bank, scheme, type: type as BinRow['type'], isCommercial: cardClass === 'commercial' }
    const rest = { ...shared, bankCode: bankCode || null, family: family || null }
    return bins.split(' ').map((bin) => ({ bin, ...rest }))
  })
}

async function readFamilies(): Promise<{ code: string; family: string }[]> {
  const lines = await readLines('bank-card-families.tsv')
  return lines.map(([code = '', , family = '']) => ({ code, family }))
}

/** The lines after the header. */
async function readLines(name: string): Promise<string[][]> {
  const text = await readFile(fileURLToPath(new URL(name, folder)), 'utf8')
  const lines = text.replaceAll('\r', '').trim().split('\n').slice(1)
  return lines.map((line) => line.split('\t'))
}
