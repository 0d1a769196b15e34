import { maskCards } from '#server/platform/http/scrub.ts'

/** Removes card numbers from everything this process writes to standard error. Standard output stays as it is. */
export function scrubErrors(): void {
  const write = process.stderr.write.bind(process.stderr) as (...args: unknown[]) => boolean
  process.stderr.write = (chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === 'string' ? maskCards(chunk) : chunk, ...rest)
}
