import type { OrderStepShown } from '#contract/shop/orders.ts'
import type { HistoryRow } from './history.ts'

/** Steps as the API returns them, without amounts for readers who do not see prices. */
export function presentHistory(rows: readonly HistoryRow[], { seesPrices }: { seesPrices: boolean }): OrderStepShown[] {
  return rows.map(
    ({
      at,
      step,
      state,
      actor,
      name,
      reason,
      facts: { lines = [], total, documentNo = null, shipment, goodsReturn },
    }) => ({
      at: at.toISOString(),
      step,
      state,
      by: { kind: actor, name },
      reason,
      documentNo,
      shipmentNo: shipment?.shipmentNo ?? null,
      goodsReturn: goodsReturn ?? null,
      lines: lines.map(({ price, ...line }) => ({
        ...line,
        ...(seesPrices && price && { price: { ...price, before: Number(price.before), after: Number(price.after) } }),
      })),
      ...(seesPrices && total && { total: { before: Number(total.before), after: Number(total.after) } }),
    }),
  )
}
