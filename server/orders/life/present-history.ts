import type { OrderStepShown } from '#contract/shop/orders.ts'
import type { HistoryRow } from './history.ts'

type Reader = { seesPrices: boolean; isStaff?: boolean }

/**
 * Steps as the API returns them, without amounts for readers who do not see prices. Only staff sees the names of the
 * store's programs.
 */
export function presentHistory(rows: readonly HistoryRow[], { seesPrices, isStaff = false }: Reader): OrderStepShown[] {
  return rows.map(
    ({
      at,
      step,
      state,
      actor,
      name,
      reason,
      facts: { lines = [], total, documentNo = null, shipment, goodsReturn, amount, standsInFor = null },
    }) => ({
      at: at.toISOString(),
      step,
      state,
      by: { kind: actor, name: actor === 'erp' && !isStaff ? null : name },
      reason,
      documentNo,
      shipmentNo: shipment?.shipmentNo ?? null,
      goodsReturn: goodsReturn ?? null,
      standsInFor,
      lines: lines.map(({ price, ...line }) => ({
        ...line,
        ...(seesPrices && price && { price: { ...price, before: Number(price.before), after: Number(price.after) } }),
      })),
      ...(seesPrices && amount !== undefined && { amount: Number(amount) }),
      ...(seesPrices && total && { total: { before: Number(total.before), after: Number(total.after) } }),
    }),
  )
}
