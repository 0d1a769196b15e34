import * as z from 'zod/mini'
import { listsPath } from '#contract/core/list-paths.ts'
import { isMailAddress } from '#contract/core/mail-address.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { formatsOf } from '#domain/text/format.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import { translate } from '#server/platform/http/words.ts'
import { loadStoreRow, settingsOf, storeSender } from '#server/settings/settings.ts'
import type { MailedLine } from './list-mails.ts'

const price = z.object({ value: z.union([z.number(), z.string()]), currency: z.string() })
const jobData = z.object({
  userId: z.number(),
  count: z.number(),
  lines: z.array(
    z.object({
      list: z.string(),
      code: z.string(),
      name: z.string(),
      unit: z.string(),
      price: z.nullable(z.object({ before: price, now: price })),
      isBack: z.boolean(),
    }),
  ),
})

type MailDeps = { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string }

/** Sends a user the email about what is new on its lists. Throws if it could not be delivered. */
export async function sendListMail({ pool, mailer, publicUrl }: MailDeps, data: object, key: string): Promise<void> {
  const { userId, lines, count } = jobData.parse(data)
  const user = await findReader(pool, userId)
  if (user === undefined || !isMailAddress(user.email)) return
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  const locale: Locale = user.locale === 'en' ? 'en' : 'tr'
  const words = (name: string, facts: Record<string, string | number> = {}) =>
    translate(locale, `listMail.${name}`, facts)
  const rest = count - lines.length
  const email = renderEmail({
    locale,
    sender: storeSender(settings, publicUrl, locale),
    subject: words('subject', { count }),
    paragraphs: [
      words('text', { count, name: user.name }),
      ...(rest > 0 ? [words('more', { count: rest })] : []),
      words('stop'),
    ],
    lines: {
      heads: [words('product'), words('news')],
      rows: lines.map((line) => ({
        name: line.name,
        details: [`${line.code} · ${line.list}`],
        quantity: newsText(line, locale),
      })),
    },
    button: { url: `${publicUrl}${listsPath}`, label: words('open') },
  })
  await mailer.send({ ...email, to: user.email, key, from: { name: settings.storeName, address: settings.storeEmail } })
}

function newsText({ price: changed, unit, isBack }: MailedLine, locale: Locale): string {
  const { formatMoney } = formatsOf(locale)
  const text = ({ value, currency }: { value: number | string; currency: string }) => formatMoney(value, currency)
  const prices = changed === null ? [] : [`${text(changed.before)} → ${text(changed.now)} / ${unit}`]
  return [...prices, ...(isBack ? [translate(locale, 'listMail.isBack')] : [])].join(' · ')
}

async function findReader(db: Db, userId: number) {
  return db.one<{ email: string; name: string; locale: string | null }>(
    `SELECT email, name, choices ->> 'locale' AS locale FROM users WHERE id = $1 AND disabled_at IS NULL`,
    [userId],
    'list_mail_user',
  )
}
