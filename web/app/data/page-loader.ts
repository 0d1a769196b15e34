import { type LoaderFunctionArgs, redirect } from 'react-router'
import { secondFactorPath } from '#contract/core/pages.ts'
import { loginPath } from './sign-in-redirect.ts'
import { CallError } from './call-error.ts'
import { call } from './call.ts'
import { callContext, type ServerCall } from './call-context.ts'

/** Parameters of a page's path, and its address. */
export type PageLocation<Args extends { params: unknown } = { params: unknown }> = {
  params: Args['params']
  url: string
}
type Load<Data, Params> = (api: ServerCall, page: { params: Params; url: string }) => Promise<Data>
type Loader<Data> = (args: Pick<LoaderFunctionArgs, 'context' | 'params' | 'request'>) => Promise<Data>

/**
 * A page's `loader`. Redirects visitors who are not signed in to the sign-in page, which returns to the address
 * afterwards.
 */
export function loadOnServer<Data, Params = unknown>(load: Load<Data, Params>): Loader<Data> {
  return ({ context, params, request: { url } }) =>
    load(context.get(callContext), { params: params as Params, url }).catch((error: unknown) =>
      signInOrThrow(error, url),
    )
}

/** The same page's `clientLoader`. */
export function loadInBrowser<Data, Params = unknown>(load: Load<Data, Params>): Loader<Data> {
  return ({ params, request: { url } }) =>
    load(call, { params: params as Params, url }).catch((error: unknown) => signInOrThrow(error, url))
}

/**
 * Turns 401 into a redirect to sign-in that returns to `url`, and a missing second factor into one to its set-up; rethrows
 * any other error.
 */
export function signInOrThrow(error: unknown, url: string): never {
  if (!(error instanceof CallError)) throw error
  if (error.code === 'factor_required') throw redirect(secondFactorPath(pathOf(url)))
  throw error.status === 401 ? toSignIn(url) : error
}

export function toSignIn(url: string): Response {
  return redirect(loginPath(pathOf(url)))
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}
export type { ServerCall } from './call-context.ts'
