import { setTimeout as sleep } from 'node:timers/promises'
import { exportFilePath, xlsxRowsMax } from '#contract/core/exports.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { fillRecords } from './fill-records.ts'
import type { Target } from './load.ts'
import { cpuOfTree, readProcess } from './processes.ts'
import type { BenchRow, RunOptions } from './report.ts'
import type { BenchShop } from './shop.ts'
import { type BenchUser, headersOf, signInAdmin } from './visitors.ts'

const runs = 5
const csvRows = 'export of all products as CSV'
const xlsxRows = `export of ${xlsxRowsMax.toLocaleString('en-US')} orders as XLSX`
const pause = 100 // milliseconds between two samples of the memory

/**
 * Long files. Here "req/s" is rows per second, "p50" the first byte and "p95" the whole file in milliseconds, and "MB"
 * the peak memory above the start.
 */
export async function exportRows(
  shop: BenchShop,
  pool: Pool,
  secret: string,
  options: RunOptions,
): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  const add = (row: BenchRow) => {
    rows.push(row)
    options.log(`${row.name}: ${(row.figures.p99 / 1000).toFixed(1)} s, ${row.figures.serverMegabytes.toFixed(0)} MB`)
  }
  const wantsCsv = csvRows.includes(options.only)
  const wantsXlsx = xlsxRows.includes(options.only)
  if (wantsCsv || wantsXlsx) await fillRecords(pool)
  const admin = await signInAdmin(pool, secret)
  // Several runs: memory that a file does not release would add up.
  for (let run = 1; run <= (wantsCsv ? runs : 0); run++) {
    add(await exportRow(shop.shop, `${csvRows}, run ${run}`, () => readCsv(shop.shop, admin)))
  }
  if (wantsXlsx) {
    await shop.startJobs()
    for (let run = 1; run <= 2; run++) {
      add(await exportRow(shop.shop, `${xlsxRows}, run ${run}`, () => makeWorkbook(shop.shop, admin, options)))
    }
  }
  return rows
}

type Made = { rows: number; bytes: number; firstMilliseconds: number }

async function exportRow(target: Target, name: string, make: () => Promise<Made>): Promise<BenchRow> {
  const megabytes = () => (readProcess(target.pid)?.residentBytes ?? 0) / 1_048_576
  const processor = () => ({ server: readProcess(target.pid)?.cpuMilliseconds ?? 0, db: cpuOfTree(target.databasePid) })
  const [before, cpuBefore, statements] = [megabytes(), processor(), await target.statements()]
  let most = before
  const looking = setInterval(() => (most = Math.max(most, megabytes())), pause)
  const started = performance.now()
  const made = await make().finally(() => clearInterval(looking))
  const taken = performance.now() - started
  const cpu = processor()
  const figures = {
    ...{ perSecond: made.rows / (taken / 1000), p50: made.firstMilliseconds, p95: taken, p99: taken },
    ...{ serverCpu: cpu.server - cpuBefore.server, databaseCpu: cpu.db - cpuBefore.db, bytes: made.bytes },
    statements: (await target.statements()) - statements,
    failures: 0,
    serverMegabytes: most - before,
  }
  return { name, figures }
}

async function readCsv({ url }: Target, admin: BenchUser): Promise<Made> {
  const started = performance.now()
  const answer = await fetch(`${url}/yonetim/urunler.csv`, { headers: headersOf(admin) })
  if (!answer.ok || answer.body === null) throw new Error(`The CSV was answered with ${answer.status}.`)
  const made = { rows: -1, bytes: 0, firstMilliseconds: 0 }
  for await (const piece of answer.body) {
    made.firstMilliseconds ||= performance.now() - started
    made.bytes += piece.length
    for (const byte of piece) if (byte === 10) made.rows += 1
  }
  return made
}

/** Requests the workbook, follows its progress as the page does, and downloads it. */
async function makeWorkbook({ url }: Target, admin: BenchUser, { log }: RunOptions): Promise<Made> {
  const headers = headersOf(admin)
  const started = performance.now()
  const body = JSON.stringify({ list: 'orders', query: { q: 'R0' } })
  const ordered = await fetch(`${url}/yonetim/exports`, { method: 'POST', headers, body })
  const { id, total } = (await ordered.json()) as { id: string; total: number }
  const firstMilliseconds = performance.now() - started
  for (let told = -1; ; ) {
    const { state, done } = (await (await fetch(`${url}/yonetim/exports/${id}`, { headers })).json()) as {
      state: string
      done: number
    }
    if (state === 'failed') throw new Error('The workbook failed.')
    if (done >= told + total / 4)
      log(`  ${(told = done)} of ${total} rows after ${(performance.now() - started).toFixed(0)} ms`)
    if (state === 'done') break
    await sleep(200)
  }
  const file = await (await fetch(url + exportFilePath(id), { headers })).arrayBuffer()
  return { rows: total, bytes: file.byteLength, firstMilliseconds }
}
