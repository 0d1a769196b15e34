import type { Locale } from '#contract/core/visitor.ts'
import { escapeHtml } from './escape-html.ts'

/** A short email: paragraphs, facts by name, one link and the sender. Texts are escaped. */
export type EmailDocument = {
  locale: Locale
  /** The image at the top: its absolute URL and its alternative text. */
  logo?: Logo | null
  subject: string
  paragraphs: readonly string[]
  facts?: readonly (readonly [name: string, value: string])[]
  link?: { url: string; label: string }
  closing: readonly string[]
}

export type Logo = { url: string; name: string }

/** The sender's logo at the top of an email; empty without one. */
export function logoHtml(logo: Logo | null): string[] {
  if (logo === null) return []
  const { url, name } = logo
  return [`<p><img src="${escapeHtml(url)}" alt="${escapeHtml(name)}" height="48" style="max-width:240px"></p>`]
}

/** Renders the text and HTML parts of an email. */
export function renderEmail(email: EmailDocument): { subject: string; text: string; html: string } {
  return { subject: email.subject, text: textOf(email), html: htmlOf(email) }
}

function textOf({ paragraphs, facts = [], link, closing }: EmailDocument): string {
  const rows = facts.map(([name, value]) => `${name}: ${value}`).join('\n')
  const parts = [...paragraphs, rows, link === undefined ? '' : `${link.label}: ${link.url}`, ...closing]
  return parts.filter((part) => part !== '').join('\n\n')
}

function htmlOf({ locale, logo = null, subject, paragraphs, facts = [], link, closing }: EmailDocument): string {
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`
  const fact = ([name, value]: readonly [string, string]) =>
    `<tr><td style="padding:2px 12px 2px 0;color:#56616a;vertical-align:top">${escapeHtml(name)}</td>` +
    `<td style="white-space:pre-line">${escapeHtml(value)}</td></tr>`
  const linkHtml = link && `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="font-family:Arial,sans-serif;font-size:14px;color:#1b2429">',
    ...logoHtml(logo),
    ...paragraphs.map(paragraph),
    ...(facts.length > 0 ? [`<table>${facts.map(fact).join('')}</table>`] : []),
    ...(linkHtml === undefined ? [] : [linkHtml]),
    ...closing.map(paragraph),
    '</body></html>',
  ].join('\n')
}
