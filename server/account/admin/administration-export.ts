import type { ListedDealer } from '#contract/admin/dealers.ts'
import type { Money } from '#contract/core/money.ts'
import { pages } from '#contract/core/pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { formatsOf } from '#domain/text/format.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { columnsOf, type ExportColumn, type ExportSource, rowsOf } from '#server/exports/exports.ts'
import { translate } from '#server/platform/http/words.ts'
import type { XlsxCell } from '#server/platform/xlsx/xlsx.ts'
import { parseDealerListQuery } from './dealer-administration.ts'
import { conditionOf, type DealerAccounts, findDealerIds, loadDealers } from './dealer-rows.ts'
import { parseUserListQuery } from './user-administration.ts'
import { findUserIds, loadUsers, type UserRow } from './user-rows.ts'

/** The dealer list as a file. */
export function dealersExport(pool: Pool, accounts: DealerAccounts): ExportSource {
  return {
    name: 'dealers',
    page: pages.adminDealers,
    area: 'people',
    fileName: 'bayiler',
    sheet: (locale) => ({
      name: translate(locale, 'people.dealers.title'),
      columns: columnsOf(dealerColumns, (name) => translate(locale, `administration.exports.dealers.${name}`)),
    }),
    async open(query, locale) {
      const { sort, ...filter } = parseDealerListQuery(query)
      const ids = await findDealerIds(pool, await conditionOf(pool, filter, accounts), { sort })
      return rowsOf(ids, async (part) =>
        (await loadDealers(pool, part, accounts)).map((dealer) => dealerCells(dealer, locale)),
      )
    },
  }
}

/** The user list as a file. */
export function usersExport(pool: Pool): ExportSource {
  return {
    name: 'users',
    page: pages.adminUsers,
    area: 'people',
    fileName: 'kullanicilar',
    sheet: (locale) => ({
      name: translate(locale, 'people.users.title'),
      columns: columnsOf(userColumns, (name) => translate(locale, `administration.exports.users.${name}`)),
    }),
    async open(query, locale) {
      const { page: _page, limit: _limit, ...filter } = parseUserListQuery(query)
      const ids = await findUserIds(pool, filter)
      return rowsOf(ids, async (part) => (await loadUsers(pool, part)).map((user) => userCells(user, locale)))
    },
  }
}

const dealerColumns: ExportColumn[] = [
  ['code', 'text', 14],
  ['name', 'text', 40],
  ['city', 'text', 16],
  ['state', 'text', 12],
  ['priceList', 'text', 20],
  ['discount', 'number', 12],
  ['riskLimit', 'amount', 16],
  ['balance', 'amount', 16],
  ['overdueBalance', 'amount', 16],
  ['isOverLimit', 'text', 14],
  ['users', 'number', 10],
  ['foreignBalances', 'text', 30],
  ['foreignOverdue', 'text', 30],
  ['ratePolicy', 'text', 18],
  ['fixedRates', 'text', 30],
  ['ratesUntil', 'day', 12],
  ['carrierPayer', 'text', 18],
]

function dealerCells(dealer: ListedDealer, locale: Locale): XlsxCell[] {
  const { code, name, city, priceList, discount, riskLimit, balance, overdueBalance, isOverLimit, users } = dealer
  const state = dealer.isDisabled ? 'disabled' : 'active'
  return [
    code,
    name,
    city,
    translate(locale, `people.states.${state}`),
    priceList ?? translate(locale, 'people.dealers.defaultList'),
    discount,
    riskLimitCell(riskLimit, locale),
    balance,
    overdueBalance,
    yesOrNo(locale, isOverLimit),
    users,
    ...[dealer.foreignBalances, dealer.foreignOverdue].map((amounts) => amountsCell(amounts, locale)),
    translate(locale, `people.dealers.ratePolicies.${dealer.ratePolicy}`),
    dealer.fixedRates,
    dealer.ratesUntil,
    translate(locale, `people.dealers.carrierPayers.${dealer.carrierPayer}`),
  ]
}

const amountsCell = (amounts: readonly Money[], locale: Locale): string =>
  amounts.map(({ value, currency }) => `${currency} ${formatsOf(locale).formatNumber(value, 2)}`).join('; ')

/**
 * 0 means no limit, and exactly 1 means that nothing may be ordered (checkout, section 5). Both are written as in the
 * list.
 */
function riskLimitCell(limit: number, locale: Locale): XlsxCell {
  if (limit > 1) return limit
  return translate(locale, limit === 1 ? 'people.dealers.closed' : 'people.dealers.noLimit')
}

const userColumns: ExportColumn[] = [
  ['name', 'text', 30],
  ['email', 'text', 34],
  ['role', 'text', 18],
  ['dealerCode', 'text', 14],
  ['dealer', 'text', 40],
  ['canOrder', 'text', 16],
  ['state', 'text', 14],
  ['access', 'text', 20],
  ['seen', 'day', 14],
]

function userCells(row: UserRow, locale: Locale): XlsxCell[] {
  const state = row.is_disabled ? 'disabled' : row.is_dealer_disabled ? 'dealerDisabled' : 'active'
  const right = row.can_order ? 'mayOrder' : 'mayNotOrder'
  const canOrder = row.role === 'admin' ? null : translate(locale, `people.users.${right}`)
  return [
    row.name,
    row.email,
    translate(locale, `people.roles.${row.role}`),
    row.dealer_code,
    row.dealer_name,
    canOrder,
    translate(locale, `people.states.${state}`),
    translate(locale, `administration.exports.users.accesses.${row.access}`),
    row.last_seen_at === null ? null : dayInTurkey(row.last_seen_at),
  ]
}

const yesOrNo = (locale: Locale, is: boolean): string => translate(locale, `administration.audit.${is ? 'yes' : 'no'}`)
