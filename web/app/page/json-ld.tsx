/**
 * Data for search engines. They read the server's HTML, so the browser renders nothing here and the data is not sent
 * twice.
 */
export function JsonLd({ data }: { data: readonly object[] }) {
  return <div hidden suppressHydrationWarning dangerouslySetInnerHTML={{ __html: data.map(block).join('') }} />
}

/** Data blocks are not scripts: only `<` has to be escaped, so that it cannot end them. */
function block(data: object): string {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
  return `<script type="application/ld+json">${text}</script>`
}
