import type { FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { splitVisitor } from '#contract/core/shared-visitor.ts'
import { getVisitor, type Visitor } from '#contract/core/visitor.ts'
import { scriptMark } from './finish-page.ts'
import { type RunCall, serverCall } from './page-calls.ts'
import { slotMark } from './page-slots.ts'
import { noStyles, type PageStyles } from './page-styles.ts'
import type { RequestContext } from './request-context.ts'
import type { Splitting } from './shared-pages.ts'

export type RenderOptions<Context> = {
  /** The rendered bundle: built, or from the development server. */
  loadBuild(): Promise<ServerBuild>
  mode: 'production' | 'development'
  /** Origin of the shop, for absolute addresses. */
  publicUrl: string
  /** Without them the development server links its own files. */
  styles?: PageStyles
  /** Files with the texts of every page, by language. */
  wordFiles?: { [locale: string]: string }
  /** Whether the visitor's pages link the files of the styles, which the browser stores; other pages contain the styles. */
  storesStyles(context: Context): boolean
}

type RenderedPage = {
  status: number
  /** Where the page redirects to. */
  location: string | null
  html: string
}

type Rendering<Context> = {
  request: FastifyRequest
  /** The address that is rendered. */
  address: string
  visitor: Context
  run: RunCall
  /** The token in forms of the page. */
  token: string
  /** The page has marks in place of the visitor's own texts. */
  isShared: boolean
}

type Bundle = typeof import('#web/entry.server.tsx')

const bundleOf = (build: ServerBuild): Bundle => build.entry.module as unknown as Bundle

export function pageRenderer<Context extends RequestContext>(options: RenderOptions<Context>) {
  let handler: { build: ServerBuild; run: ReturnType<typeof createRequestHandler> } | undefined
  return async (rendering: Rendering<Context>): Promise<RenderedPage> => {
    const { request, visitor, isShared } = rendering
    const build = await options.loadBuild()
    if (handler?.build !== build) handler = { build, run: createRequestHandler(build, options.mode) }
    const { callContext, pageContext, ownPartsWith } = bundleOf(build)
    const { files, text } = options.styles ?? noStyles
    const storesStyles = options.storesStyles(visitor)
    const statusOf = request.server.statusOf.bind(request.server)
    const context = new RouterContextProvider()
    context.set(callContext, serverCall(rendering.run, { url: request.url, locale: visitor.locale, statusOf }))
    let html: string | undefined
    context.set(pageContext, {
      locale: visitor.locale,
      nonce: scriptMark,
      csrf: isShared ? slotMark(tokenSlot) : rendering.token,
      own: isShared ? ownPartsWith(slotMark) : null,
      styles: storesStyles ? '' : text,
      stylesheets: storesStyles ? files : [],
      wordFile: options.wordFiles?.[visitor.locale],
      publicUrl: options.publicUrl,
      receive: (rendered) => {
        html = rendered
      },
      report: (error) => request.log.error({ err: error }, 'Could not render the page.'),
    })
    const url = new URL(rendering.address, options.publicUrl)
    const response = await handler.run(new Request(url, { headers: { accept: 'text/html' } }), context)
    const location = response.headers.get('location')
    return { status: response.status, location, html: html ?? (await response.text()) }
  }
}

const tokenSlot = 'token'

/** Splits the data of a visitor into what pages share and its own texts. */
export async function visitorSplitting(
  { loadBuild }: Pick<RenderOptions<never>, 'loadBuild'>,
  { locale }: Pick<RequestContext, 'locale'>,
  token: string,
): Promise<Splitting> {
  const { ownTexts } = bundleOf(await loadBuild())
  return {
    endpoint: getVisitor,
    split(body) {
      const { shared, own } = splitVisitor(body as Visitor)
      return { shared, texts: { ...ownTexts(body as Visitor, own, locale), [tokenSlot]: token } }
    },
  }
}
