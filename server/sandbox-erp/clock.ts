const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Istanbul', dateStyle: 'short', timeStyle: 'medium' })

/** The ERP's local time: "2026-11-20 10:00:00". */
export const erpClock = (now: Date): string => parts.format(now)
