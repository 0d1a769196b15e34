import { getBoard } from '#contract/admin/board.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Store } from '#server/settings/settings.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { loadBoard } from './load-board.ts'

export function registerReports(calls: Calls, { pool, store, now }: { pool: Pool; store: Store; now(): Date }): void {
  handle(calls, getBoard, () => loadBoard(pool, dayInTurkey(now()), store.facts().settings))
}
