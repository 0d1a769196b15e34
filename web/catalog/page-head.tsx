import { useContext } from 'react'
import { PageFrame } from '#web/app/page-frame.ts'
import { useVisitor } from '#web/app/use-visitor.ts'

type PageHeadProps = {
  /** Title of the page without the store's name. */
  title: string | null
  description: string | null
  keywords?: string | null
  /** Path of the page that search engines should know. */
  canonical: string
  /** Filtered, sorted and searched lists stay out of search engines. */
  noIndex?: boolean
}

/** What search engines and tabs read; React lifts it into the document's head. */
export function PageHead({ title, description, keywords, canonical, noIndex = false }: PageHeadProps) {
  const { settings } = useVisitor()
  const { publicUrl } = useContext(PageFrame)
  return (
    <>
      <title>{title ? `${title} · ${settings.storeName}` : settings.storeName}</title>
      {description ? <meta name="description" content={description} /> : null}
      {keywords ? <meta name="keywords" content={keywords} /> : null}
      {noIndex ? <meta name="robots" content="noindex,follow" /> : null}
      <link rel="canonical" href={`${publicUrl}${canonical}`} />
    </>
  )
}
