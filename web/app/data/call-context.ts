import type { CallInput, Endpoint, Reply } from '#contract/core/endpoint.ts'
import { createContext } from 'react-router'

/** How a loader calls an endpoint during server rendering: in the same process, without HTTP. */
export type ServerCall = <E extends Endpoint>(
  endpoint: E,
  input?: CallInput<E> | Record<string, never>,
) => Promise<Reply<E>>

export const callContext = createContext<ServerCall>()

/** What the page frame needs from the response; `report` takes rendering errors. */
export type PageFacts = {
  locale: 'tr' | 'en'
  nonce: string
  csrf: string
  styles: string
  publicUrl: string
  report(error: unknown): void
}
export const pageContext = createContext<PageFacts>()
