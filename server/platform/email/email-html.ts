import type { EmailDocument, EmailFact, EmailLine, EmailSender } from './email-document.ts'
import { colors, inkOn, styleSheet } from './email-styles.ts'
import { escapeHtml } from './escape-html.ts'

const ink = `color:${colors.ink}`
const muted = `color:${colors.muted}`
const rule = `border-bottom:1px solid ${colors.line}`
const breaking = 'overflow-wrap:anywhere;word-break:break-word'
const font = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
/** A table for layout only, which screen readers read as text. */
const layout = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

/** The HTML part of an email: tables and inline styles, which every mail program renders. All texts are escaped. */
export function emailHtml(email: EmailDocument): string {
  const { locale, sender, subject } = email
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><title>${escapeHtml(subject)}</title>
<style>${styleSheet}</style></head>
<body class="page" style="margin:0;padding:0;background:${colors.page}">
${preview(email)}
<table ${layout} width="100%" class="page" style="background:${colors.page}"><tr>
<td align="center" class="outer" style="padding:24px 12px">
<!--[if mso]><table ${layout} width="680"><tr><td><![endif]-->
<table ${layout} width="100%" class="card" style="max-width:680px;background:${colors.card};border:1px solid ${colors.line};border-radius:8px;${font};font-size:15px;line-height:1.5">
${[head(sender), opening(email), factRows(email), lineRows(email), totalRows(email), sectionRows(email), closing(email)].join('\n')}
</table>
${footer(sender)}
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table></body></html>`
}

/** The text beside the subject in a list of emails. */
function preview({ amount, paragraphs }: EmailDocument): string {
  const text = [amount?.join(': '), ...paragraphs].filter((part) => part !== undefined).join(' · ')
  return `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(text)}</div>`
}

const row = (content: string, padding: string, style = '') =>
  `<tr><td class="pad rule" style="padding:${padding};${style}">${content}</td></tr>`

function head({ name, logo }: EmailSender): string {
  const shown =
    logo === null
      ? escapeHtml(name)
      : `<img src="${escapeHtml(logo)}" class="logo" alt="${escapeHtml(name)}" height="44" style="display:block;height:44px;max-width:240px;border:0">`
  return row(`<div class="ink" style="${ink};font-size:19px;font-weight:700">${shown}</div>`, '18px 28px', rule)
}

function opening({ subject, title = subject, paragraphs, amount, button, sender }: EmailDocument): string {
  const texts = paragraphs.map(
    (text) => `<p class="ink" style="${ink};margin:0 0 12px;${breaking}">${escapeHtml(text)}</p>`,
  )
  const heading = `<h1 class="ink" style="${ink};margin:0 0 8px;font-size:21px;line-height:1.3;${breaking}">${escapeHtml(title)}</h1>`
  return row([heading, ...texts, amountBox(amount), buttonBox(button, sender)].join('\n'), '24px 28px 12px')
}

function amountBox(amount: EmailFact | undefined): string {
  if (amount === undefined) return ''
  const [name, value] = amount
  return `<table ${layout} width="100%" style="margin:4px 0 16px"><tr><td class="band" style="background:#f4f7f8;border-radius:6px;padding:12px 16px">
<div class="muted" style="${muted};font-size:13px">${escapeHtml(name)}</div>
<div class="ink" style="${ink};font-size:26px;line-height:1.25;font-weight:700">${escapeHtml(value)}</div></td></tr></table>`
}

function buttonBox(button: EmailDocument['button'], { color }: EmailSender): string {
  if (button === undefined) return ''
  return `<table ${layout} class="wide" style="margin:4px 0 12px"><tr><td align="center" bgcolor="${color}" style="background:${color};border-radius:6px">
<a href="${escapeHtml(button.url)}" style="display:block;padding:12px 24px;color:${inkOn(color)};font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></td></tr></table>`
}

