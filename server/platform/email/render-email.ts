import type { EmailDocument } from './email-document.ts'
import { emailHtml } from './email-html.ts'
import { emailText } from './email-text.ts'

/** Renders the text and HTML parts of an email. */
export function renderEmail(email: EmailDocument): { subject: string; text: string; html: string } {
  return { subject: email.subject, text: emailText(email), html: emailHtml(email) }
}
