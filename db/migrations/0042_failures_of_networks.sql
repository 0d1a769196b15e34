-- Failed sign-ins are counted per network too, whatever the accounts.
CREATE INDEX login_failures_network ON login_failures (address, failed_at);
