import type { DownloadFailure } from '#server/platform/http/outside-download.ts'

/**
 * Why a picture was not fetched: failures of downloads, answers that are no picture, and those that could not be stored. The
 * texts are `imports.pictures.reasons.<reason>` in locales/.
 */
export type PictureFailure = DownloadFailure | 'not_a_picture' | 'too_many_points' | 'storage'

/** Seconds between attempts. The last one is about nine hours after the first. */
const pauses = [60, 300, 1800, 7200, 21_600] as const
const longestWait = 12 * 3600

/** Answers that ask for fewer requests, and those that another attempt may not get. */
const throttled = new Set([429, 503])
const repeated = new Set([408, 425, 429])

/** Failures of the host rather than of one picture. */
export const isHostFailure = (reason: PictureFailure): boolean => reason === 'connection'

export type Failed = { reason: PictureFailure; status?: number | undefined; retryAfter?: string | undefined }
/** Seconds until the next attempt, null: there is none. `hostWait`: seconds for which the host wants no requests. */
export type NextAttempt = { wait: number | null; hostWait: number }

/** What follows a failed attempt. `attempts`: how many there were, this one included; `now` in milliseconds. */
export function afterFailure({ reason, status = 0, retryAfter }: Failed, attempts: number, now: number): NextAttempt {
  const hostWait = throttled.has(status) ? secondsOf(retryAfter, now) : 0
  const mayRepeat =
    reason === 'connection' ||
    reason === 'timeout' ||
    reason === 'storage' ||
    (reason === 'status' && (status >= 500 || repeated.has(status)))
  const pause = mayRepeat ? pauses[attempts - 1] : undefined
  return { wait: pause === undefined ? null : Math.max(pause, hostWait), hostWait }
}

/** Seconds of a Retry-After header, which has a number or a date. */
function secondsOf(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0
  const seconds = /^\d{1,9}$/.test(retryAfter.trim())
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - now) / 1000)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), longestWait) : 0
}
