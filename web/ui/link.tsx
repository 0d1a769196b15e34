import type { ComponentProps, MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** From the root of the shop (`/…`), or a query of the page that is shown (`?…`). */
  to: string
  replace?: boolean
  preventScrollReset?: boolean
  state?: unknown
  /** Loads the page from the server, with all scripts. */
  reloadDocument?: boolean
}

/** Whether a click opens the link here: not in another window, and not as a download. */
const isPlainClick = ({ button, metaKey, altKey, ctrlKey, shiftKey, currentTarget }: MouseEvent<HTMLAnchorElement>) =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey && ['', '_self'].includes(currentTarget.target)

/**
 * A link that changes the page without loading the document. The router's own has code to fetch pages before a click, which the
 * shop does not do, and renders with every change of the address: every link of a list would (docs/decisions, 102).
 */
export function Link({
  to,
  replace,
  preventScrollReset = false,
  state,
  reloadDocument = false,
  onClick,
  children,
  ...props
}: LinkProps) {
  const navigate = useNavigate()
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event)
    const { href, origin, pathname, search, hash } = event.currentTarget
    if (event.defaultPrevented || reloadDocument || !isPlainClick(event) || origin !== location.origin) return
    event.preventDefault()
    // As in a browser, a link to the page that is shown adds no step to the history.
    const isShown = href === location.href
    void navigate(pathname + search + hash, { replace: replace ?? isShown, preventScrollReset, state })
  }
  return (
    <a {...props} href={to} onClick={follow}>
      {children}
    </a>
  )
}

type NavLinkProps = Omit<LinkProps, 'className'> & {
  /** Active on its own page only, not on pages below it. */
  end?: boolean
  className(link: { isActive: boolean }): string
}

/** A link that is marked as active while its page, or a page below it, is open. */
export function NavLink({ end = false, className, ...link }: NavLinkProps) {
  const { pathname } = useLocation()
  const isActive = pathname === link.to || (!end && pathname.startsWith(`${link.to}/`))
  return <Link aria-current={isActive ? 'page' : undefined} {...link} className={className({ isActive })} />
}