/** Values without a name take the whole width. */
function factTable(facts: readonly EmailFact[]): string {
  const value = `${ink};padding:3px 0;vertical-align:top;font-size:14px;white-space:pre-line;${breaking}`
  const rows = facts.map(([name, text]) =>
    name === ''
      ? `<tr><td colspan="2" class="ink" style="${value}">${escapeHtml(text)}</td></tr>`
      : `<tr><td class="muted" width="36%" style="${muted};padding:3px 12px 3px 0;vertical-align:top;font-size:14px">${escapeHtml(name)}</td>` +
        `<td class="ink" style="${value}">${escapeHtml(text)}</td></tr>`,
  )
  return `<table ${layout} width="100%">${rows.join('')}</table>`
}

const factRows = ({ facts = [] }: EmailDocument) => (facts.length === 0 ? '' : row(factTable(facts), '4px 28px 16px'))

const cell = `padding:10px 0 10px 12px;${rule};text-align:right;white-space:nowrap;vertical-align:top;font-size:14px`
const nameCell = `padding:10px 0;${rule};text-align:left;vertical-align:top;font-size:14px;${breaking}`

function lineRows({ lines }: EmailDocument): string {
  if (lines === undefined) return ''
  const heads = lines.heads.map(
    (text = '', i) =>
      `<th scope="col" class="muted rule" style="${i === 0 ? nameCell : cell};${muted};font-size:12px;font-weight:600;white-space:normal">${escapeHtml(text)}</th>`,
  )
  return row(
    `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse"><tr>${heads.join('')}</tr>
${lines.rows.map(lineRow).join('\n')}</table>`,
    '0 28px',
  )
}

function lineRow({ name, details, quantity, amount }: EmailLine): string {
  const detail = details.map((text) => `<div class="muted" style="${muted};font-size:12px">${escapeHtml(text)}</div>`)
  const right = (text: string) => `<td class="ink rule" style="${cell};${ink}">${escapeHtml(text)}</td>`
  return (
    `<tr><td class="ink rule" style="${nameCell};${ink}">${escapeHtml(name)}${detail.join('')}</td>` +
    `${[quantity, amount]
      .filter((text) => text !== undefined)
      .map(right)
      .join('')}</tr>`
  )
}

function totalRows({ totals = [] }: EmailDocument): string {
  if (totals.length === 0) return ''
  const sums = totals.map(([name, value], i) => {
    const weight = i === totals.length - 1 ? 'font-weight:700;font-size:16px' : 'font-size:14px'
    return (
      `<tr><td class="ink" style="${ink};${weight};padding:3px 12px 3px 0;text-align:right">${escapeHtml(name)}</td>` +
      `<td class="ink" width="1%" style="${ink};${weight};padding:3px 0;text-align:right;white-space:nowrap">${escapeHtml(value)}</td></tr>`
    )
  })
  return row(`<table ${layout} width="100%" style="margin:12px 0 0">${sums.join('')}</table>`, '0 28px 16px')
}

function sectionRows({ sections = [] }: EmailDocument): string {
  return sections
    .map(({ title, facts }) =>
      row(
        `<h2 class="ink" style="${ink};margin:0 0 6px;font-size:15px">${escapeHtml(title)}</h2>${factTable(facts)}`,
        '14px 28px',
        `border-top:1px solid ${colors.line}`,
      ),
    )
    .join('\n')
}

function closing({ closing: texts = [] }: EmailDocument): string {
  if (texts.length === 0) return row('', '0 28px 12px')
  const html = texts.map(
    (text) => `<p class="muted" style="${muted};margin:0 0 8px;font-size:13px">${escapeHtml(text)}</p>`,
  )
  return row(html.join(''), '14px 28px')
}

function footer({ name, footer: lines }: EmailSender): string {
  const html = (lines.length === 0 ? [name] : lines).map((text, i) => {
    const line = escapeHtml(text)
    return i === 0 ? `<strong>${line}</strong>` : line
  })
  return `<table ${layout} width="100%" style="max-width:680px"><tr><td class="pad muted" style="${muted};padding:16px 28px;${font};font-size:12px;line-height:1.6;${breaking}">${html.join('<br>')}</td></tr></table>`
}
