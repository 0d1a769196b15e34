/**
 * A named point at which tests let the process crash: with FAILPOINT=<name> it dies there as by kill -9. Never in
 * production.
 */
export function failpoint(name: string): void {
  if (process.env.FAILPOINT === name && process.env.NODE_ENV !== 'production') process.kill(process.pid, 'SIGKILL')
}
