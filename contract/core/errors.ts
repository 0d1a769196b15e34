/** Every refusal that a call can answer with. The sentence for the user stands in locales under `errors.<code>`. */
export const errorCodes = [
  'bad_request',
  'validation_failed',
  'not_signed_in',
  'wrong_credentials',
  'account_disabled',
  'admin_not_allowed',
  'forbidden',
  'no_order_right',
  'csrf_failed',
  'not_found',
  'method_not_allowed',
  'product_not_found',
  'unit_not_found',
  'no_default_unit',
  'variant_not_chosen',
  'quantity_invalid',
  'insufficient_stock',
  'price_unknown',
  'line_not_found',
  'line_ambiguous',
  'cart_empty',
  'guest_cart_full',
  'cart_changed',
  'cart_changed_meanwhile',
  'total_changed',
  'cart_not_as_shown',
  'plan_unknown',
  'plan_needs_card',
  'branch_unknown',
  'note_too_long',
  'risk_limit_blocked',
  'risk_limit_exceeded',
  'risk_limit_reached',
  'statement_too_long',
  'order_not_found',
  'order_line_not_found',
  'order_already_cancelled',
  'order_already_sent',
  'offer_not_found',
  'offer_cancelled',
  'offer_email_missing',
  'offer_partly_moved',
  'offer_not_moved',
  'offers_too_many',
  'password_length',
  'password_length_admin',
  'password_unverified',
  'password_mismatch',
  'password_common',
  'logo_invalid',
  'password_link_not_found',
  'viewing_only',
  'dealer_not_found',
  'dealer_changed',
  'user_not_found',
  'user_changed',
  'own_account',
  'last_admin',
  'campaign_not_found',
  'campaign_changed',
  'user_disabled',
  'user_has_password',
  'card_payment_off',
  'card_number_invalid',
  'card_number_wrong',
  'card_expiry_invalid',
  'card_expired',
  'card_cvc_invalid',
  'card_holder_missing',
  'amount_missing',
  'amount_invalid',
  'amount_changed',
  'installment_unknown',
  'plan_needs_order',
  'payment_pending',
  'payment_declined',
  'payment_cancelled',
  'bank_unavailable',
  'payment_links_off',
  'email_required',
  'email_invalid',
  'link_not_found',
  'link_closed',
  'refund_not_possible',
  'refund_too_much',
  'refund_pending',
  'refund_refused',
  'order_paid_by_card',
  'export_too_long',
  'import_not_found',
  'import_moved',
  'import_running',
  'serial_invalid',
  'warranty_refused',
  'warranty_unavailable',
  'fault_report_not_found',
  'fault_report_changed',
  'fault_move_refused',
  'fault_product_unknown',
  'photo_invalid',
  'photo_missing',
  'product_changed',
  'stock_changed',
  'picture_invalid',
  'picture_too_many_points',
  'idempotency_mismatch',
  'in_progress',
  'setting_unknown',
  'settings_changed',
  'currency_code_invalid',
  'currency_name_missing',
  'currency_known',
  'currency_in_use',
  'currency_is_default',
  'currency_without_rate',
  'currency_is_lira',
  'rate_invalid',
  'rate_out_of_range',
  'rate_jump',
  'warehouse_changed',
  'warehouse_has_stock',
  'warehouse_in_use',
  'warehouse_last',
  'warehouse_closed',
  'branch_changed',
  'branch_in_use',
  'pos_not_found',
  'pos_changed',
  'pos_incomplete',
  'pos_sandbox_off',
  'pos_has_payments',
  'pos_keys_sealed',
  'limit_changed',
  'too_large',
  'unsupported_media_type',
  'too_many_attempts',
  'too_many_requests',
  'unavailable',
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/**
 * Body of every answer that is not a success (decisions, "Sign-in and calls"): a machine word, the sentence in the
 * visitor's language under `messages.type`, per-field sentences, and the facts behind the refusal.
 */
export type ErrorBody = {
  error: {
    code: ErrorCode
    messages: { type: string }
    fields?: Record<string, string>
    facts?: Record<string, string | number>
  }
  /** The product that stands in the way, where one does. */
  product?: { id: number }
}

/** A refusal as the rules return it: a code and its facts, never a sentence. */
export type Refusal = {
  ok: false
  code: ErrorCode
  facts?: Record<string, string | number>
  /** A word of `errors.fields`, or the key of a text of its own with its facts. */
  fields?: Record<string, string | { text: string; facts?: Record<string, string | number> }>
  product?: { id: number }
}

export function refuse(code: ErrorCode, facts?: Record<string, string | number>): Refusal {
  return facts === undefined ? { ok: false, code } : { ok: false, code, facts }
}
