import type { CallInput, Endpoint, Reply } from '#contract/core/endpoint.ts'
import { createContext } from 'react-router'
import type { OwnTexts } from '#web/app/page/page-frame.ts'

/** How a loader calls an endpoint during server rendering: in the same process, without HTTP. */
export type ServerCall = <E extends Endpoint>(
  endpoint: E,
  input?: CallInput<E> | Record<string, never>,
) => Promise<Reply<E>>

export const callContext = createContext<ServerCall>()

/** What the page frame needs from the response. `receive` takes the HTML of the page, `report` rendering errors. */
export type PageFacts = {
  locale: 'tr' | 'en'
  nonce: string
  csrf: string
  /** Marks in place of the visitor's own data and texts; null: the page is not shared. */
  own: { ownData: string; ownTexts: OwnTexts } | null
  styles: string
  stylesheets: readonly string[]
  /** The script with the page's texts. */
  wordFile: string | undefined
  publicUrl: string
  receive(html: string): void
  report(error: unknown): void
}
export const pageContext = createContext<PageFacts>()
