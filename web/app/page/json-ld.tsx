/** Data for search engines. They read what the server sends: in the browser nothing is made of it, and nothing travels twice. */
export function JsonLd({ data }: { data: readonly object[] }) {
  return <div hidden suppressHydrationWarning dangerouslySetInnerHTML={{ __html: data.map(block).join('') }} />
}

/** Data blocks are not scripts: `<` alone has to be kept from ending them. */
function block(data: object): string {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
  return `<script type="application/ld+json">${text}</script>`
}
