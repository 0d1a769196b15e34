import type { Cluster } from './cluster.ts'
import type { Load } from './load.ts'

/** One line of the result. */
export type Outcome = { step: string; measured: string; isGood: boolean }

/** Breaks something under load, and returns what was measured. */
export type Step = (cluster: Cluster, load: Load) => Promise<Omit<Outcome, 'step'>>

/** Milliseconds after which a change must be known to every process, and orders succeed after a promotion. */
export const maxSpread = 1_000
export const maxOutage = 10_000

export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`
