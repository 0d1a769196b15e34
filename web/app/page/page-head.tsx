import { useContext } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { PageFrame } from './page-frame.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'

type PageHeadProps = {
  /** Title of the page without the store's name. */
  title: string | null
  description: string
  keywords?: string | null
  /** Canonical path for search engines. */
  canonical: string
  /** Set for personal pages and for filtered, sorted and searched lists. */
  noIndex?: boolean
  /** Path of the image shown when the page is shared. */
  image?: string | null | undefined
}

/** Title and metadata for tabs, search engines and link previews; React hoists them into the document's head. */
export function PageHead({ title, description, keywords, canonical, noIndex, image }: PageHeadProps) {
  const { settings } = useVisitor()
  const { publicUrl } = useContext(PageFrame)
  const { language } = useTranslation()
  const name = settings.storeName
  const shared = {
    title: title ?? name,
    description,
    url: publicUrl + canonical,
    image: image && publicUrl + image,
    site_name: name,
    locale: language === 'en' ? 'en_GB' : 'tr_TR',
    type: 'website',
  }
  return (
    <>
      <title>{title ? `${title} · ${name}` : name}</title>
      <meta name="description" content={description} />
      {keywords && <meta name="keywords" content={keywords} />}
      {noIndex && <meta name="robots" content="noindex,follow" />}
      <link rel="canonical" href={shared.url} />
      {Object.entries(shared).map(([key, value]) => value && <meta key={key} property={`og:${key}`} content={value} />)}
    </>
  )
}
