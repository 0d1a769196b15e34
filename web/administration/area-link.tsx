import { Link, type LinkProps } from '#web/ui/link.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { areaOfPage } from './admin-nav.tsx'

/** Whether the visitor may open the administrators' page with this address; true for all other addresses. */
export function useMayOpen(): (to: string) => boolean {
  const { user } = useVisitor()
  return (to) => {
    const area = areaOfPage(to.replace(/[?#].*/, ''))
    return area === undefined || user?.permissions.includes(`${area}:read`) === true
  }
}

type AreaLinkProps = LinkProps & {
  to: string
  /** A link that invites to do something, for example a button: a text in its place would say nothing. */
  isAction?: boolean
}

/** A link to a page of the administration; plain text for visitors who may not open it. */
export function AreaLink({ isAction = false, ...link }: AreaLinkProps) {
  const mayOpen = useMayOpen()
  if (mayOpen(link.to)) return <Link {...link} />
  if (isAction) return null
  return <span className={plainClasses(link.className)}>{link.children}</span>
}

/** Without the classes that make a text look like a link or the whole row react like one. */
export function plainClasses(className = ''): string {
  return className
    .split(' ')
    .filter((name) => !/^(?:(?:hover|after|group-hover|pointer-coarse):|text-brand-ink$|underline$|tap$)/.test(name))
    .join(' ')
}
