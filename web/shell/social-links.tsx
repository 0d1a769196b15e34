import { useTranslation } from '#web/ui/translation.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'

/**
 * The store's social networks (checkout document, section 2). Their icons are one file, loaded only if there are any.
 */
export function SocialLinks() {
  const { t } = useTranslation()
  const { socialLinks } = useVisitor()
  if (socialLinks.length === 0) return null
  return (
    <ul aria-label={t('shell.social')} className="-ml-2.5 flex sm:-mt-2">
      {socialLinks.map(({ network, url }) => (
        <li key={network}>
          <a
            href={url}
            target="_blank"
            rel="noopener"
            aria-label={t(`shell.networks.${network}`)}
            className="flex size-10 items-center justify-center rounded-control hover:bg-hover hover:text-ink max-sm:size-11"
          >
            <svg width="18" height="18" aria-hidden="true">
              <use href={`/social.svg#${network}`} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  )
}
