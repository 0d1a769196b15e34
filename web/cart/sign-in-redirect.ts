import { redirect } from 'react-router'
import { CallError } from '#web/app/call-error.ts'
import { loginPath } from './sign-in-first.ts'

/** For loaders: who is not signed in goes to the sign-in page and comes back to `url`; any other failure is thrown on. */
export function signInOrThrow(error: unknown, url: string): never {
  const { pathname, search } = new URL(url)
  if (error instanceof CallError && error.status === 401) throw redirect(loginPath(`${pathname}${search}`))
  throw error
}
