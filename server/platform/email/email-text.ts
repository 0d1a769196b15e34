import type { EmailDocument, EmailFact, EmailLine } from './email-document.ts'

const factText = ([name, value]: EmailFact) => (name === '' ? value : `${name}: ${value}`)
const factTexts = (facts: readonly EmailFact[]) => facts.map(factText).join('\n')

/** The text part of an email: the same content as its HTML part. */
export function emailText(email: EmailDocument): string {
  const { sender, subject, title = subject, paragraphs, amount, button, facts = [], lines, totals = [] } = email
  const { sections = [], closing = [] } = email
  const parts = [
    title,
    ...paragraphs,
    amount === undefined ? '' : factText(amount),
    button === undefined ? '' : `${button.label}: ${button.url}`,
    factTexts(facts),
    lines === undefined ? '' : lines.rows.map(lineText).join('\n'),
    factTexts(totals),
    ...sections.map((section) => `${section.title}\n${factTexts(section.facts)}`),
    ...closing,
    ['--', ...(sender.footer.length === 0 ? [sender.name] : sender.footer)].join('\n'),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function lineText({ name, details, quantity, amount }: EmailLine, at: number): string {
  const sum = amount === undefined ? quantity : `${quantity} = ${amount}`
  return [`${at + 1}. ${name}`, `  ${[...details, sum].join(' · ')}`].join('\n')
}
