import type { Db } from '#server/platform/db/pool.ts'
import { sealErasures } from './seal-audit.ts'

/**
 * Replaces the email address and the name of an erased user in the audit log. What happened, when and by whom stays; the
 * trigger of the table refuses any other change. The new content is sealed too.
 */
export async function eraseFromAudit(
  db: Db,
  { email, name }: { email: string; name: string },
  replacement: string,
): Promise<void> {
  await db.execute("SELECT set_config('toptan.erases_user', 'on', true)")
  const changed = await db.query<{ id: number }>(
    `UPDATE audit_log
        SET noun_id = CASE WHEN noun_id = $1 THEN $3 ELSE noun_id END,
            before = replace(replace(before::text, to_jsonb($1::text)::text, to_jsonb($3::text)::text),
                             to_jsonb($2::text)::text, to_jsonb($3::text)::text)::jsonb,
            after = replace(replace(after::text, to_jsonb($1::text)::text, to_jsonb($3::text)::text),
                            to_jsonb($2::text)::text, to_jsonb($3::text)::text)::jsonb
      WHERE noun = 'user' AND (noun_id = $1 OR before->>'email' = $1 OR after->>'email' = $1)
      RETURNING id`,
    [email, name, replacement],
  )
  await db.execute("SELECT set_config('toptan.erases_user', 'off', true)")
  await sealErasures(
    db,
    changed.map(({ id }) => id),
  )
}
