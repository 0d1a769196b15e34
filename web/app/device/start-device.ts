import type { Visitor } from '#contract/core/visitor.ts'
import { writeOwner } from './device-store.ts'

/**
 * Registers the service worker, and stores whose device it is. Without a user the owner stays: a session that has ended is no
 * sign-out. Staff who look at the shop as a user own nothing of it.
 */
export function startDevice(user: Visitor['user']): void {
  // Storage may be blocked, and private windows have no service workers: the shop works without both.
  if (import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js').catch(() => {})
  if (user === null || user.viewer !== null) return
  void writeOwner({ userId: user.id, name: user.name, language: document.documentElement.lang }).catch(() => {})
}
