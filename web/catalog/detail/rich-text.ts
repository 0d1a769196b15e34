/** Styles of the few elements allowed in a description. */
export const richText =
  '[&_a]:text-brand-ink [&_a]:underline [&_li]:my-0.5 [&_ol]:list-decimal [&_ol]:pl-5 [&_p]:my-2 [&_table]:w-full [&_td]:border-b [&_td]:py-1 [&_ul]:list-disc [&_ul]:pl-5 [&_:is(h1,h2,h3,h4)]:mt-3 [&_:is(h1,h2,h3,h4)]:font-semibold'
