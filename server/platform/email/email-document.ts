import type { Locale } from '#contract/core/visitor.ts'

/** The company that an email comes from. */
export type EmailSender = {
  name: string
  /** Absolute URL of the logo; null shows the name. */
  logo: string | null
  /** Background of the button, #rrggbb. */
  color: string
  /** The footer: company, address, tax and register numbers, one line each. */
  footer: readonly string[]
}

export type EmailFact = readonly [name: string, value: string]

/** A line of an order or a quote. Without prices, `amount` is absent. */
export type EmailLine = { name: string; details: readonly string[]; quantity: string; amount?: string | undefined }

/**
 * The content of every email, as texts. From the top: sender, title, paragraphs, amount, button, facts, lines with their
 * totals, sections, closing, footer.
 */
export type EmailDocument = {
  locale: Locale
  sender: EmailSender
  subject: string
  /** The heading; the subject by default. */
  title?: string
  paragraphs: readonly string[]
  /** The amount in large figures, with its name. */
  amount?: EmailFact | undefined
  button?: { url: string; label: string } | undefined
  facts?: readonly EmailFact[]
  lines?: { heads: readonly [name: string, quantity: string, amount?: string]; rows: readonly EmailLine[] }
  /** Below the lines; the last one is the total. */
  totals?: readonly EmailFact[]
  sections?: readonly { title: string; facts: readonly EmailFact[] }[]
  closing?: readonly string[]
}
