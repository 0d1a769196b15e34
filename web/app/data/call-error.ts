import type { ErrorBody, ErrorCode } from '#contract/core/errors.ts'

/** A call that was refused, or did not reach the server (`network`). `message` is the text for the user. */
export class CallError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'network'
  readonly fields: Record<string, string>
  readonly facts: Record<string, string | number>

  constructor(status: number, error: Omit<ErrorBody['error'], 'code'> & { code: ErrorCode | 'network' }) {
    super(error.messages.type)
    this.name = 'CallError'
    this.status = status
    this.code = error.code
    this.fields = error.fields ?? {}
    this.facts = error.facts ?? {}
  }
}
