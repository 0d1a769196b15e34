import type { CallInput, Endpoint, Reply } from '#contract/core/endpoint.ts'
import { createContext } from 'react-router'

/** How a loader reaches an endpoint while the server renders: the core of the call, in the same process. */
export type ServerCall = <E extends Endpoint>(
  endpoint: E,
  input?: CallInput<E> | Record<string, never>,
) => Promise<Reply<E>>

export const callContext = createContext<ServerCall>()

/** What the page's frame needs of the answer it travels in; `report` takes what broke while rendering. */
export type PageFacts = {
  locale: 'tr' | 'en'
  nonce: string
  csrf: string
  styles: string
  publicUrl: string
  report(error: unknown): void
}
export const pageContext = createContext<PageFacts>()
