import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '#server/platform/email/escape-html.ts'

const styles = `
:root{color-scheme:light dark;--line:light-dark(#d7dadd,#3a3f44);--ink:light-dark(#16202a,#e8ecef);--soft:light-dark(#5a6570,#a3adb6);
--accent:light-dark(#1f4f8f,#8fb8ee);--bad:light-dark(#a4231b,#ff9d94);--ground:light-dark(#fff,#14181c)}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:14px/1.4 system-ui,sans-serif}
main{max-width:30rem;margin:0 auto;padding:12px 16px}main.wide{max-width:72rem;padding:24px 16px}
h1{font-size:17px;margin:0}h2{font-size:16px;margin:28px 0 8px}header{display:flex;justify-content:space-between;align-items:center;
gap:8px;padding-bottom:8px;border-bottom:1px solid var(--line)}header small{color:var(--soft)}
dl{display:grid;grid-template-columns:auto 1fr;gap:2px 12px;margin:8px 0}dt{color:var(--soft)}dd{margin:0;text-align:right;font-weight:600}
p{margin:8px 0}label{display:block;margin:8px 0 4px}.row{display:flex;gap:8px;align-items:end}.row>*{flex:1;min-width:0}
input{width:100%;font:inherit;padding:8px 10px;border:1px solid var(--soft);border-radius:6px;background:transparent;color:inherit}
input.code{font-size:20px;letter-spacing:.25em;text-align:center}
button{font:inherit;min-height:40px;padding:6px 12px;border-radius:6px;border:1px solid var(--soft);background:transparent;color:inherit;cursor:pointer}
button.main{background:var(--accent);border-color:var(--accent);color:var(--ground);font-weight:600;width:100%;margin-top:8px}
button:focus-visible,input:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.bad{color:var(--bad);font-weight:600}.hint{color:var(--soft);font-size:13px}a{color:var(--accent)}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:6px 10px 6px 0;border-bottom:1px solid var(--line);
vertical-align:top}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}code{font:14px ui-monospace,monospace;white-space:nowrap}
td.w,th:first-child{white-space:nowrap}td:first-child{width:12rem}
time{font-variant-numeric:tabular-nums}`

/** A template of a page. Values are escaped; parts made by `html` are inserted as they are. */
export type Html = { html: string }
type Piece = string | number | Html | readonly Html[]

export function html(texts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  const shown = pieces.map((piece) => {
    if (typeof piece === 'string' || typeof piece === 'number') return escapeHtml(String(piece))
    return 'html' in piece ? piece.html : piece.map((each) => each.html).join('')
  })
  return { html: texts.map((text, i) => text + (shown[i] ?? '')).join('') }
}

export type BankPage = {
  locale: 'tr' | 'en'
  title: string
  body: Html
  isWide?: boolean
  /** The page's script. Without it everything works except the clock, and the return needs a click. */
  script?: string
  /** Origins besides the bank's own that its forms and script may send to. */
  origins?: readonly string[]
}

/** Sends a page of the bank. Its policy allows only the page's own script and styles, and only the shop's frame. */
export function sendBankPage(reply: FastifyReply, page: BankPage, status = 200): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const { locale, title, body, script, isWide = false, origins = [] } = page
  const others = [...new Set(origins)].map((origin) => ` ${origin}`).join('')
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(script === undefined ? [] : [`script-src 'nonce-${nonce}'`, `connect-src 'self'${others}`]),
    `form-action 'self'${others}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
  ].join('; ')
  const content = html`<!DOCTYPE html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title}</title><style nonce="${nonce}">${{ html: styles }}</style></head>
<body><main class="${isWide ? 'wide' : 'narrow'}">${body}</main>${
    script === undefined ? { html: '' } : { html: `<script nonce="${nonce}">${script}</script>` }
  }</body></html>`
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .send(content.html)
}
