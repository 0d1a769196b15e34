/**
 * Every column that refers to a user, by table, and how it is handled: `sql` selects what a user gets of its data ($1 is
 * its id), `reason` says why there is nothing to get. A test fails for a column that is not listed.
 */
export const personalColumns = {
  'sessions.user_id': {
    section: 'sessions',
    sql: `SELECT created_at, last_seen_at, expires_at, user_agent, address FROM sessions WHERE user_id = $1 ORDER BY created_at DESC`,
  },
  'user_identities.user_id': {
    section: 'identities',
    sql: `SELECT p.name AS provider, i.issuer, i.subject, i.created_at, i.last_used_at
            FROM user_identities i JOIN identity_providers p ON p.id = i.provider_id WHERE i.user_id = $1`,
  },
  'one_time_links.user_id': {
    section: 'passwordLinks',
    sql: `SELECT kind, created_at, expires_at, used_at FROM one_time_links WHERE user_id = $1 ORDER BY created_at DESC`,
  },
  'totp_factors.user_id': {
    section: 'authenticator',
    sql: `SELECT created_at FROM totp_factors WHERE user_id = $1`,
  },
  'passkeys.user_id': {
    section: 'passkeys',
    sql: `SELECT name, created_at, last_used_at FROM passkeys WHERE user_id = $1 ORDER BY created_at DESC`,
  },
  'known_devices.user_id': {
    section: 'knownDevices',
    sql: `SELECT last_seen_at FROM known_devices WHERE user_id = $1 ORDER BY last_seen_at DESC`,
  },
  'user_addresses.user_id': {
    section: 'boundAddresses',
    sql: `SELECT a.name FROM user_addresses b JOIN dealer_addresses a ON a.id = b.address_id
           WHERE b.user_id = $1 ORDER BY a.name`,
  },
  'purchase_limits.user_id': {
    section: 'orderLimits',
    sql: `SELECT per_order, per_month FROM purchase_limits WHERE user_id = $1`,
  },
  'purchase_requests.user_id': {
    section: 'approvalRequests',
    sql: `SELECT created_at, state, total, currency, terms ->> 'note' AS note FROM purchase_requests
           WHERE user_id = $1 ORDER BY created_at DESC`,
  },
  'limit_approvals.user_id': {
    section: 'limitApprovals',
    sql: `SELECT created_at, state, total, currency, note, reason FROM limit_approvals WHERE user_id = $1 ORDER BY created_at DESC`,
  },
  'purchase_request_events.user_id': {
    section: 'approvalSteps',
    sql: `SELECT request_id, at, step, reason FROM purchase_request_events WHERE user_id = $1 ORDER BY at DESC`,
  },
  'approval_deputies.user_id': {
    section: 'deputies',
    sql: `SELECT u.name AS deputy, d.from_day, d.to_day FROM approval_deputies d JOIN users u ON u.id = d.deputy_id
           WHERE d.user_id = $1 ORDER BY d.from_day DESC`,
  },
  'approval_deputies.deputy_id': {
    section: 'standsInFor',
    sql: `SELECT u.name AS approver, d.from_day, d.to_day FROM approval_deputies d JOIN users u ON u.id = d.user_id
           WHERE d.deputy_id = $1 ORDER BY d.from_day DESC`,
  },
  'representatives.user_id': {
    section: 'representative',
    sql: `SELECT phone, line_percent, total_percent, floor_percent FROM representatives WHERE user_id = $1`,
  },
  'representative_targets.user_id': {
    section: 'targets',
    sql: `SELECT d.name AS dealer, t.month, t.amount FROM representative_targets t JOIN dealers d ON d.id = t.dealer_id
           WHERE t.user_id = $1 ORDER BY t.month DESC, d.name`,
  },
  'dealer_visits.user_id': {
    section: 'visits',
    sql: `SELECT d.name AS dealer, v.day, v.kind, v.text, v.next_step, v.next_on FROM dealer_visits v
            JOIN dealers d ON d.id = v.dealer_id WHERE v.user_id = $1 ORDER BY v.day DESC, v.id DESC`,
  },
  'orders.user_id': {
    section: 'orders',
    sql: `SELECT order_no, created_at, state, description, currency, total, dealer_order_no FROM orders
           WHERE user_id = $1 ORDER BY created_at DESC`,
  },
  'orders.cancelled_by': {
    section: 'cancelledOrders',
    sql: `SELECT order_no, cancelled_at, cancel_reason FROM orders WHERE cancelled_by = $1 ORDER BY cancelled_at DESC`,
  },
  'order_history.user_id': {
    section: 'orderSteps',
    sql: `SELECT o.order_no, h.at, h.step, h.to_state, h.reason FROM order_history h JOIN orders o ON o.id = h.order_id
           WHERE h.user_id = $1 ORDER BY h.at DESC`,
  },
  'order_requests.user_id': {
    section: 'orderRequests',
    sql: `SELECT o.order_no, r.created_at, r.line_no, r.quantity, r.reason, r.state, r.answer
            FROM order_requests r JOIN orders o ON o.id = r.order_id WHERE r.user_id = $1 ORDER BY r.created_at DESC`,
  },
  'offers.user_id': {
    section: 'offers',
    sql: `SELECT offer_no, created_at, description, customer_name, customer_company, customer_email, customer_phone
            FROM offers WHERE user_id = $1 ORDER BY created_at DESC`,
  },
  'offer_mails.user_id': {
    section: 'offerEmails',
    sql: `SELECT o.offer_no, m.sent_to, m.created_at FROM offer_mails m JOIN offers o ON o.id = m.offer_id
           WHERE m.user_id = $1 ORDER BY m.created_at DESC`,
  },
  'offer_rounds.user_id': {
    section: 'offerRounds',
    sql: `SELECT o.offer_no, r.created_at, r.kind, r.note FROM offer_rounds r JOIN offers o ON o.id = r.offer_id
           WHERE r.user_id = $1 ORDER BY r.created_at DESC`,
  },
  'quote_links.user_id': {
    section: 'quoteLinks',
    sql: `SELECT o.offer_no, k.created_at, k.expires_at, k.answer, k.answered_at FROM quote_links k
            JOIN offers o ON o.id = k.offer_id WHERE k.user_id = $1 ORDER BY k.created_at DESC`,
  },
  'payments.user_id': {
    section: 'payments',
    sql: `SELECT reference, created_at, kind, state, amount, currency, description, card_holder, card_first6, card_last4, address
            FROM payments WHERE user_id = $1 ORDER BY created_at DESC`,
  },
  'stored_cards.user_id': {
    section: 'storedCards',
    sql: `SELECT name, bank, scheme, family, last4, expires_on, consent_version, consented_at, consent_address, created_at,
                 last_used_at FROM stored_cards WHERE user_id = $1 AND removed_at IS NULL ORDER BY created_at DESC`,
  },
  'payment_links.user_id': {
    section: 'paymentLinks',
    sql: `SELECT created_at, amount, currency, email, expires_at, paid_at FROM payment_links
           WHERE user_id = $1 ORDER BY created_at DESC`,
  },
  'payment_events.user_id': {
    section: 'paymentSteps',
    sql: `SELECT p.reference, e.created_at, e.to_state, e.cause FROM payment_events e JOIN payments p ON p.id = e.payment_id
           WHERE e.user_id = $1 ORDER BY e.created_at DESC`,
  },
  'transfer_notices.user_id': {
    section: 'transferNotices',
    sql: `SELECT created_at, amount, sent_on, bank, iban, sender, note, state, reason FROM transfer_notices
           WHERE user_id = $1 ORDER BY created_at DESC`,
  },
  'transfer_receipts.user_id': {
    section: 'transferReceipts',
    sql: `SELECT created_at, name, bytes FROM transfer_receipts WHERE user_id = $1 ORDER BY created_at DESC`,
  },
  'fault_reports.user_id': {
    section: 'faultReports',
    sql: `SELECT report_no, created_at, product_code, serial_no, description, contact_name, contact_phone, contact_email, state
            FROM fault_reports WHERE user_id = $1 ORDER BY created_at DESC`,
  },
  'fault_report_events.user_id': {
    section: 'faultReportSteps',
    sql: `SELECT r.report_no, e.created_at, e.state, e.note FROM fault_report_events e
            JOIN fault_reports r ON r.id = e.report_id WHERE e.user_id = $1 ORDER BY e.created_at DESC`,
  },
  'fault_report_photos.user_id': {
    section: 'photos',
    sql: `SELECT file, created_at FROM fault_report_photos WHERE user_id = $1 ORDER BY created_at DESC`,
  },
  'returns.user_id': {
    section: 'returns',
    sql: `SELECT return_no, created_at, state, reason, description FROM returns WHERE user_id = $1 ORDER BY created_at DESC`,
  },
  'return_events.user_id': {
    section: 'returnSteps',
    sql: `SELECT r.return_no, e.created_at, e.state, e.note FROM return_events e JOIN returns r ON r.id = e.return_id
           WHERE e.user_id = $1 ORDER BY e.created_at DESC`,
  },
  'notes.user_id': {
    section: 'notes',
    sql: `SELECT created_at, text FROM notes WHERE user_id = $1 ORDER BY created_at DESC`,
  },
  'note_files.user_id': {
    section: 'noteFiles',
    sql: `SELECT created_at, name, bytes FROM note_files WHERE user_id = $1 ORDER BY created_at DESC`,
  },
  'searches.user_id': {
    section: 'searches',
    sql: `SELECT created_at, query, result_count FROM searches WHERE user_id = $1 ORDER BY created_at DESC`,
  },
  'carts.user_id': {
    section: 'cart',
    sql: `SELECT p.code, p.name, l.quantity FROM carts c JOIN cart_lines l ON l.cart_id = c.id
            JOIN products p ON p.id = l.product_id WHERE c.user_id = $1`,
  },
  'order_drafts.user_id': {
    section: 'orderPad',
    sql: `SELECT updated_at, lines FROM order_drafts WHERE user_id = $1`,
  },
  'shared_drafts.user_id': {
    section: 'sharedDrafts',
    sql: `SELECT created_at, title, lines FROM shared_drafts WHERE user_id = $1 ORDER BY created_at DESC`,
  },
  'order_pad_receipts.user_id': { reason: 'ids that a phone gave to lines, which are in the draft' },
  'seen_products.user_id': {
    section: 'seenProducts',
    sql: `SELECT p.code, p.name, s.seen_at FROM seen_products s JOIN products p ON p.id = s.product_id
           WHERE s.user_id = $1 ORDER BY s.seen_at DESC`,
  },
  'stock_watches.user_id': {
    section: 'stockWatches',
    sql: `SELECT p.code, w.created_at, w.notified_at FROM stock_watches w JOIN products p ON p.id = w.product_id
           WHERE w.user_id = $1 ORDER BY w.created_at DESC`,
  },
  'lists.user_id': {
    section: 'lists',
    sql: `SELECT l.name, l.is_shared, l.created_at, n.code, n.name AS product, n.quantity, n.unit, n.note
            FROM lists l LEFT JOIN list_lines n ON n.list_id = l.id AND n.removed_at IS NULL
           WHERE l.user_id = $1 AND l.deleted_at IS NULL ORDER BY l.name, l.id, n.place`,
  },
  'list_follows.user_id': {
    section: 'followedLists',
    sql: `SELECT l.name, f.has_emails, f.checked_on FROM list_follows f JOIN lists l ON l.id = f.list_id
           WHERE f.user_id = $1 ORDER BY l.name`,
  },
  'stock_shortages.user_id': {
    section: 'shortages',
    sql: `SELECT s.day, p.code, s.missing FROM stock_shortages s JOIN products p ON p.id = s.product_id
           WHERE s.user_id = $1 ORDER BY s.day DESC`,
  },
  'announcement_readers.user_id': {
    section: 'announcements',
    sql: `SELECT a.title, r.seen_at, r.closed_at FROM announcement_readers r
            JOIN announcements a ON a.id = r.announcement_id WHERE r.user_id = $1 ORDER BY r.seen_at DESC`,
  },
  'report_views.user_id': {
    section: 'reportViews',
    sql: `SELECT name, report, created_at FROM report_views WHERE user_id = $1 ORDER BY created_at DESC`,
  },
  'text_user_acceptances.user_id': {
    section: 'acceptances',
    sql: `SELECT t.kind, t.version, a.accepted_at, a.address FROM text_user_acceptances a
            JOIN text_versions t ON t.id = a.text_id WHERE a.user_id = $1 ORDER BY a.accepted_at DESC`,
  },
  'application_events.user_id': {
    section: 'applicationSteps',
    sql: `SELECT p.application_no, e.created_at, e.state, e.note FROM application_events e
            JOIN applications p ON p.id = e.application_id WHERE e.user_id = $1 ORDER BY e.created_at DESC`,
  },
  'audit_log.user_id': {
    section: 'audit',
    sql: `SELECT at, action, noun, noun_id, address FROM audit_log
           WHERE user_id = $1 OR (noun = 'user' AND noun_id = (SELECT email FROM users WHERE id = $1)) ORDER BY at DESC`,
  },
  'api_keys.user_id': {
    section: 'apiKeys',
    sql: `SELECT name, prefix, created_at, expires_at, revoked_at, last_used_at, last_used_from FROM api_keys
           WHERE user_id = $1 OR created_by = $1 ORDER BY created_at DESC`,
  },
  'webhook_targets.user_id': {
    section: 'webhooks',
    sql: `SELECT name, url, created_at FROM webhook_targets WHERE user_id = $1 OR created_by = $1 ORDER BY created_at DESC`,
  },
  'dealer_feeds.user_id': {
    section: 'feeds',
    sql: `SELECT name, created_at, last_used_at, last_used_from FROM dealer_feeds WHERE user_id = $1 ORDER BY created_at DESC`,
  },
  'erasure_requests.user_id': {
    section: 'erasureRequests',
    sql: `SELECT requested_at, state, ended_at, answer FROM erasure_requests WHERE user_id = $1 ORDER BY requested_at DESC`,
  },
  'personal_data_downloads.user_id': {
    section: 'downloads',
    sql: `SELECT at FROM personal_data_downloads WHERE user_id = $1 ORDER BY at DESC`,
  },

  'sessions.viewed_user_id': {
    reason: 'the session of staff who look at the shop as this user, for the time that takes',
  },
  'users.representative_id': { reason: 'the seat of a representative at a dealer, by which it orders' },
  'recovery_codes.user_id': { reason: 'hashes of codes' },
  'sign_in_links.user_id': { reason: 'hashes of links, for 15 minutes' },
  'representative_dealers.user_id': { reason: 'a record of the store' },
  'representative_regions.user_id': { reason: 'a record of the store' },
  'price_changes.created_by': { reason: 'a record of the store' },
  'price_changes.requested_by': { reason: 'is in the audit entries' },
  'price_changes.approved_by': { reason: 'is in the audit entries' },
  'price_change_steps.made_by': { reason: 'a record of the store' },
  'price_proposals.requested_by': { reason: 'is in the audit entries' },
  'price_proposals.decided_by': { reason: 'is in the audit entries' },
  'rule_proposals.requested_by': { reason: 'is in the audit entries' },
  'rule_proposals.decided_by': { reason: 'is in the audit entries' },
  'payment_refunds.decided_by': { reason: 'is in the audit entries' },
  'applications.filed_by': { reason: 'is in the list of steps' },
  'purchase_step_approvers.user_id': { reason: 'a rule of the dealer' },
  'lists.changed_by': { reason: 'a record of the dealer' },
  'list_lines.changed_by': { reason: 'a record of the dealer' },
  'list_line_states.user_id': { reason: 'prices and stock of products that the list of followed lists names' },
  'purchase_approvals.user_id': { reason: 'is in the list of steps' },
  'purchase_approvals.authority_id': { reason: 'is in the list of steps' },
  'purchase_request_events.for_user_id': { reason: 'is in the list of steps' },
  'limit_approvals.decided_by': { reason: 'is in the audit entries' },
  'idempotency_keys.user_id': { reason: 'hashes of requests, for 30 days' },
  'search_terms.user_id': { reason: 'sums of the searches' },
  'search_users.user_id': { reason: 'sums of the searches' },
  'cleared_searches.user_id': { reason: 'from when on searches are listed' },
  'announcements.created_by': { reason: 'a record of the store' },
  'api_keys.created_by': { reason: 'is in the list of keys' },
  'api_keys.revoked_by': { reason: 'a record of the store' },
  'bank_findings.settled_by': { reason: 'a record of the store' },
  'bank_line_bookings.booked_by': { reason: 'is in the audit entries' },
  'bank_line_bookings.reversed_by': { reason: 'is in the audit entries' },
  'bank_lines.settled_by': { reason: 'is in the audit entries' },
  'bank_statements.imported_by': { reason: 'is in the audit entries' },
  'transfer_notices.settled_by': { reason: 'a record of the store' },
  'document_files.user_id': { reason: 'a record of the store' },
  'documents.created_by': { reason: 'a record of the store' },
  'erasure_requests.ended_by': { reason: 'a record of the store' },
  'erp_connections.created_by': { reason: 'a record of the store' },
  'fault_reports.changed_by': { reason: 'is in the list of steps' },
  'exchange_rates.created_by': { reason: 'a record of the store' },
  'file_imports.asked_by': { reason: 'a record of the store' },
  'file_imports.created_by': { reason: 'a record of the store' },
  'import_profiles.created_by': { reason: 'a record of the store' },
  'import_source_runs.asked_by': { reason: 'a record of the store' },
  'import_sources.created_by': { reason: 'a record of the store' },
  'imports.asked_by': { reason: 'a record of the store' },
  'imports.created_by': { reason: 'a record of the store' },
  'invoices.created_by': { reason: 'a record of the store' },
  'payment_differences.settled_by': { reason: 'a record of the store' },
  'payment_refunds.requested_by': { reason: 'is in the audit entries' },
  'pickings.created_by': { reason: 'a record of the store' },
  'pickings.ended_by': { reason: 'a record of the store' },
  'price_rules.created_by': { reason: 'a record of the store' },
  'promotions.created_by': { reason: 'a record of the store' },
  'shipments.created_by': { reason: 'a record of the store' },
  'shipments.withdrawn_by': { reason: 'a record of the store' },
  'text_versions.created_by': { reason: 'a record of the store' },
  'webhook_targets.created_by': { reason: 'is in the list of webhooks' },
} as const satisfies Record<string, { section: string; sql: string } | { reason: string }>

/** What is found by the user itself. */
export const ownSections = {
  profile: `SELECT u.id, u.name, u.email, u.role, d.code AS dealer_code, d.name AS dealer, u.user_role, u.created_at,
                   u.last_seen_at, u.choices FROM users u LEFT JOIN dealers d ON d.id = u.dealer_id WHERE u.id = $1`,
  applications: `SELECT p.application_no, p.created_at, p.state, p.company, p.contact_name, p.email, p.phone, p.note
                   FROM applications p JOIN users u ON u.email = p.email AND u.dealer_id = p.dealer_id WHERE u.id = $1`,
} as const

export type Section = { name: string; sql: string }

/** The parts of the file that a user gets, in order. */
export const sections: readonly Section[] = [
  ...Object.entries(ownSections).map(([name, sql]) => ({ name, sql })),
  ...Object.values(personalColumns).flatMap((column) =>
    'sql' in column ? [{ name: column.section, sql: column.sql }] : [],
  ),
]
