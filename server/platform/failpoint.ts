/**
 * A named place where a crash is tried: with FAILPOINT=<name> the process dies there as by kill -9. Never in production.
 */
export function failpoint(name: string): void {
  if (process.env.FAILPOINT === name && process.env.NODE_ENV !== 'production') process.kill(process.pid, 'SIGKILL')
}
