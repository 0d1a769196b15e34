/** SQL: what is agreed with a dealer `d` about rates (DealerRates); NULL: the store's rates of the day of the order. */
export const dealerRatesSql = `CASE WHEN d.rate_policy <> 'order_day' THEN jsonb_build_object('policy', d.rate_policy,
  'fixed', d.fixed_rates, 'until', d.rates_until) END`
