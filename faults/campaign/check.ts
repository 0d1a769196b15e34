import type { Figures } from './figures.ts'
import type { TestRef } from './test-refs.ts'

/** The time that a program has, and where it reports what it does. */
export type Run = {
  /** Whether the time of the program has passed. Each program does its work at least once. */
  isOver(): boolean
  /** Milliseconds that the program has. */
  budget: number
  log(line: string): void
}

/** One line of the campaign: a fault, and what must hold. */
export type Check = {
  /** For `--only` and the stored results. */
  name: string
  fault: string
  holds: string
  /** Breaks something and measures. Throws if something does not hold. */
  program?: (run: Run) => Promise<Figures>
  /** The program's part of the time, in relation to the others. */
  share?: number
  /** Tests of the project that perform the check. */
  tests?: readonly TestRef[]
}

/** A check that this machine cannot run: a program or a right is missing. */
export class LeftOutError extends Error {
  override name = 'LeftOutError'
}
