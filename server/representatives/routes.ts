import {
  actForDealer,
  addVisit,
  changeRepresentative,
  finishStep,
  getDealerRepresentative,
  getOwnDealer,
  getRepresentative,
  listOwnDealers,
  listRepresentatives,
  setDealerRepresentative,
  setTargets,
  type VisitValues,
} from '#contract/admin/representatives.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { getMyRepresentative } from '#contract/shop/representatives.ts'
import { nextStepMax, visitTextMax } from '#domain/people/visit.ts'
import { type Day, dayInTurkey, parseDay } from '#domain/text/calendar-day.ts'
import { createFieldCheck, startActing } from '#server/account/account.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Store } from '#server/settings/settings.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import {
  chooseForDealer,
  findDealerChoice,
  findRepresentative,
  parseMonth,
  presentListed,
  saveRepresentative,
  saveTargets,
} from './manage-team.ts'
import { insertVisit, loadOwnDealers, markStep } from './own-dealer-rows.ts'
import { findOwnDealer, listDealers, monthOf, ownerOf } from './own-dealers.ts'
import { findContact, loadTeam } from './team-rows.ts'

type Deps = { pool: Pool; store: Store; now: () => Date }

export function registerRepresentatives(calls: Calls, { pool, store, now }: Deps): void {
  const today = () => dayInTurkey(now())

  handle(calls, listOwnDealers, ({ query }, { actor }) =>
    listDealers({ db: pool, store, actor, today: today() }, query),
  )

  handle(calls, getOwnDealer, ({ params }, { actor }) =>
    findOwnDealer({ db: pool, store, actor, today: today() }, params.id),
  )

  handle(calls, addVisit, async ({ params, body }, { actor }) => {
    const own = { owner: ownerOf(actor), dealerId: params.id, patterns: [], month: monthOf(today()) }
    if ((await loadOwnDealers(pool, own)).length === 0) return refuse('dealer_not_found')
    const visit = parseVisit(body.values, today())
    if ('code' in visit) return visit
    await insertVisit(pool, { ...visit, dealerId: params.id, userId: actor.userId })
    return { ok: true as const }
  })

  handle(calls, finishStep, async ({ params, body }, { actor }) =>
    (await markStep(pool, ownerOf(actor), params.id, body.isDone)) ? { ok: true as const } : refuse('visit_not_found'),
  )

  handle(calls, actForDealer, ({ params }, context) => startActing(pool, context, params.id))

  handle(calls, listRepresentatives, async () => {
    const rows = await loadTeam(pool, { id: null, month: monthOf(today()) })
    return { items: rows.map(presentListed) }
  })

  handle(calls, getRepresentative, ({ params, query }) =>
    findRepresentative(pool, params.id, parseMonth(query.month, today())),
  )

  handle(calls, changeRepresentative, ({ params, body }, context) =>
    saveRepresentative(pool, context, params.id, body.values),
  )

  handle(calls, setTargets, ({ params, body }, context) => saveTargets(pool, context, params.id, body))

  handle(calls, getDealerRepresentative, ({ params }) => findDealerChoice(pool, params.id))

  handle(calls, setDealerRepresentative, ({ params, body }, context) =>
    chooseForDealer(pool, context, params.id, body.userId),
  )

  handle(calls, getMyRepresentative, async (_input, { actor }) => ({
    representative: (await findContact(pool, actor.dealer.id)) ?? null,
  }))
}

type ParsedVisit = { kind: VisitValues['kind']; day: Day; text: string; nextStep: string; nextOn: Day | null }

/** A visit is not in the future; its next step has a text and a day, or neither. */
function parseVisit(typed: VisitValues, today: Day): ParsedVisit | Refusal {
  const check = createFieldCheck()
  const text = check.text('text', typed.text, { max: visitTextMax, isNeeded: true })
  const day = parseDay(typed.day)
  const nextStep = check.text('nextStep', typed.nextStep, { max: nextStepMax })
  const nextOn = typed.nextOn.trim() === '' ? null : parseDay(typed.nextOn)
  const invalid = check.refusal()
  if (invalid !== null) return invalid
  if (day === null || day > today) return problem('day', 'day')
  if (typed.nextOn.trim() !== '' && nextOn === null) return problem('nextOn', 'date')
  if (nextStep !== '' && nextOn === null) return problem('nextOn', 'nextOnMissing')
  if (nextStep === '' && nextOn !== null) return problem('nextStep', 'nextStepMissing')
  return { kind: typed.kind, day, text, nextStep, nextOn }
}

const problem = (field: keyof VisitValues, name: string): Refusal => ({
  ...refuse('validation_failed'),
  fields: { [field]: { text: `representatives.problems.${name}` } },
})
