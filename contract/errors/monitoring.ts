/** Error codes of monitoring, each with its HTTP status. */
export const monitoringErrors = {
  mail_server_missing: 409,
  mail_not_accepted: 409,
  job_locked: 409,
} as const
