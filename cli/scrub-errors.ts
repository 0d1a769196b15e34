import { scrubCards } from '#server/platform/http/scrub.ts'

/** Whatever this process says of errors, it names no card number. Results go to the standard output as they are. */
export function scrubErrors(): void {
  const write = process.stderr.write.bind(process.stderr) as (...args: unknown[]) => boolean
  process.stderr.write = (chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === 'string' ? scrubCards(chunk) : chunk, ...rest)
}
