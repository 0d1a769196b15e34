import {
  type AdminApplication,
  applicationShows,
  approveApplication,
  askApplicant,
  getAdminApplication,
  listApplications,
  refuseApplication,
} from '#contract/admin/applications.ts'
import type { DealerValues } from '#contract/admin/dealers.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import { acceptedKinds } from '#domain/texts/published-text.ts'
import { parsePeriod } from '#domain/text/calendar-day.ts'
import { findDealersByTaxNumber, loadDealerChoices, type UserDeps } from '#server/account/account.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import { findByPlace, listRepresentativeNames } from '#server/representatives/representatives.ts'
import { loadAcceptances } from '#server/texts/texts.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { type ApplicationRow, findApplication, loadEvents, loadFiles } from './application-rows.ts'
import { textsToAccept } from './apply.ts'
import { approve, type Staff, writeToApplicant } from './decide.ts'
import {
  type ApplicationFilter,
  countApplications,
  findApplicationIds,
  loadListed,
  presentListed,
} from './list-rows.ts'

type ListQuery = Partial<Record<'state' | 'q' | 'from' | 'to', string | undefined>>

/** Parses the filters of the administrators' list. Invalid values are ignored. */
export function parseApplicationFilter(query: ListQuery): ApplicationFilter {
  const state = applicationShows.find((each) => each === query.state) ?? null
  return { state, q: cleanText(query.q), ...parsePeriod(query) }
}

/** The endpoints of administrators, who decide about applications. */
export function registerApplicationAdministration(calls: Calls, deps: UserDeps): void {
  const { pool } = deps

  handle(calls, listApplications, async ({ query }) => {
    const { page, limit } = parsePaging(query)
    const filter = parseApplicationFilter(query)
    const [total, ids, texts] = await Promise.all([
      countApplications(pool, filter),
      findApplicationIds(pool, filter, { limit, offset: (page - 1) * limit }),
      textsToAccept(pool),
    ])
    const items = (await loadListed(pool, ids)).map(presentListed)
    const missingTexts = acceptedKinds.filter((kind) => !texts.some((text) => text.kind === kind))
    const pages = Math.max(1, Math.ceil(total / limit))
    return { items, total, page, pages, limit, sort: '-date' as const, ...filter, missingTexts }
  })

  handle(calls, getAdminApplication, ({ params }) => load(deps, params.id))

  const written = async (staff: Staff, id: number, to: 'asked' | 'refused', note: string) => {
    const done = await writeToApplicant(pool, staff, { id, to, note })
    return done.ok ? load(deps, id) : done
  }
  handle(calls, askApplicant, ({ params, body }, context) => written(context, params.id, 'asked', body.note))
  handle(calls, refuseApplication, ({ params, body }, context) => written(context, params.id, 'refused', body.note))

  handle(calls, approveApplication, async ({ params: { id }, body }, context) => {
    const approved = await approve(deps, context, {
      id,
      values: body.values,
      representativeId: body.representativeId ?? null,
    })
    if (!approved.ok) return approved
    const detail = await load(deps, id)
    return isRefusal(detail) ? detail : { ...detail, invitationLink: approved.invitationLink }
  })
}

async function load(
  { pool, hasMailServer }: Pick<UserDeps, 'pool' | 'hasMailServer'>,
  id: number,
): Promise<AdminApplication | Refusal> {
  const row = await findApplication(pool, id)
  if (row === undefined) return refuse('application_not_found')
  const [events, files, texts, others, dealer, knownDealers, choices, representatives, byRegion] = await Promise.all([
    loadEvents(pool, id),
    loadFiles(pool, id),
    loadAcceptances(pool, id),
    findOthers(pool, row),
    findDealer(pool, row.dealer_id),
    findDealersByTaxNumber(pool, row.tax_number),
    loadDealerChoices(pool),
    listRepresentativeNames(pool),
    findByPlace(pool, row.city),
  ])
  const filer = representatives.find((each) => each.id === row.filed_by)
  return {
    ...presentListed(row),
    taxOffice: row.tax_office,
    address: row.address,
    district: row.district,
    email: row.email,
    phone: row.phone,
    note: row.note,
    locale: row.locale,
    files,
    texts: texts.map((text) => ({ ...text, at: text.at.toISOString() })),
    events: events.map(({ created_at, ...event }) => ({ ...event, date: created_at.toISOString() })),
    others,
    dealer: dealer ?? null,
    knownDealers: knownDealers.filter((known) => known.id !== row.dealer_id),
    proposal: { ...proposalOf(row), representative: filer?.name ?? '' },
    ...choices,
    representatives: { items: representatives, proposed: filer?.id ?? null, byRegion: byRegion ?? null },
    isMailed: hasMailServer,
  }
}

type OtherRow = { id: number; applicationNo: string; state: ApplicationRow['state'] }

async function findOthers(db: Db, { id, tax_number }: ApplicationRow): Promise<OtherRow[]> {
  return db.query<OtherRow>(
    `SELECT id, application_no AS "applicationNo", state FROM applications
      WHERE tax_number = $1 AND id <> $2 ORDER BY id DESC LIMIT 20`,
    [tax_number, id],
    'application_others',
  )
}

async function findDealer(db: Db, id: number | null) {
  const sql = 'SELECT id, code, name FROM dealers WHERE id = $1'
  return db.one<{ id: number; code: string; name: string }>(sql, [id], 'application_dealer_of')
}

/** The form of the new dealer as it opens. */
function proposalOf(row: ApplicationRow): DealerValues {
  return {
    code: row.application_no,
    name: row.company,
    contactName: row.contact_name,
    email: row.email,
    phone: row.phone,
    address: row.address,
    district: row.district,
    city: row.city,
    taxOffice: row.tax_office,
    taxNumber: row.tax_number,
    region: '',
    representative: '',
    priceList: '',
    group: '',
    discount: '0,00',
    riskLimit: '0,00',
    riskMode: 'order',
    ratePolicy: 'order_day',
    fixedRates: '',
    ratesUntil: '',
    carrierPayer: 'store',
    branches: [],
  }
}
