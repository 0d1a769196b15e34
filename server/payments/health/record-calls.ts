import type { BankStep } from '#domain/payments/bank-health.ts'
import { isUnreached } from '#domain/payments/pos-trial.ts'
import type { Gateway } from '#server/payments/gateways/gateway.ts'
import type { Db } from '#server/platform/db/pool.ts'

type Recorder = {
  db: Db
  posAccountId: number
  now: () => Date
  warn(facts: Record<string, unknown>, message: string): void
}
type Call = { step: BankStep; isAnswered: boolean; milliseconds: number }

/** Wraps a gateway so that the payments board knows how the bank of the account answers. A call never waits for its record. */
export function recordCalls(gateway: Gateway, recorder: Recorder): Gateway {
  const record = async <Result>(step: BankStep, work: Promise<Result>, isAnswered: (result: Result) => boolean) => {
    const started = performance.now()
    const answered = await work.then(isAnswered, () => false)
    const call = { step, isAnswered: answered, milliseconds: Math.round(performance.now() - started) }
    void saveCall(recorder, call).catch(() => recorder.warn({ step }, 'A call to a bank was not recorded'))
    return work
  }
  // An open outcome is an answer too, if it is the bank that says so.
  const hasAnswer = (result: object) => !('text' in result && isUnreached(String(result.text)))
  const { cards, transactions } = gateway
  const recordStart = <Result extends { ok: boolean }>(start: Promise<Result>) =>
    record('start', start, (started) => started.ok || hasAnswer(started))
  return {
    ...gateway,
    start: (...of) => recordStart(gateway.start(...of)),
    ...(cards && {
      cards: {
        ...cards,
        startAndStore: (...of) => recordStart(cards.startAndStore(...of)),
        startStored: (...of) => recordStart(cards.startStored(...of)),
      },
    }),
    capture: (...of) => record('capture', gateway.capture(...of), hasAnswer),
    inquire: (...of) => record('inquiry', gateway.inquire(...of), hasAnswer),
    void: (...of) => record('void', gateway.void(...of), hasAnswer),
    refund: (...of) => record('refund', gateway.refund(...of), hasAnswer),
    ...(transactions && {
      transactions: (day) => record('list', transactions(day), (list) => list.ok || hasAnswer(list)),
    }),
  }
}

async function saveCall({ db, posAccountId, now }: Recorder, { step, isAnswered, milliseconds }: Call): Promise<void> {
  await db.execute(
    `WITH standing AS (
       INSERT INTO pos_standings AS s (pos_account_id, last_answer_at, unanswered, unanswered_since)
       VALUES ($1, CASE WHEN $4::boolean THEN $2::timestamptz END, CASE WHEN $4 THEN 0 ELSE 1 END, CASE WHEN NOT $4 THEN $2 END)
       ON CONFLICT (pos_account_id) DO UPDATE
          SET last_answer_at = coalesce(excluded.last_answer_at, s.last_answer_at),
              unanswered = CASE WHEN $4 THEN 0 ELSE s.unanswered + 1 END,
              unanswered_since = CASE WHEN NOT $4 THEN coalesce(s.unanswered_since, excluded.unanswered_since) END)
     INSERT INTO pos_calls AS c (pos_account_id, hour, step, outcome, calls, milliseconds, slowest)
     VALUES ($1, date_trunc('hour', $2::timestamptz), $3, CASE WHEN $4 THEN 'answered' ELSE 'unanswered' END, 1, $5::integer, $5)
     ON CONFLICT (pos_account_id, hour, step, outcome) DO UPDATE
        SET calls = c.calls + 1, milliseconds = c.milliseconds + excluded.milliseconds,
            slowest = greatest(c.slowest, excluded.slowest)`,
    [posAccountId, now(), step, isAnswered, milliseconds],
    'pos_calls_save',
  )
}
