import { Link } from '#web/ui/link.tsx'
import { logoPath, pages } from '#contract/core/pages.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'

/**
 * The program's logo with the store's name, or the store's own logo, linked to the home page. Reserves its space, so
 * nothing shifts when the image loads.
 */
export function Logo() {
  const { settings } = useVisitor()
  const picture = logoPath(settings.storeLogo)
  if (picture !== null) {
    return (
      <Link to={pages.home} className="shrink-0 rounded-control">
        <img
          src={picture}
          alt={settings.storeName}
          width={160}
          height={44}
          className="h-11 w-40 rounded-control bg-photo object-contain object-left p-1 max-sm:w-32"
        />
      </Link>
    )
  }
  return (
    <Link
      to={pages.home}
      className="flex shrink-0 items-center gap-2.5 rounded-control text-20 font-bold tracking-tight"
    >
      <svg viewBox="0 0 26 26" width="26" height="26" aria-hidden="true">
        <rect width="26" height="26" rx="6" fill="var(--brand)" />
        <path fill="#fff" d="M5 6h16v3.5H5zM11.25 9.5h3.5V20h-3.5z" />
        <path fill="#fff" opacity=".55" d="M5.5 11.5H9V20H5.5zM17 11.5h3.5V20H17z" />
      </svg>
      {settings.storeName}
    </Link>
  )
}
